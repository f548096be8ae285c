import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { bareLoops } from "../rules/bare-loops.ts";
import { runRedocly } from "./redocly-cli.ts";

const library = await readFile(new URL("./fixtures/library.yaml", import.meta.url), "utf8");

/** The library with further schemas at its end. */
function withSchemas(...schemas: readonly string[]): string {
  const parts = library.split("\n  schemas:\n");
  if (parts.length !== 2) throw new Error("The library has schemas.");
  return parts.join(`\n  schemas:\n${schemas.map((schema) => `    ${schema}\n`).join("")}`);
}

const refer = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;
const itself = withSchemas(`Itself: ${refer("Itself")}`);
const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split("\n").length;

test("A reference that leads to itself is named with its place", () => {
  expect(bareLoops(itself)).toEqual([
    { reference: "#/components/schemas/Itself", line: lineOf(itself, "Itself:"), column: 21 },
  ]);
});

test("References that lead to one another are named, and not who refers to them", () => {
  const text = withSchemas(`One: ${refer("Other")}`, `Other: ${refer("One")}`, `Third: ${refer("One")}`);
  expect(bareLoops(text).map(({ line }) => line)).toEqual([lineOf(text, "One:"), lineOf(text, "Other:")]);
});

test.each([
  ["a contract without any", library],
  ["a loop through a member", withSchemas(`Tree: { type: object, properties: { kin: ${refer("Tree")} } }`)],
  ["a reference to nothing", withSchemas(`Lost: ${refer("Nowhere")}`)],
  ["a reference to another file", withSchemas('Far: { $ref: "./far.yaml#/components/schemas/Far" }')],
])("Of %s nothing is said", (_what, text) => {
  expect(bareLoops(text)).toEqual([]);
});

test("The lint ends with the place; Redocly alone ends without one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "openapi-loops-"));
  const file = join(folder, "openapi.yaml");
  await writeFile(file, itself);
  const script = fileURLToPath(new URL("../rules/bare-loops.ts", import.meta.url));
  const run = promisify(execFile)(process.execPath, [script, file]);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(`^${file}:${lineOf(itself, "Itself:")}:21 This \\$ref leads to #`),
  });
  const config = fileURLToPath(new URL("../redocly.yaml", import.meta.url));
  const alone = await runRedocly(folder, ["lint", file, "--config", config, "--format", "json"]);
  expect(alone).not.toContain("Itself");
  await rm(folder, { recursive: true });
});

test("The lint of this folder looks for them first", async () => {
  const manifest = await readFile(new URL("../package.json", import.meta.url), "utf8");
  expect(JSON.parse(manifest).scripts.lint).toMatch(/^node rules\/bare-loops\.ts openapi\.yaml && redocly /);
});
