import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { loadContract, readContract } from "@workflow-api/contract";
import { type MockProgram, startMock } from "@workflow-api/workspace/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { panelData } from "../src/model/panel-data.ts";
import { firstCall, languagesOf } from "../src/samples/samples.ts";
import { needed, root } from "./support.ts";

const run = promisify(execFile);
const hasPython = spawnSync("python3", ["-c", "import requests"]).status === 0;
const contract = loadContract();
let mock: MockProgram;
let folder: string;

beforeAll(async () => {
  mock = await startMock();
  // The packages that a sample imports are found from below this workspace.
  await mkdir(join(root, "node_modules"), { recursive: true });
  folder = await mkdtemp(join(root, "node_modules/.samples-"));
});
afterAll(async () => {
  await mock.stop();
  await rm(folder, { recursive: true });
});

interface Program {
  readonly name: string;
  readonly text: string;
}

/** The samples of each scenario with each security requirement, by their language. */
const samplesOf = (baseUrl: string) =>
  contract.operations.flatMap((operation) => {
    const data = panelData(contract, operation);
    return data.scenarios.flatMap((scenario) =>
      data.requirements.flatMap((requirement, index) =>
        languagesOf(data).map(({ name: language, write }) => ({
          language,
          operation,
          scenario,
          isFirst: index === 0,
          name: `${operation.operationId}-${scenario.name}-${index}-${language}`,
          text: write(data, {
            baseUrl,
            values: new Map(Object.entries(scenario.values)),
            body: scenario.body,
            requirement,
            secrets: new Map(),
          }),
        })),
      ),
    );
  });

/** The programs of the guides. */
async function programs(): Promise<Program[]> {
  const guides = join(root, "src/content/docs/guides");
  const found: Program[] = [];
  for (const guide of await readdir(guides))
    for (const [, text = ""] of (await readFile(join(guides, guide), "utf8")).matchAll(
      /```ts\n([\s\S]*?)```/g,
    ))
      found.push({ name: `guide-${found.length}`, text });
  return found;
}

it("compiles every TypeScript sample and every program of the guides", async () => {
  const typed = samplesOf(mock.url).filter(({ language }) => /fetch|TypeScript/.test(language));
  for (const { name, text } of [...(await programs()), ...typed])
    await writeFile(join(folder, `${name}.ts`), `${text}\nexport {};\n`);
  const lib = ["es2023", "dom", "dom.iterable"];
  const compilerOptions = { isolatedDeclarations: false, lib, types: [] };
  const config = { extends: "../../../../tsconfig.json", compilerOptions, include: ["*.ts"] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const { stdout } = await run("tsc", ["-p", folder]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
});

it.each(["curl", "fetch", "TypeScript", "Python"])(
  "sends the request of each scenario with its sample in %s",
  async (language) => {
    if (language === "Python" && !hasPython) return;
    const samples = samplesOf(mock.url).filter(
      (each) => each.language === language && each.isFirst,
    );
    await fetch(`${mock.url}/__mock/reset`, { method: "POST" });
    for (const sample of samples) {
      const output = await outputOf(language, sample);
      const { scenario } = sample;
      // Python and curl print the text; others, what they read in it.
      if (/curl|Python/.test(language))
        expect(output.replace(/\s/g, "")).toContain(scenario.response?.replace(/\s/g, "") ?? "");
    }
    expect(await (await fetch(`${mock.url}/__mock/requests`)).json()).toMatchObject(
      samples.map(({ operation: { operationId: operation }, scenario: { name: scenario } }) => ({
        explanation: { operation, scenario, reason: "matched" },
      })),
    );
  },
);

it("runs every program of the guides", async () => {
  for (const { name, text } of await programs()) {
    // Node strips no types below a folder of packages.
    const program = stripTypeScriptTypes(text).replaceAll("http://127.0.0.1:4010", mock.url);
    expect((await outputOf("TypeScript", { name, text: program })).trim(), name).not.toBe("");
  }
});

it("makes a valid call where there is no example, with a password and exact numbers", () => {
  const required = (name: string, schema: object) => ({
    in: "query",
    name,
    schema,
    required: true,
  });
  const schema = { type: "object", required: ["size"], properties: { size: { type: "integer" } } };
  const operation = {
    operationId: "putThing",
    security: [{ login: [] }],
    parameters: [
      { in: "path", name: "thingId", required: true, schema: { type: "string" } },
      required("kind", { type: "string", enum: ["small"] }),
      required("day", { type: "string", format: "date" }),
      required("page", { type: "string", default: "3" }),
      required("code", { type: "string", pattern: "^[A-Z]{3}$" }),
    ],
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: { "204": { description: "Done." } },
  };
  const login = { type: "http", scheme: "basic" };
  const read = readContract({
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: { "/things/{thingId}": { put: operation } },
    components: { securitySchemes: { login } },
  } as never);
  const [put] = read.operations;
  const data = panelData(read, needed(put));
  const call = needed(firstCall(data));
  const languages = languagesOf(data).filter(({ name }) => name !== "TypeScript");
  const texts = new Map(languages.map(({ name, write }) => [name, write(data, call)]));
  const target = /things\/your-thing-id\?kind=small&day=2024-01-31&page=3&code=[A-Z]{3}\b/;
  for (const text of texts.values()) expect(text).toMatch(target);
  expect(texts.get("curl")).toContain("-u 'your-name:your-password'");
  expect(texts.get("fetch")).toContain('"Basic " + btoa("your-name:your-password")');
  expect(texts.get("Python")).toContain('auth=("your-name", "your-password")');
  expect(texts.get("fetch")).toContain("await response.text()");
  expect(texts.get("curl")).toContain("-H 'Content-Type: application/json'");
  expect(texts.get("curl")).not.toContain("content-type");
  const typed = { ...call, body: '{"size":9223372036854775807}' };
  for (const { write } of languages) expect(write(data, typed)).toContain("9223372036854775807");
});

/** Runs a program, and returns what it printed. The typed client fails where an error comes. */
async function outputOf(language: string, { name, text }: Program): Promise<string> {
  if (language === "curl") return (await run("sh", ["-c", text])).stdout;
  if (language === "Python") return (await run("python3", ["-c", text])).stdout;
  const file = join(folder, `${name}.mjs`);
  await writeFile(file, text);
  const failed = ({ stdout }: { stdout: string }): { stdout: string } => ({ stdout });
  return (await run(process.execPath, [file]).catch(failed)).stdout;
}
