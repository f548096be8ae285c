import { execFile } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { withOperations } from "@workflow-api/openapi/fixtures";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { BANNER, generateTypes } from "../src/generate-types.ts";

const run = promisify(execFile);
const contract = fileURLToPath(import.meta.resolve("@workflow-api/openapi/openapi.yaml"));
const committed = fileURLToPath(new URL("../openapi.d.ts", import.meta.url));
const command = fileURLToPath(new URL("../src/generate.ts", import.meta.url));

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "types-"));
  await redocly("bundle", contract, "--output", path.join(folder, "whole.yaml"));
});

describe("the committed openapi.d.ts", () => {
  test("is what the contract generates", async () => {
    const out = path.join(folder, "openapi.d.ts");
    await run(process.execPath, [command, "--out", out]);
    const message = "openapi.d.ts is not what the contract generates: run `npm run generate` and commit it";
    expect(await readFile(committed, "utf8"), message).toBe(await readFile(out, "utf8"));
  });

  test("says in its first line that it is generated", async () => {
    expect((await readFile(committed, "utf8")).split("\n", 1)).toEqual([BANNER]);
  });
});

describe("generateTypes", () => {
  test("generates types that compile, of a contract with operations of other shapes", async () => {
    const fragment = fileURLToPath(
      import.meta.resolve("@workflow-api/openapi/fixtures/third-operation.yaml"),
    );
    const file = path.join(folder, "extended.yaml");
    const whole = await readFile(path.join(folder, "whole.yaml"), "utf8");
    await writeFile(file, withOperations(whole, await readFile(fragment, "utf8")));
    const text = await generateTypes(file);
    expect(diagnosticsOf(text, path.join(folder, "extended.ts"))).toEqual([]);
    expect(text).toMatch(/^ {4}replaceLabel: \{$/m);
    expect(text).toMatch(/^ {4}removeLabel: \{$/m);
  });

  test("generates the same of a contract in several files, in another order", async () => {
    const whole = path.join(folder, "whole.yaml");
    await redocly("split", whole, "--outDir", path.join(folder, "parts"));
    const root = path.join(folder, "parts", "openapi.yaml");
    expect(await readFile(root, "utf8")).not.toContain("operationId");
    const text = await generateTypes(root);
    expect(linesOf(text)).toEqual(linesOf(await generateTypes(whole)));
    expect(diagnosticsOf(text, path.join(folder, "split.ts"))).toEqual([]);
  });

  test("lets an object without declared members hold any, and a member with a default be absent", async () => {
    const file = path.join(folder, "loose.yaml");
    await writeFile(
      file,
      `openapi: 3.1.1
info: { title: Loose, version: 1.0.0 }
paths: {}
components:
  schemas:
    Loose:
      type: object
      properties:
        anything: { type: object }
        weight: { type: integer, default: 1 }
`,
    );
    const text = await generateTypes(file);
    expect(text).toContain("anything?: Record<string, unknown>;");
    expect(text).toContain("weight?: number;");
  });

  test("compiles where a schema leads to itself through lists and alternatives alone", async () => {
    const file = path.join(folder, "recursive.yaml");
    await writeFile(
      file,
      `openapi: 3.1.1
info: { title: Recursive, version: 1.0.0 }
paths: {}
components:
  schemas:
    Json:
      description: "What { a program takes."
      oneOf:
        - { type: [string, "null"] }
        - { type: array, items: { $ref: "#/components/schemas/Json" } }
        - { type: object, additionalProperties: { $ref: "#/components/schemas/Json" } }
    Tree: { type: array, items: { $ref: "#/components/schemas/Tree" } }
    one.more: { type: array, items: { $ref: "#/components/schemas/one-more" } }
    one-more: { anyOf: [{ type: string }, { $ref: "#/components/schemas/one.more" }] }
    Pair: { type: array, prefixItems: [{ type: string }, { $ref: "#/components/schemas/Pair" }] }
    Node:
      type: object
      properties:
        next: { $ref: "#/components/schemas/Node", description: "Of { the list." }
        json: { $ref: "#/components/schemas/Json" }
`,
    );
    const text = await generateTypes(file);
    const use = `
type Schemas = components["schemas"];
export const tree: Schemas["Tree"] = [[], [[]]];
export const json: Schemas["Json"] = ["a", [null, { a: ["b"] }]];
export const node: Schemas["Node"] = { next: { json } };
// @ts-expect-error a tree has nothing but trees
export const bare: Schemas["Tree"] = [["a"]];
// @ts-expect-error there are no numbers
export const number: Schemas["Json"] = [[1]];
`;
    expect(diagnosticsOf(text + use, path.join(folder, "recursive.ts"))).toEqual([]);
    expect(text).toContain("        Node: {\n");
  });

  test("names the file of a contract that cannot be read", async () => {
    const absent = path.join(folder, "absent.yaml");
    await expect(generateTypes(absent)).rejects.toThrow(absent);
  });

  test("names the file and the reference of a contract that cannot be expressed", async () => {
    const file = path.join(folder, "broken.yaml");
    await writeFile(
      file,
      `openapi: 3.1.1
info: { title: Broken, version: 1.0.0 }
paths: {}
components: { schemas: { Broken: { $ref: "#/components/schemas/Absent" } } }
`,
    );
    await expect(generateTypes(file)).rejects.toThrow(/broken\.yaml.*resolve/s);
    const out = path.join(folder, "broken.d.ts");
    const refused: unknown = await run(process.execPath, [command, "--contract", file, "--out", out]).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/broken\.yaml.*resolve/s) });
    expect(refused).not.toMatchObject({ stderr: expect.stringMatching(/^\s+at /m) });
  });
});

/** Runs the CLI of Redocly, which writes less if it is told that it is tested. */
async function redocly(...args: readonly string[]): Promise<void> {
  const env = { ...process.env, NODE_ENV: "production" };
  await run("redocly", args, { env, shell: process.platform === "win32" });
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").sort();
}

/** What the compiler says of a file that holds these types and one use of them. */
function diagnosticsOf(text: string, file: string): string[] {
  const host = ts.createCompilerHost({});
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => (name === file ? source : getSourceFile(name, ...rest));
  const options = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2023, types: [] };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
