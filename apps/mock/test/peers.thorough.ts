import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { contractFile, loadContract, readContract } from "@workflow-api/contract";
import { isObject, type JsonObject } from "@workflow-api/contract/json";
import { expect, onTestFinished, test, vi } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { type Sendable, sendableCases } from "./support/expected.ts";

// Tools of others read the same contract, and the mock understands what they send. They are fetched
// when they are needed, and report to nobody.
vi.stubEnv("DO_NOT_TRACK", "1");
vi.stubEnv("SPECMATIC_DISABLE_TELEMETRY", "true");
const hasJava = spawnSync("java", ["-version"]).status === 0;
if (!hasJava) process.stdout.write("Specmatic was not tried: this machine has no Java.\n");

const contract = loadContract();
// In a folder of the repository npx would take its TypeScript, which is too new for the generators.
const folder = await mkdtemp(join(tmpdir(), "peers-"));

/** Runs a program that npm fetches. */
async function npx(...args: readonly string[]): Promise<string> {
  const options = { cwd: folder, maxBuffer: 1e8 };
  const { stdout } = await promisify(execFile)("npx", ["-y", "--ignore-scripts", ...args], options);
  return stdout;
}

async function startedMock(document: JsonObject = contract.document): Promise<RunningMock> {
  const mock = await startMock({ contract: readContract(document) });
  onTestFinished(() => mock.close());
  return mock;
}

/** The values of the parameters in one place. */
function valuesIn({ operation, values }: Sendable, place: string): Record<string, unknown> {
  const own = operation.parameters.filter(({ in: each, key }) => each === place && values.has(key));
  return Object.fromEntries(own.map(({ key, name }) => [name, values.get(key)]));
}

interface Result {
  readonly response: Response;
  readonly data?: unknown;
  readonly error?: unknown;
}

type Generated = Readonly<Record<string, (call: object) => Promise<Result>>>;

test("the client of hey-api sends every valid request as the contract has it", async () => {
  const args = ["-i", contractFile(), "-o", "hey-api", "-c", "@hey-api/client-fetch"];
  const packages = ["-p", "@hey-api/openapi-ts@0.99.0", "-p", "typescript@5.9.3"];
  await npx(...packages, "--", "openapi-ts", ...args);
  const client: Generated = await import(/* @vite-ignore */ join(folder, "hey-api", "sdk.gen.ts"));
  const mock = await startedMock();
  for (const one of sendableCases(contract)) {
    const { headers } = one.request;
    const response = await client[one.operation.operationId]?.({
      baseUrl: mock.url,
      auth: ({ name = "authorization" }) => headers[name.toLowerCase()]?.replace(/^bearer /i, ""),
      path: valuesIn(one, "path"),
      query: valuesIn(one, "query"),
      headers: valuesIn(one, "header"),
      body: one.body,
    });
    const expected = await mock.mock.respond(one.request);
    const { headers: received, status } = response?.response ?? new Response();
    const sent = JSON.stringify(response?.data ?? response?.error) ?? "";
    expect([status, received.get("mock-scenario") ?? undefined, sent], one.title).toEqual([
      expected.status,
      expected.headers["mock-scenario"],
      expected.body,
    ]);
  }
});

/**
 * A contract as Specmatic reads it. It sends lists as repeated pairs whatever `explode` says, and a
 * list of one as a string (specmatic/specmatic#1749), so it is doubled. It wants each scenario to
 * name every required parameter.
 */
function asSpecmaticReads(document: JsonObject): JsonObject {
  const scenarios = contract.operations.flatMap((operation) => operation.scenarios);
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    if (!isObject(value)) return value;
    if (value["required"] === true && isObject(value["examples"])) {
      const [first] = Object.values(value["examples"]);
      const all = Object.fromEntries(scenarios.map(({ name }) => [name, first]));
      return { ...value, examples: { ...all, ...value["examples"] } };
    }
    const { explode, schema, value: list } = value;
    if (Array.isArray(list) && list.length === 1) return { ...value, value: [...list, ...list] };
    if (explode !== false || !isObject(schema)) return value;
    return { ...value, explode: true, schema: { ...schema, uniqueItems: false } };
  });
}

test("Specmatic's tests, one for each scenario, all pass on the mock", async () => {
  if (!hasJava) return;
  const document = asSpecmaticReads(contract.document);
  const mock = await startedMock(document);
  await writeFile(join(folder, "exploded.json"), JSON.stringify(document));
  const args = ["test", `--testBaseURL=${mock.url}`, "exploded.json"];
  const output = await npx("-p", "specmatic@2.55.1", "--", "specmatic", ...args);
  const all = contract.operations.flatMap((operation) => operation.scenarios).length;
  expect(output).toContain(`Tests run: ${all}, Successes: ${all}, Failures: 0, WIP: 0, Errors: 0`);
  expect(output).toContain("100% API Coverage");
});
