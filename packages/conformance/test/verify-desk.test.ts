import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Contract, isObject, type JsonValue, loadContract } from "@workflow-api/contract";
import { beforeAll, describe, expect, test } from "vitest";
import type { Answer, CaseRequest } from "../src/case.ts";
import {
  checkResponse,
  deriveCases,
  type FindingName,
  type Report,
  type Result,
  runVerify,
} from "../src/index.ts";
import { type Fault, startContractServer } from "./support/contract-server.ts";
import { desk } from "./support/desk.ts";

let contract: Contract;
let file: string;
beforeAll(async () => {
  file = join(await mkdtemp(join(tmpdir(), "verify-")), "desk.json");
  await writeFile(file, JSON.stringify(desk, undefined, 2));
  contract = await loadContract(file);
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

async function run(
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

async function against<T>(fault: Fault, use: (url: string) => Promise<T>): Promise<T> {
  const server = await startContractServer(contract, fault);
  try {
    return await use(server.url);
  } finally {
    await server.close();
  }
}

async function failuresOf(fault: Fault, ...args: readonly string[]): Promise<Result[]> {
  const { out } = await against(fault, (url) => run(url, [...args, "--reporter", "json"]));
  const report: Report = JSON.parse(out);
  return report.results.filter(({ outcome }) => outcome === "failed");
}

test("A server that keeps a contract of other shapes agrees with it.", async () => {
  const { code, out } = await against({}, (url) => run(url, ["--write"]));
  expect(out).toMatch(/\n\d{3,} passed, 0 failed/);
  expect(code).toBe(0);
});

const answers = (
  change: (answer: Answer) => Partial<Answer>,
  operationId: string,
  status?: number,
): Fault => ({
  spoils: (answer, _, operation) =>
    operation?.operationId === operationId && (status === undefined || answer.status === status)
      ? { ...answer, ...change(answer) }
      : answer,
});

const member = (name: string, value: JsonValue | undefined): Fault =>
  answers(
    ({ body, headers }) => {
      const parsed: unknown = headers["content-type"] === "application/json" ? JSON.parse(body) : undefined;
      return isObject(parsed) ? { body: JSON.stringify({ ...parsed, [name]: value }) } : {};
    },
    "readTicket",
    200,
  );

const header =
  (name: string, value: string | undefined): ((answer: Answer) => Partial<Answer>) =>
  ({ headers: { [name]: _, ...rest } }) => ({
    headers: value === undefined ? rest : { ...rest, [name]: value },
  });

const overlooks = (part: string, reason = /.*/): Fault => ({
  overlooks: (refusal) => refusal.part === part && reason.test(refusal.reason),
});

const faults: readonly [name: string, finding: FindingName, about: RegExp, fault: Fault][] = [
  [
    "leaves out a header that is required",
    "response_headers_conformance",
    /^peekTicket/,
    answers(header("x-version", undefined), "peekTicket"),
  ],
  [
    "sends a header of another type",
    "response_headers_conformance",
    /^peekTicket/,
    answers(header("x-version", "new"), "peekTicket"),
  ],
  [
    "sends a header that is out of bounds",
    "response_headers_conformance",
    /^peekTicket/,
    answers(header("x-version", "0"), "peekTicket"),
  ],
  [
    "leaves out the header of a created thing",
    "response_headers_conformance",
    /^openTicket/,
    answers(header("location", undefined), "openTicket", 201),
  ],
  [
    "answers a HEAD with 204",
    "status_code_conformance",
    /^peekTicket/,
    answers(() => ({ status: 204 }), "peekTicket", 200),
  ],
  [
    "answers 200 to what it creates",
    "status_code_conformance",
    /^openTicket/,
    answers(() => ({ status: 200 }), "openTicket", 201),
  ],
  [
    "accepts for later what it is to create",
    "status_code_conformance",
    /^openTicket/,
    answers(() => ({ status: 202 }), "openTicket", 201),
  ],
  [
    "sends a body where there is none",
    "response_schema_conformance",
    /^openTicket/,
    answers(() => ({ body: "{}" }), "openTicket", 201),
  ],
  [
    "answers 200 with a body instead of 204",
    "status_code_conformance",
    /^closeTicket/,
    answers(() => ({ status: 200, body: "done" }), "closeTicket", 204),
  ],
  [
    "fails at deleting",
    "not_a_server_error",
    /^closeTicket/,
    answers(() => ({ status: 503 }), "closeTicket", 204),
  ],
  [
    "calls its text HTML",
    "content_type_conformance",
    /^readTicket/,
    answers(header("content-type", "text/html"), "readTicket", 200),
  ],
  [
    "leaves out the Content-Type",
    "content_type_conformance",
    /^readTicket/,
    answers(header("content-type", undefined), "readTicket", 200),
  ],
  ["leaves out a required member", "response_schema_conformance", /^readTicket/, member("id", undefined)],
  ["sends null for what is never null", "response_schema_conformance", /^readTicket/, member("id", null)],
  ["sends a date that is none", "response_schema_conformance", /^readTicket/, member("due", "tomorrow")],
  [
    "sends what is of none of the schemas",
    "response_schema_conformance",
    /^readTicket/,
    member("by", { kind: "ghost" }),
  ],
  [
    "sends a list that is too long",
    "response_schema_conformance",
    /^readTicket/,
    member("notes", ["1", "2", "3", "4", "5", "6"]),
  ],
  ["sends numbers in a list of texts", "response_schema_conformance", /^readTicket/, member("notes", [1])],
  [
    "sends what include did not ask for",
    "include_conformance",
    /^readTicket/,
    member("owner", { name: "Ada" }),
  ],
  [
    "refuses in another form",
    "response_schema_conformance",
    /^readTicket 4/,
    answers(() => ({ body: "{}" }), "readTicket", 400),
  ],
  ["takes requests without credentials", "ignored_auth", /^readTicket/, overlooks("security")],
  [
    "takes any token form",
    "ignored_auth",
    /^closeTicket/,
    { overlooks: ({ part }, { headers }) => part === "security" && "authorization" in headers },
  ],
  [
    "takes any number in the path",
    "negative_data_rejection",
    /path id against minimum/,
    overlooks("path id"),
  ],
  ["takes any value of include", "negative_data_rejection", /query include/, overlooks("query include")],
  [
    "takes any member of an object in the query",
    "negative_data_rejection",
    /query filter/,
    overlooks("query filter"),
  ],
  ["takes any cookie", "negative_data_rejection", /cookie trace/, overlooks("cookie trace")],
  ["takes any locale", "negative_data_rejection", /header X-Locale/i, overlooks("header x-locale")],
  ["takes no body for one", "negative_data_rejection", /^openTicket/, overlooks("body", /missing/)],
  [
    "takes bodies that break the schema",
    "negative_data_rejection",
    /^openTicket/,
    overlooks("body", /^The body at/),
  ],
  ["takes any media type", "negative_data_rejection", /^openTicket/, overlooks("body", /media type/)],
  [
    "refuses what may be left out",
    "positive_data_acceptance",
    /^readTicket/,
    {
      spoils: (answer, { target }) =>
        target.includes("filter")
          ? answer
          : { ...answer, status: answer.status === 200 ? 422 : answer.status },
    },
  ],
  [
    "refuses lists of more than one",
    "positive_data_acceptance",
    /^readTicket/,
    {
      spoils: (answer, { target }) =>
        /labels=.*labels=/.test(target)
          ? {
              ...answer,
              status: 400,
              headers: { "content-type": "application/problem+json" },
              body: '{"title":"x"}',
            }
          : answer,
    },
  ],
  [
    "takes methods that there are not",
    "unsupported_method",
    /./,
    { spoils: (answer) => (answer.status === 405 ? { ...answer, status: 200 } : answer) },
  ],
  [
    "takes paths that there are not",
    "status_code_conformance",
    /./,
    {
      spoils: (answer, _, operation) =>
        answer.status === 404 && operation === undefined ? { ...answer, status: 200 } : answer,
    },
  ],
];

describe("What breaks a contract of other shapes is found and named", () => {
  test.each(faults)("It %s.", async (_name, finding, about, fault) => {
    const failed = await failuresOf(fault, "--write");
    const named = failed.filter(
      ({ findings, title }) => about.test(title) && findings.some(({ name }) => name === finding),
    );
    expect(
      named,
      JSON.stringify(failed.map(({ findings, title }) => [title, findings]).slice(0, 5)),
    ).not.toEqual([]);
  });
});

test("A body of XML is not held to its schema as if it were a text.", () => {
  const [operation] = contract.operations;
  const media = operation?.responses[0]?.content[0];
  if (operation === undefined || media === undefined) throw new Error("The desk has an answer.");
  const xml = {
    ...operation,
    responses: [
      {
        ...operation.responses[0],
        status: "200",
        headers: [],
        description: "",
        pointer: "",
        content: [{ ...media, mediaType: "application/xml" }],
      },
    ],
  };
  const answer = {
    status: 200,
    headers: { "content-type": "application/xml; charset=utf-8" },
    body: "<ticket/>",
  };
  expect(checkResponse(xml, answer)).toEqual([]);
  expect(checkResponse(xml, { ...answer, headers: { "content-type": "application/json" } })).not.toEqual([]);
});

test("A run that has seen no success of an operation says so, though nothing has failed.", async () => {
  const reporters = ["tty", "markdown", "html"].flatMap((name) => ["--reporter", name]);
  const { code, out } = await against({}, (url) => run(url, reporters, {}));
  expect(code).toBe(0);
  expect(out.match(/No success of readTicket was seen/g)).toHaveLength(3);
  expect(out).not.toContain("No success of peekTicket");
});

/** What a shell sends when it is given a reproduction. */
async function replay(curl: string, environment: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)("sh", ["-c", curl], {
    env: { PATH: process.env["PATH"], ...environment },
  });
  return stdout;
}

test("A reproduction is as short as it can be, and runs as it is printed.", async () => {
  const fault = overlooks("cookie trace");
  const server = await startContractServer(contract, fault);
  try {
    const { out } = await run(server.url, ["--reporter", "json"]);
    const report: Report = JSON.parse(out);
    const found = report.results.find(({ isShortened, part }) => isShortened && part === "cookie trace");
    expect(found?.curl.split(" \\\n  ")).toEqual([
      `curl -i '${server.url}/tickets/1'`,
      expect.stringMatching(/^-H 'Cookie: trace=.*'$/),
      '-H "Authorization: Bearer $WORKFLOW_LOGIN"',
      "-H 'Accept:'",
    ]);
    expect(await replay(found?.curl ?? "", { WORKFLOW_LOGIN: "t0ken" })).toMatch(/^HTTP\/1.1 200 /);
    expect(server.requests.at(-1)?.headers).toMatchObject({ authorization: "Bearer t0ken" });
  } finally {
    await server.close();
  }
});

test("Every reproduction sends what the case sends.", async () => {
  const server = await startContractServer(contract, { spoils: (answer) => ({ ...answer, status: 500 }) });
  const cases = new Map(
    deriveCases(contract, { credentials: { login: "t0ken" } }).map((one) => [one.title, one]),
  );
  try {
    const { out } = await run(server.url, ["--write", "--reporter", "json"]);
    const report: Report = JSON.parse(out);
    const tried = report.results.filter(({ isShortened, outcome }) => outcome === "failed" && !isShortened);
    const sample = tried.filter((_, index) => index % 7 === 0);
    for (const { curl, title } of sample) {
      const before = server.requests.length;
      await replay(curl, { WORKFLOW_LOGIN: "t0ken" });
      const [sent, ...more] = server.requests.slice(before);
      expect(more).toEqual([]);
      expect(essence(sent), title).toEqual(essence(cases.get(title)?.request));
    }
    const methods = new Set(sample.map(({ title }) => cases.get(title)?.request.method));
    expect([...methods]).toEqual(expect.arrayContaining(["GET", "HEAD", "DELETE", "POST"]));
  } finally {
    await server.close();
  }
});

/** What of a request a case decides: not what a connection adds. */
function essence(request: CaseRequest | undefined): unknown {
  const headers = Object.entries(request?.headers ?? {})
    .map(([name, value]) => [name.toLowerCase(), value])
    .filter(([name]) => !/^(host|connection|user-agent|content-length)$/.test(name ?? ""));
  return { ...request, headers: Object.fromEntries(headers), body: request?.body };
}

test("What may write is not sent again to make it shorter.", async () => {
  const server = await startContractServer(
    contract,
    answers(() => ({ status: 500 }), "openTicket"),
  );
  try {
    const { out } = await run(server.url, ["--write", "--reporter", "json"]);
    const report: Report = JSON.parse(out);
    const posts = server.requests.filter(({ method }) => method === "POST");
    const cases = report.results.filter(
      ({ curl, outcome }) => curl.includes("-X POST") && outcome !== "skipped",
    );
    expect(posts).toHaveLength(cases.length);
    expect(report.results.filter(({ curl, isShortened }) => isShortened && curl.includes("-X POST"))).toEqual(
      [],
    );
  } finally {
    await server.close();
  }
});

const secrets = ["a", "0", "e1", "json", 'quo"te', "a$b`c", "per%cent&", "x".repeat(400)];

test.each(secrets)("The secret %j reaches the server and no report.", async (secret) => {
  const server = await startContractServer(contract, {
    ...overlooks("security"),
    spoils: (answer) => ({
      ...answer,
      headers: { ...answer.headers, "content-type": `text/${secret.replaceAll(/[^\w]/g, "")}` },
    }),
  });
  try {
    const few = ["--only", "scenario", "--only", "security"];
    const reporters = ["tty", "junit", "json", "markdown", "html", "sarif"].flatMap((name) => [
      "--reporter",
      name,
    ]);
    const masked = await run(server.url, ["--write", ...few, ...reporters], { WORKFLOW_LOGIN: secret });
    expect(server.requests.some(({ headers }) => Object.values(headers).includes(`Bearer ${secret}`))).toBe(
      true,
    );
    const other = await run(server.url, ["--write", ...few, ...reporters], { WORKFLOW_LOGIN: "another" });
    expect(masked.code).toBe(1);
    expect(masked.out).toContain("$WORKFLOW_LOGIN");
    expect(masked.out).not.toContain(`Bearer ${secret}`);
    if (secret.length > 6) expect(masked.out).not.toContain(secret);
    // Nothing else is garbled: a report is the same whatever the secret is.
    const lines = (text: string): number => text.split("\n").length;
    expect(lines(masked.out)).toBe(lines(other.out));
    expect(masked.out).toContain("WORKFLOW_LOGIN");
    expect(masked.out).toContain("The contract says");
  } finally {
    await server.close();
  }
});
