import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { loadContract, readContract } from "@workflow-api/contract";
import { type MockProgram, startMock } from "@workflow-api/workspace/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { panelData } from "../src/model/panel-data.ts";
import { firstCall, languagesOf } from "../src/samples/samples.ts";
import { hasPython, needed, root } from "./support.ts";

const run = promisify(execFile);
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
const samples = () =>
  contract.operations.flatMap((operation) => {
    const data = panelData(contract, operation);
    const scenarios = data.examples.filter(({ origin }) => origin === "scenario");
    return scenarios.flatMap((scenario) =>
      data.requirements.flatMap((requirement, index) =>
        languagesOf(data).map(({ name: language, write }) => ({
          language,
          operation,
          scenario,
          isFirst: index === 0,
          name: `${operation.operationId}-${scenario.name}-${index}-${language}`,
          text: write(data, {
            ...needed(firstCall(data)),
            baseUrl: mock.url,
            values: new Map(Object.entries(scenario.values)),
            body: scenario.body,
            requirement,
          }),
        })),
      ),
    );
  });

it.each(["curl", "TypeScript", "Python"])(
  "sends the request of each scenario with its sample in %s",
  async (language) => {
    if (language === "Python" && !hasPython) return;
    const sent = samples().filter((each) => each.language === language && each.isFirst);
    await fetch(`${mock.url}/__mock/reset`, { method: "POST" });
    await runPrograms(language, sent);
    expect(await (await fetch(`${mock.url}/__mock/requests`)).json()).toMatchObject(
      sent.map(({ operation: { operationId: operation }, scenario: { name: scenario } }) => ({
        explanation: { operation, scenario, reason: "matched" },
      })),
    );
  },
);

it("makes a valid call where there is no example, with a password and exact numbers", () => {
  const required = { in: "query", required: true };
  const operation = {
    operationId: "putThing",
    security: [{ login: [] }],
    parameters: [
      { ...required, in: "path", name: "thingId", schema: { type: "string" } },
      { ...required, name: "kind", schema: { type: "string", enum: ["small"] } },
      { ...required, name: "day", schema: { type: "string", format: "date" } },
      { ...required, name: "page", schema: { type: "string", default: "3" } },
      { ...required, name: "code", schema: { type: "string", pattern: "^[A-Z]{3}$" } },
    ],
    requestBody: { required: true, content: { "application/json": { schema: {} } } },
    responses: {
      "200": {
        description: "Done.",
        content: { "application/json": { schema: {}, examples: { done: { value: 1 } } } },
      },
    },
  };
  const read = readContract({
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: { "/things/{thingId}": { put: operation } },
    components: { securitySchemes: { login: { type: "http", scheme: "basic" } } },
  } as never);
  const data = panelData(read, needed(read.operations[0]));
  // The example of the response has a request that is completed from the schemas.
  expect(data.examples).toMatchObject([{ name: "done", origin: "scenario" }]);
  const call = { ...needed(firstCall(data)), body: '{"size":9223372036854775807}' };
  const target = /things\/your-thing-id\?kind=small&day=2024-01-31&page=3&code=[A-Z]{3}\b/;
  for (const [language, password] of [
    ["curl", "-u 'your-name:your-password'"],
    ["Python", 'auth=("your-name", "your-password")'],
  ] as const) {
    const text = languagesOf(data)
      .find(({ name }) => name === language)
      ?.write(data, call);
    expect(text).toMatch(target);
    expect(text).toContain(password);
    expect(text).toContain("9223372036854775807");
    expect(text?.match(/content-type/gi)).toHaveLength(1);
  }
});

/** Runs programs, one after the other. The typed client fails where an error comes. */
async function runPrograms(language: string, programs: readonly Program[]): Promise<unknown> {
  const texts = programs.map(({ text }) => text);
  if (language === "curl") return await run("sh", ["-c", texts.join("\n")]);
  if (language === "Python") return await run("python3", ["-c", texts.join("\n")]);
  const files = programs.map(({ name }) => `./${name}.mjs`);
  for (const [index, file] of files.entries())
    await writeFile(join(folder, file), texts[index] ?? "");
  const main = files.map((file) => `await import("${file}").catch(() => undefined);\n`).join("");
  await writeFile(join(folder, "main.mjs"), main);
  return await run(process.execPath, [join(folder, "main.mjs")]);
}
