import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type RunningMock, startMock } from "@workflow-api/mock";
import { hasMarkers } from "@workflow-api/types/generate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callClient, contract, scenarios } from "./support.ts";

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock({ contract });
});
afterAll(() => mock.close());

const root = fileURLToPath(new URL("../../../", import.meta.url));
const manifest = fileURLToPath(import.meta.resolve("@workflow-api/types/package.json"));
const types = join(dirname(manifest), "openapi.d.ts");

/** A body that the mock sent, as TypeScript, with its type. */
async function receivedBodies(): Promise<{ readonly type: string; readonly value: string }[]> {
  const received = scenarios.map(async ({ operation, scenario }) => {
    const { response, status } = scenario;
    const documented = operation.responses.find((each) => each.status === status);
    if (response === undefined || documented === undefined) return [];
    const result = await callClient(mock.url, { operation, ...scenario });
    const body = "data" in result ? result.data : result.body;
    const path = [
      operation.operationId,
      "responses",
      documented.code,
      "content",
      response.mediaType,
    ];
    const keys = path.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `[${JSON.stringify(key)}]`));
    return [{ type: `Received<operations${keys.join("")}>`, value: JSON.stringify(body) }];
  });
  return (await Promise.all(received)).flat();
}

/** What the compiler says of constants. */
async function compile(
  constants: readonly { readonly type: string; readonly value: string }[],
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "types-"));
  const lines = constants.map(
    ({ type, value }, index) => `export const body${index}: ${type} = ${value};`,
  );
  const declared = [
    `import type * as openapi from ${JSON.stringify(types)};`,
    "type operations = openapi.operations;",
    // Only types of a contract with `readOnly` or `writeOnly` have it.
    `type Received<T> = ${hasMarkers(contract.document) ? "openapi.Readable<T>" : "T"};`,
  ];
  await writeFile(join(folder, "bodies.ts"), [...declared, ...lines].join("\n"));
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const args = [compiler, "--strict", "--noEmit", "--pretty", "false", "bodies.ts"];
  try {
    await promisify(execFile)(process.execPath, args, { cwd: folder });
    return [];
  } catch (error) {
    const { stdout } = error as { stdout: string };
    const errors = stdout.split("\n").filter((line) => line.startsWith("bodies.ts"));
    // A body may have more members than its type names; a literal in TypeScript may not.
    return errors.filter((line) => !line.includes("error TS2353:"));
  }
}

test("every body that the mock sends has the type of its response", async () => {
  const bodies = await receivedBodies();
  expect(bodies.length).toBeGreaterThan(0);
  expect(await compile(bodies)).toEqual([]);
});

test("a body of another type does not compile", async () => {
  const bodies = await receivedBodies();
  const wrong = bodies.map(({ type }) => ({ type, value: "Symbol()" }));
  expect(await compile(wrong)).toHaveLength(bodies.length);
});
