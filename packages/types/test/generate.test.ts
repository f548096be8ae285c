import { readFile } from "node:fs/promises";
import { loadContract } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { codeBlocks } from "@workflow-api/workspace/readme";
import ts from "typescript";
import { expect, test } from "vitest";
import { BANNER, generateTypes } from "../src/generate.ts";

test("the committed openapi.d.ts is what the contract generates, and says so", async () => {
  const committed = await readFile(new URL("../openapi.d.ts", import.meta.url), "utf8");
  const message =
    "openapi.d.ts is not what the contract generates: run `npm run generate` and commit it";
  expect(committed, message).toBe(await generateTypes(loadContract().document));
  expect(committed.split("\n", 1)).toEqual([BANNER]);
});

test("the types of the whole profile compile, and hold values to it", async () => {
  const use = `
type Body<O extends keyof operations> = operations[O] extends
  { requestBody?: { content: { "application/vnd.api+json": infer B } } } ? B : never;
export const all: Body<"searchTrees"> = {
  condition: { kind: "all", of: [{ kind: "color", color: "red" }] },
  marks: ["old", 7],
};
type Note = Readable<components["schemas"]["Note"]>;
export const note: Note = { number: 7, text: null, pinned: true };
type Query = operations["listNotes"]["parameters"]["query"];
export const page: Query = { "page[size]": 2, label: ["urgent"] };
// @ts-expect-error no color is blue
export const blue: components["schemas"]["Condition"] = { kind: "color", color: "blue" };
// @ts-expect-error the number is missing
export const unnumbered: Note = { text: null, pinned: true };
`;
  const types = await generateTypes(furtherContract());
  expect(diagnosticsOf(types + use)).toEqual([]);
});

test("an object without members holds any, a default may be absent, null is extended", async () => {
  const Loose = {
    type: "object",
    properties: { anything: { type: "object" }, weight: { type: "integer", default: 1 } },
  };
  const Nullable = { type: ["object", "null"], properties: { name: { type: "string" } } };
  const Named = { allOf: [{ $ref: "#/components/schemas/Nullable" }], required: ["name"] };
  const types = await generateTypes({
    openapi: "3.1.1",
    info: { title: "Loose", version: "1.0.0" },
    paths: {},
    components: { schemas: { Loose, Named, Nullable } },
  });
  expect(types).toContain("anything?: Record<string, unknown>;");
  expect(types).toContain("weight?: number;");
  const use = `
// @ts-expect-error the name is missing
export const named: components["schemas"]["Named"] = {};`;
  expect(diagnosticsOf(types + use)).toEqual([]);
});

test("the example of the README compiles", async () => {
  const [code = ""] = codeBlocks("packages/types/README.md", "ts");
  const types = await readFile(new URL("../openapi.d.ts", import.meta.url), "utf8");
  const use = code.replace(/^import .*$/m, "");
  expect(diagnosticsOf(`${types}${use}\nexport const id: VariableCage["id"] = "1";`)).toEqual([]);
  expect(code).toContain('import type { components } from "@workflow-api/types"');
});

/** What the compiler says of a text. */
function diagnosticsOf(text: string): string[] {
  const host = ts.createCompilerHost({});
  const source = ts.createSourceFile("types.ts", text, ts.ScriptTarget.ES2023);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name === "types.ts" ? source : getSourceFile(name, ...rest);
  const target = ts.ScriptTarget.ES2023;
  const lib = ["lib.es2023.d.ts"];
  const options = { strict: true, noEmit: true, target, lib, types: [], skipLibCheck: true };
  return ts
    .getPreEmitDiagnostics(ts.createProgram(["types.ts"], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
