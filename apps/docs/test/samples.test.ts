import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { loadContract, readContract } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { afterAll, beforeAll, expect, it } from "vitest";
import { panelData } from "../src/model/panel-data.ts";
import {
  type Call,
  type Language,
  languages,
  sampleOf,
  typeSample,
} from "../src/samples/samples.ts";
import { type RecordedMock, root, startRecordedMock } from "./support.ts";

const run = promisify(execFile);
const hasPython = spawnSync("python3", ["-c", "import requests"]).status === 0;
const contract = loadContract();
let mock: RecordedMock;
let folder: string;

beforeAll(async () => {
  mock = await startRecordedMock();
  // Below this workspace, where the packages are that a sample imports.
  await mkdir(join(root, "node_modules"), { recursive: true });
  folder = await mkdtemp(join(root, "node_modules/.samples-"));
});
afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

/** Every scenario by every way of authenticating that it has, in each language. */
const samples = contract.operations.flatMap((operation) => {
  const data = panelData(contract, operation);
  return data.scenarios.flatMap((scenario) =>
    data.ways.flatMap((way, index) =>
      languages.map(({ name: language }) => ({
        language,
        data,
        way,
        scenario,
        name: `${operation.operationId}-${scenario.name}-${index}-${language}`,
      })),
    ),
  );
});

const callOf = ({ scenario, way }: (typeof samples)[number]): Call => ({
  address: mock.url,
  values: new Map(Object.entries(scenario.values)),
  body: scenario.body,
  way,
  secrets: new Map(),
  fails: scenario.status >= 400,
});

/** The programs of the guides that need nothing but the client. */
const guides = join(root, "src/content/docs/guides");
const snippets = (await readdir(guides)).flatMap((guide) =>
  [...readFileSync(join(guides, guide), "utf8").matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, text = ""], index) => ({ name: `guide-${guide.replace(".md", "")}-${index}`, text }))
    .filter(
      ({ text }) =>
        text.includes('"@workflow-api/client"') && !/"(vitest|msw|@workflow-api\/mock)/.test(text),
    ),
);

it("compiles each sample and each program of the guides strictly", async () => {
  for (const { name, text } of snippets) await writeFile(join(folder, `${name}.ts`), text);
  for (const sample of samples.filter(
    ({ language }) => language !== "curl" && language !== "Python",
  ))
    await writeFile(
      join(folder, `${sample.name}.ts`),
      `${sampleOf(sample.language, sample.data, callOf(sample))}export {};\n`,
    );
  for (const operation of contract.operations)
    for (const response of operation.responses)
      await writeFile(
        join(folder, `${operation.operationId}-${response.code}-type.ts`),
        `${typeSample(operation, response)}\nexport const status: Body extends object ? 1 : 2 = 1;\n`,
      );
  const config = {
    extends: "../../../../tsconfig.json",
    compilerOptions: {
      isolatedDeclarations: false,
      lib: ["es2023", "dom", "dom.iterable"],
      types: [],
    },
    include: ["*.ts"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const { stdout } = await run("tsc", ["-p", folder]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
});

it("sends the request of its scenario with each sample, and prints the answer", async () => {
  // The first way of each operation in every language: each sample is a process of its own.
  const runnable = samples.filter(
    ({ data, way, language }) => way === data.ways[0] && (language !== "Python" || hasPython),
  );
  for (const sample of runnable) {
    const before = mock.requests.length;
    const output = await outputOf(sample);
    const [sent] = mock.requests.slice(before);
    const { scenario, data } = sample;
    expect(mock.requests.length, sample.name).toBe(before + 1);
    expect(sent?.method, sample.name).toBe(data.method);
    for (const { in: place, name, key } of data.parameters)
      if (place === "header") {
        const written = String(sent?.headers[name.toLowerCase()] ?? "");
        // A platform may write a space between the items of a list.
        expect(written.replaceAll(", ", ","), sample.name).toBe([scenario.values[key]].join());
      }
    // The client's error says its status; its body is printed by whoever wants it.
    const isMessage = sample.language === "client" && scenario.status >= 400;
    const words = isMessage ? [String(scenario.status)] : wordsOf(scenario.answer);
    for (const word of words) expect(output, sample.name).toContain(word);
  }
});

it("reads an answer that may be none as text, and names no credentials where none are needed", () => {
  const further = readContract(furtherContract());
  const sampleFor = (id: string, language: Language["name"]): string => {
    const operation = further.operations.find(({ operationId }) => operationId === id);
    if (operation === undefined) throw new Error(`There is no operation ${id}`);
    const data = panelData(further, operation);
    const [scenario] = data.scenarios;
    if (scenario === undefined) throw new Error(`There is no scenario of ${id}`);
    return sampleOf(
      language,
      data,
      callOf({ language, data, way: data.ways[0] ?? [], scenario, name: "" }),
    );
  };
  expect(sampleFor("removeNote", "fetch")).toContain("await response.text()");
  expect(sampleFor("getHealth", "fetch")).toContain("await response.json()");
  expect(sampleFor("getHealth", "client")).not.toContain("auth");
  expect(sampleFor("removeNote", "client")).toContain("auth: { bearer:");
});

it.each(snippets)("runs the program $name", async ({ name, text }) => {
  // Node strips no types below a folder of packages.
  const code = stripTypeScriptTypes(text).replaceAll("http://127.0.0.1:4010", mock.url);
  await writeFile(join(folder, `${name}.mjs`), code);
  const { stdout } = await run(process.execPath, [join(folder, `${name}.mjs`)]);
  expect(stdout).not.toBe("");
});

async function outputOf(sample: (typeof samples)[number]): Promise<string> {
  const text = sampleOf(sample.language, sample.data, callOf(sample));
  if (sample.language === "curl")
    return (await run("sh", ["-c", text.replace(/^curl/, "curl --silent")])).stdout;
  if (sample.language === "Python") return (await run("python3", ["-c", text])).stdout;
  const file = join(folder, `${sample.name}.mjs`);
  await writeFile(file, text);
  return (await run(process.execPath, [file])).stdout;
}

/** The texts near the top of an answer: Node prints no more of what it logs. */
function wordsOf(answer: unknown, depth = 0): string[] {
  if (typeof answer === "string") return [answer];
  if (typeof answer !== "object" || answer === null || depth > 1) return [];
  return Object.values(answer).flatMap((each) => wordsOf(each, depth + 1));
}
