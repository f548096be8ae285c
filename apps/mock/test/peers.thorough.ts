import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import {
  contractFile,
  isObject,
  type JsonObject,
  loadContract,
  readContract,
} from "@workflow-api/contract";
import { build } from "esbuild";
import { expect, onTestFinished, test, vi } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { type Sendable, sendableCases } from "./support/expected.ts";

// Tools of others read the same contract, and the mock understands what they send. They are fetched
// when they are needed, and report to nobody.
vi.stubEnv("DO_NOT_TRACK", "1");
vi.stubEnv("SPECMATIC_DISABLE_TELEMETRY", "true");
const typescript = "typescript@5.9.3";
const hasJava = spawnSync("java", ["-version"]).status === 0;
if (!hasJava) process.stdout.write("Specmatic was not tried: this machine has no Java.\n");

const contract = loadContract();
// In a folder of the repository npx would take its TypeScript, which is too new for the generators.
const folder = await mkdtemp(join(tmpdir(), "peers-"));

/** Runs a program of packages from the registry. */
async function npx(packages: readonly string[], ...call: readonly string[]): Promise<string> {
  const options = ["-y", "--ignore-scripts", ...packages.flatMap((each) => ["-p", each]), "--"];
  const { stdout } = await promisify(execFile)("npx", [...options, ...call], {
    cwd: folder,
    maxBuffer: 1e8,
  });
  return stdout;
}

type Generated = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;
type Answer = Pick<Response, "headers" | "status"> & { readonly data: unknown };

const cases = sendableCases(contract);

async function startedMock(document: JsonObject = contract.document): Promise<RunningMock> {
  const mock = await startMock({ contract: readContract(document) });
  onTestFinished(() => mock.close());
  return mock;
}

/** Bundles a module that a generator has written, as its users do, and loads it. */
async function load(name: string, contents: string): Promise<Generated> {
  const outfile = join(folder, `${name}.mjs`);
  await build({ stdin: { contents, resolveDir: folder }, bundle: true, format: "esm", outfile });
  return import(/* @vite-ignore */ pathToFileURL(outfile).href);
}

/** The values of the parameters in one place. */
function valuesIn({ operation, values }: Sendable, place: string): Record<string, unknown> {
  const own = operation.parameters.filter(({ in: each, key }) => each === place && values.has(key));
  return Object.fromEntries(own.map(({ key, name }) => [name, values.get(key)]));
}

/** The cases in which a client gets another answer than the request as the contract writes it. */
async function differencesOf(
  { mock }: RunningMock,
  cases: readonly Sendable[],
  call: (one: Sendable) => Promise<Answer>,
): Promise<string[]> {
  const differences: string[] = [];
  for (const one of cases) {
    const { data, headers, status } = await call(one);
    const right = await mock.answer(one.request);
    const own = `${status} ${headers.get("mock-scenario")} ${JSON.stringify(data) ?? ""}`;
    if (own !== `${right.status} ${right.headers["mock-scenario"]} ${right.body}`)
      differences.push(`${one.title}: ${own}`);
  }
  return differences;
}

test("the client of hey-api sends every valid request as the contract has it", async () => {
  const args = ["-i", contractFile(), "-o", "hey-api", "-c", "@hey-api/client-fetch"];
  await npx(["@hey-api/openapi-ts@0.99.0", typescript], "openapi-ts", ...args);
  const client = await load("hey", 'export * from "./hey-api/sdk.gen";');
  const mock = await startedMock();
  const differences = await differencesOf(mock, cases, async (one) => {
    const { headers } = one.request;
    const answer = await client[one.operation.operationId]?.({
      baseUrl: mock.url,
      auth: ({ name = "authorization" }) => headers[name.toLowerCase()]?.replace(/^bearer /i, ""),
      path: valuesIn(one, "path"),
      query: valuesIn(one, "query"),
      headers: valuesIn(one, "header"),
      body: one.body,
    });
    const { data, error, response } = answer as Record<string, unknown> & { response: Response };
    return { status: response.status, headers: response.headers, data: data ?? error };
  });
  expect(differences).toEqual([]);
});

test("the client of orval encodes the commas of a list, and is understood", async () => {
  const mock = await startedMock();
  const output = { target: "orval.ts", client: "fetch", baseUrl: mock.url };
  const config = { own: { input: contractFile(), output } };
  await writeFile(join(folder, "orval.config.mjs"), `export default ${JSON.stringify(config)};`);
  await npx(["orval@8.38.0", typescript], "orval", "--config", "orval.config.mjs");
  const client = await load("orval", 'export * from "./orval";');
  const named = cases.filter(({ group }) => group === "scenario" || group === "include");
  const differences = await differencesOf(mock, named, async (one) => {
    const { operation, request } = one;
    const takesQuery = operation.parameters.some((parameter) => parameter.in === "query");
    const args = [
      ...Object.values(valuesIn(one, "path")),
      ...(takesQuery ? [valuesIn(one, "query")] : []),
    ];
    return (await client[operation.operationId]?.(...args, { headers: request.headers })) as Answer;
  });
  expect(differences).toEqual([]);
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
  const output = await npx(["specmatic@2.55.1"], "specmatic", ...args);
  const all = contract.operations.flatMap((operation) => operation.scenarios).length;
  expect(output).toContain(`Tests run: ${all}, Successes: ${all}, Failures: 0, WIP: 0, Errors: 0`);
  expect(output).toContain("100% API Coverage");
});
