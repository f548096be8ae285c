import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { loadContract, readContract } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { type MockProgram, startMock } from "@workflow-api/workspace/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseJson } from "../src/json-text.ts";
import { panelData } from "../src/model/panel-data.ts";
import { firstCall, languagesOf, typeSample } from "../src/samples/samples.ts";
import { needed, root } from "./support.ts";

const run = promisify(execFile);
const hasPython = spawnSync("python3", ["-c", "import requests"]).status === 0;
const contract = loadContract();
const mark = "--- next sample ---";
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

/** The samples of a contract: each scenario with each security requirement, by its language. */
const samplesOf = (baseUrl: string, shown = contract) =>
  shown.operations.flatMap((operation) => {
    const data = panelData(shown, operation);
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
            fails: scenario.status >= 400,
          }),
        })),
      ),
    );
  });

/** The programs of the guides that need nothing but the client. */
const guides = join(root, "src/content/docs/guides");
const programs = (await readdir(guides)).flatMap((guide) =>
  [...readFileSync(join(guides, guide), "utf8").matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, text = ""], index) => ({ name: `guide-${guide.replace(".md", "")}-${index}`, text }))
    .filter(
      ({ text }) =>
        text.includes('"@workflow-api/client"') && !/"(vitest|msw|@workflow-api\/mock)/.test(text),
    ),
);

it("compiles every TypeScript sample and every program of the guides", async () => {
  const typed = samplesOf(mock.url).filter(({ language }) => !/curl|Python/.test(language));
  const types = contract.operations.flatMap((operation) =>
    operation.responses.map((response) => ({
      name: `${operation.operationId}-${response.code}-type`,
      text: `${typeSample(operation, response)}
        export const hasBody: Body extends object ? true : false = ${response.content.length > 0};`,
    })),
  );
  for (const { name, text } of [...programs, ...typed, ...types])
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
    const outputs = await outputsOf(language, samples);
    expect(await (await fetch(`${mock.url}/__mock/requests`)).json()).toMatchObject(
      samples.map(({ operation: { operationId: operation }, scenario: { name: scenario } }) => ({
        explanation: { operation, scenario, reason: "matched" },
      })),
    );
    for (const [index, { name, scenario }] of samples.entries()) {
      // The client's error shows the status; its body is for the program that catches it.
      const isMessage = language === "TypeScript" && scenario.status >= 400;
      const words = isMessage
        ? [String(scenario.status)]
        : wordsOf(parseJson(scenario.response ?? ""));
      // Some print JSON, in which quotes are escaped.
      const output = outputs[index]?.replaceAll('\\"', '"');
      for (const word of words) expect(output, name).toContain(word);
    }
  },
);

it("reads a response that may have no body as text, and sends no credentials without need", () => {
  const samples = samplesOf("http://mock", readContract(furtherContract()));
  const sampleFor = (id: string, language: string): string | undefined =>
    samples.find((each) => each.operation.operationId === id && each.language === language)?.text;
  expect(sampleFor("removeNote", "fetch")).toContain("await response.text()");
  expect(sampleFor("getHealth", "fetch")).toContain("await response.json()");
  expect(sampleFor("getHealth", "TypeScript")).not.toContain("auth");
  expect(sampleFor("removeNote", "TypeScript")).toContain("auth: { bearer:");
});

it("makes a valid call where the contract has no example, with a password and exact numbers", () => {
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
      required("page", { type: "integer", default: 3 }),
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
  const typed = { ...call, body: '{"size":9223372036854775807}' };
  for (const { write } of languages) expect(write(data, typed)).toContain("9223372036854775807");
});

it("runs every program of the guides", async () => {
  const texts = programs.map(({ name, text }) => ({
    name,
    // Node strips no types below a folder of packages.
    text: stripTypeScriptTypes(text).replaceAll("http://127.0.0.1:4010", mock.url),
  }));
  const outputs = await outputsOf("TypeScript", texts);
  for (const [index, { name }] of texts.entries())
    expect(outputs[index]?.trim(), name).not.toBe("");
});

/** Runs programs one after another in one process, and returns what each printed. */
async function outputsOf(
  language: string,
  samples: readonly { readonly name: string; readonly text: string }[],
): Promise<string[]> {
  const texts = samples.map(({ text }) => text);
  if (language === "curl") {
    const script = texts.map((text) => text.replace(/^curl/, "curl --silent"));
    return split(await run("sh", ["-c", script.join(`\necho '\n${mark}'\n`)]));
  }
  if (language === "Python")
    return split(await run("python3", ["-c", texts.join(`\nprint("${mark}")\n`)]));
  for (const { name, text } of samples) await writeFile(join(folder, `${name}.mjs`), text);
  const imports = samples.map(({ name }) => `await import("./${name}.mjs");`);
  await writeFile(join(folder, "all.mjs"), imports.join(`\nconsole.log("${mark}");\n`));
  return split(await run(process.execPath, [join(folder, "all.mjs")]));
}

const split = ({ stdout }: { readonly stdout: string }): string[] => stdout.split(mark);

/** The strings near the top of a response: Node prints no more of what it logs. */
function wordsOf(body: unknown, depth = 0): string[] {
  if (typeof body === "string") return [body];
  if (typeof body !== "object" || body === null || depth > 1) return [];
  return Object.values(body).flatMap((each) => wordsOf(each, depth + 1));
}
