import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { variableOf } from "@workflow-api/conformance";
import { type Contract, loadContract, readContract } from "@workflow-api/contract";
import { type JsonObject, replaceAt } from "@workflow-api/contract/json";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { runVerify } from "../../src/command.ts";
import type { VerifyReport } from "../../src/reports/report.ts";
import { verify } from "../../src/run.ts";
import type { Run } from "../../src/sending/session.ts";
import {
  createContractTarget,
  type Departure,
  type Exchange,
  listen,
  type RunningServer,
} from "./server.ts";

/** A folder for the files of a test. */
export const folder: string = mkdtempSync(join(tmpdir(), "verify-"));

const further = furtherContract();
const { paths, ...rest } = further;
const {
  "/v1/notes": list,
  "/v1/notes/{noteNumber}": item,
  "/v1/health": health,
} = paths as JsonObject;
const { put: _, patch: __, ...note } = item as JsonObject;
const notes = { "/v1/notes": list, "/v1/notes/{noteNumber}": note, "/v1/health": health };

/**
 * The file of a contract of five operations: two that write, one of them a DELETE, and one without
 * credentials.
 */
export const contractFile: string = join(folder, "notes.json");
writeFileSync(contractFile, JSON.stringify({ ...rest, paths: notes }, undefined, 2));

export const contract: Contract = loadContract(contractFile);

/** The same without the operations that write, which is enough for most tests, and faster. */
export const reads: Contract = readContract(
  ["~1v1~1notes/post", "~1v1~1notes~1{noteNumber}/delete"].reduce(
    (document, path) => replaceAt(document, `/paths/${path}`, undefined),
    contract.sourceDocument,
  ),
);

const { securitySchemes } = readContract(further);

/** The secrets that the servers of these tests know, by security scheme. */
export const secrets: Readonly<Record<string, string>> = Object.fromEntries(
  securitySchemes.map(({ name, type }) => [
    name,
    `${type === "basic" ? "user:" : ""}secret-of-${name}`,
  ]),
);

/** The same, as the environment holds them. */
export const environment: Readonly<Record<string, string>> = Object.fromEntries(
  securitySchemes.map((scheme) => [variableOf(scheme), secrets[scheme.name] ?? ""]),
);

/** Verifies a server in this process. Everything is sent, unless options say otherwise. */
export async function reportOn(
  departure: Departure,
  options: Partial<Run> = {},
): Promise<VerifyReport> {
  return await verify({
    contract,
    target: createContractTarget(options.contract ?? contract, { secrets, ...departure }),
    secrets,
    data: { hasExamples: false, valuesOf: () => new Map() },
    baseline: new Set(),
    freshSeed: 1,
    headers: [],
    interrupted: undefined,
    onStart: () => undefined,
    baseUrl: "http://127.0.0.1:1",
    write: true,
    only: [],
    questions: false,
    seed: 1,
    explore: 0,
    ...options,
  });
}

/** What a run of the command ended in. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs the command on a server that listens, with the contract of these tests. */
export async function runOn(
  { url }: Pick<RunningServer, "url">,
  args: readonly string[] = [],
  variables: Readonly<Record<string, string>> = environment,
): Promise<Ran> {
  const out: string[] = [];
  const error: string[] = [];
  const code = await runVerify(["--base-url", url, "--contract", contractFile, ...args], {
    environment: variables,
    print: (text) => void out.push(text),
    printError: (text) => void error.push(text),
    onStart: () => undefined,
    interrupted: undefined,
  });
  return { code, out: out.join(""), error: error.join("") };
}

/** Does something with a server of the contract that listens, and closes it. */
export async function withServer<T>(
  departure: Departure,
  use: (server: RunningServer) => Promise<T>,
): Promise<T> {
  const server = await listen(createContractTarget(contract, { secrets, ...departure }));
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

/** Whether a response is one of an operation; with one status, if it is given. */
export function isOf(operationId: string, status?: number): (exchange: Exchange) => boolean {
  return ({ operation, response }) =>
    operation?.operationId === operationId && (status ?? response.status) === response.status;
}
