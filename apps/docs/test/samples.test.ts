import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { format, promisify } from "node:util";
import {
  type JsonValue,
  loadContract,
  type Operation,
  parameterKey,
  projectIncludes,
  type Scenario,
  scenarioRequest,
} from "@workflow-api/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fill } from "../src/samples/fill.ts";
import { sampleAddress } from "../src/samples/sample-request.ts";
import { type Sample, samplesOf } from "../src/samples/samples.ts";
import { credentialOf } from "../src/view/security.ts";
import { type Service, startMockProcess, startRecorder } from "./mock.ts";
import { shellWithCurl } from "./shell.ts";

const run = promisify(execFile);
const contract = await loadContract();
const rows = contract.operations.flatMap((operation) =>
  operation.scenarios.flatMap((scenario) =>
    samplesOf(contract, operation, scenario).map((sample) => ({
      operation,
      scenario,
      sample,
      path: sample.path,
    })),
  ),
);
// Inside the workspace, where its modules are found, but not inside node_modules, where Node runs no TypeScript.
const folder = fileURLToPath(new URL("../.reports/samples/", import.meta.url));
let mock: Service;
let recorder: Awaited<ReturnType<typeof startRecorder>>;

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  mock = await startMockProcess();
  recorder = await startRecorder(mock.url);
});

afterAll(async () => {
  await recorder?.close();
  await mock?.close();
});

function fileOf({ path }: Sample): string {
  return path.replaceAll("/", "--");
}

/** The body that the mock answers to a scenario: its example, without what it does not ask for. */
function expectedBody({ includes, parameters }: Operation, scenario: Scenario): JsonValue | undefined {
  const parameter = parameters.find(({ name }) => name === includes?.parameter);
  if (parameter === undefined || scenario.response === undefined || !/^2/.test(String(scenario.status))) {
    return scenario.response;
  }
  const asked = [scenario.values.get(parameterKey(parameter)) ?? []].flat();
  return projectIncludes(includes, asked.map(String), scenario.response);
}

/** What a sample prints: of a success, the client prints the answer and the others its status too. */
function expectedOutput({ language }: Sample, scenario: Scenario, body: JsonValue | undefined): string {
  const parts = language === "client" && /^2/.test(String(scenario.status)) ? [] : [scenario.status];
  const printed = body === undefined ? parts : [...parts, body];
  return printed.length === 0 ? "" : `${format(...printed)}\n`;
}

async function execute(sample: Sample): Promise<string> {
  const file = join(folder, fileOf(sample));
  const [command, ...args] =
    sample.language === "curl" ? ["sh", "-c", `${shellWithCurl}. "${file}"`] : [process.execPath, file];
  return (await run(command ?? "", args)).stdout;
}

describe("each sample", () => {
  beforeAll(async () => {
    for (const { operation, sample } of rows) {
      const address = `${recorder.url}/${fileOf(sample)}`;
      const own = new Map([[sampleAddress(operation), address]]);
      await writeFile(join(folder, fileOf(sample)), fill(sample.text, sample.highlight, own));
    }
  });

  test("is strictly typed", async () => {
    const config = {
      extends: "../../../../tsconfig.json",
      compilerOptions: { noEmit: true },
      include: ["*.ts"],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));
    await run(process.execPath, [tsc, "-p", folder]).catch(({ stdout }) => expect(stdout).toBe(""));
  });

  test.for(rows)(
    "$path sends the scenario's request and prints its answer",
    async ({ operation, scenario, sample }) => {
      const output = await execute(sample);
      const [exchange, ...others] = recorder.exchangesOf(fileOf(sample));
      expect(others).toEqual([]);
      const { method, target, headers, body } = scenarioRequest(operation, scenario);
      expect(exchange).toMatchObject({ method, status: scenario.status });
      expect(exchange?.target).toBe(target);
      for (const [name, value] of Object.entries(headers)) {
        expect([name, exchange?.headers[name.toLowerCase()]]).toEqual([name, value]);
      }
      expect(exchange?.requestBody).toBe(body ?? "");
      for (const scheme of sample.way) {
        const { name = "", prefix, placeholder } = { ...credentialOf(scheme) };
        expect(exchange?.headers[name.toLowerCase()]).toBe(`${prefix}${placeholder}`);
      }
      const expected = expectedBody(operation, scenario);
      const answered = exchange?.body ? JSON.parse(exchange.body) : undefined;
      expect(answered).toEqual(expected);
      expect(sample.language === "curl" ? output : "").toBe(sample.language === "curl" ? exchange?.body : "");
      if (sample.language !== "curl") {
        expect(output).toBe(expectedOutput(sample, scenario, answered));
      }
    },
  );
});

describe("the pages", () => {
  test("show each sample byte for byte, and give it as a file", async () => {
    for (const { operation, sample } of rows) {
      const dist = new URL("../dist/", import.meta.url);
      expect(await readFile(new URL(sample.path, dist), "utf8")).toBe(sample.text);
      const html = await readFile(new URL(`reference/${operation.operationId}/index.html`, dist), "utf8");
      const shown = textOf(html);
      expect(shown).toContain(sample.text.trimEnd());
    }
  });
});

function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

describe("the reader's values", () => {
  test("take the place of the placeholders, quoted for the language", () => {
    const values = new Map([
      ["YOUR_KEY", 'it\'s "mine"'],
      ["YOUR_KEY_2", "two"],
    ]);
    expect(fill("'a: YOUR_KEY' 'YOUR_KEY_2'", "bash", values)).toBe(`'a: it'\\''s "mine"' 'two'`);
    expect(fill('"YOUR_KEY"', "ts", values)).toBe(`"it's \\"mine\\""`);
    expect(fill("'YOUR_KEYS'", "bash", values)).toBe("'YOUR_KEYS'");
  });
});
