import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Contract, isObject, type JsonValue, loadContract } from "@workflow-api/contract";
import type { Answer } from "../../src/case.ts";
import { createHttpTarget, type Result, runVerify } from "../../src/index.ts";
import { lazily } from "../../src/once.ts";
import { casesOf, verify } from "../../src/verify/verify.ts";
import { type Fault, startContractServer } from "./contract-server.ts";
import { desk } from "./desk.ts";

const file = join(await mkdtemp(join(tmpdir(), "verify-")), "desk.json");
await writeFile(file, JSON.stringify(desk, undefined, 2));

/** The contract of the desk, as a file gives it. */
export const contract: Contract = await loadContract(file);

/** What a run of verify ended in. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Verifies a server of the desk. */
export async function run(
  url: string,
  args: readonly string[],
  environment: Record<string, string> = { WORKFLOW_LOGIN: "t0ken" },
): Promise<Ran> {
  const out: string[] = [];
  const error: string[] = [];
  const code = await runVerify(["--base-url", url, "--contract", file, ...args], {
    environment,
    print: (text) => void out.push(text),
    printError: (text) => void error.push(text),
    progress: undefined,
  });
  return { code, out: out.join(""), error: error.join("") };
}

/** Does something with a server of the desk that has a fault. */
export async function against<T>(fault: Fault, use: (url: string) => Promise<T>): Promise<T> {
  const server = await startContractServer(contract, fault);
  try {
    return await use(server.url);
  } finally {
    await server.close();
  }
}

/** All that is asked of a server, but where it is. */
const asked = {
  contract,
  credentials: { login: "t0ken" },
  values: {},
  seed: 1,
  explore: 0,
  write: true,
  exact: false,
  only: [],
  known: new Set<string>(),
  allowUntried: false,
  concurrency: 8,
  rate: 0,
  interrupted: undefined,
};

const cases = lazily(() => casesOf(asked));

/** What the derived cases find wrong with a server that has a fault. */
export async function failuresOf(fault: Fault): Promise<Result[]> {
  const { results } = await against(fault, (baseUrl) =>
    verify({ ...asked, baseUrl, target: createHttpTarget(baseUrl) }, cases()),
  );
  return results.filter(({ outcome }) => outcome === "failed");
}

/** Changes the answers of an operation. */
export const answers = (
  change: (answer: Answer) => Partial<Answer>,
  operationId: string,
  status?: number,
): Fault => ({
  spoils: (answer, _, operation) =>
    operation?.operationId === operationId && (status === undefined || answer.status === status)
      ? { ...answer, ...change(answer) }
      : answer,
});

/** Changes a member of a ticket. */
export const member = (name: string, value: JsonValue | undefined): Fault =>
  answers(
    ({ body, headers }) => {
      const parsed: unknown = headers["content-type"] === "application/json" ? JSON.parse(body) : undefined;
      return isObject(parsed) ? { body: JSON.stringify({ ...parsed, [name]: value }) } : {};
    },
    "readTicket",
    200,
  );

/** Changes a header, or takes it away. */
export const header =
  (name: string, value: string | undefined): ((answer: Answer) => Partial<Answer>) =>
  ({ headers: { [name]: _, ...rest } }) => ({
    headers: value === undefined ? rest : { ...rest, [name]: value },
  });

/** Does not refuse what is wrong with a part of a request. */
export const overlooks = (part: string, reason: RegExp = /.*/): Fault => ({
  overlooks: (refusal) => refusal.part === part && reason.test(refusal.reason),
});
