import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { format, promisify } from "node:util";
import {
  askedPointers,
  type JsonValue,
  loadContract,
  type Operation,
  parameterKey,
  projectIncludes,
  type Scenario,
  scenarioRequest,
} from "@workflow-api/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesBelow } from "../src/generate/write-files.ts";
import { answerKind } from "../src/samples/answer-kind.ts";
import { fill } from "../src/samples/fill.ts";
import { sampleAddress } from "../src/samples/sample-request.ts";
import { type Sample, samplesOf } from "../src/samples/samples.ts";
import { type Credential, credentialOf } from "../src/view/security.ts";
import { type Service, startMockProcess, startRecorder } from "./mock.ts";
import { shellWithCurl } from "./shell.ts";

const run = promisify(execFile);
const contract = await loadContract();
const committed = fileURLToPath(new URL("../generated/samples/", import.meta.url));
const rows = contract.operations.flatMap((operation) =>
  operation.scenarios.flatMap((scenario) =>
    samplesOf(contract, operation, scenario).map((sample) => ({
      operation,
      scenario,
      sample,
      path: sample.path.replace(/^samples\//, ""),
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

/** The body that the mock answers to a scenario: its example, without what it does not ask for. */
function expectedBody({ includes }: Operation, scenario: Scenario): JsonValue | undefined {
  if (scenario.response === undefined || !/^2/.test(String(scenario.status))) return scenario.response;
  const asked = askedPointers(includes, (parameter) => scenario.values.get(parameterKey(parameter)));
  return projectIncludes(includes, asked, scenario.response);
}

/** What a sample prints: of a success, the client prints the answer and the others its status too. */
function expectedOutput({ language }: Sample, scenario: Scenario, answered: JsonValue | undefined): string {
  const parts = language === "client" && /^2/.test(String(scenario.status)) ? [] : [scenario.status];
  const body = answerKind(scenario) === "bytes" ? new TextEncoder().encode(String(answered)) : answered;
  const printed = body === undefined ? parts : [...parts, body];
  return printed.length === 0 ? "" : `${format(...printed)}\n`;
}

/** The request of a scenario, with the credentials where their schemes put them. */
function expectedRequest(operation: Operation, scenario: Scenario, { way }: Sample) {
  const { method, target, headers, body = "" } = scenarioRequest(operation, scenario);
  const sent = way.flatMap((scheme) => credentialOf(scheme) ?? []);
  const placed = (place: Credential["in"]): string[][] =>
    sent
      .filter((each) => each.in === place)
      .map(({ name, prefix, placeholder }) => [
        name,
        prefix + (prefix === "Basic " ? Buffer.from(placeholder).toString("base64") : placeholder),
      ]);
  const query = placed("query").map(([name = "", value = ""]) => `${encodeURIComponent(name)}=${value}`);
  const cookies = placed("cookie").map((pair) => pair.join("="));
  const named = { ...headers, ...Object.fromEntries(placed("header")) };
  const cookie = [named["Cookie"] ?? [], cookies].flat().join("; ");
  const all: Readonly<Record<string, string>> = { ...named, ...(cookie === "" ? {} : { Cookie: cookie }) };
  return {
    method,
    target: [target, query.join("&")].filter(Boolean).join(target.includes("?") ? "&" : "?"),
    headers: all,
    body,
  };
}

describe("the committed samples", () => {
  test("are those that the contract generates: none is missing, edited or stale", async () => {
    const fresh = join(folder, "generated");
    await run(process.execPath, [
      fileURLToPath(new URL("../src/generate/main.ts", import.meta.url)),
      "--out",
      fresh,
    ]);
    const paths = await filesBelow(join(fresh, "samples"));
    expect(await filesBelow(committed), "Run `npm run generate`, and commit what it writes.").toEqual(paths);
    expect(paths).toEqual(rows.map(({ path }) => path).toSorted());
    for (const path of paths) {
      const message = `generated/samples/${path} is not what the contract generates: run \`npm run generate\` and commit it.`;
      expect(await readFile(join(committed, path), "utf8"), message).toBe(
        await readFile(join(fresh, "samples", path), "utf8"),
      );
    }
  });

  test("are strictly typed", async () => {
    const config = {
      extends: "../../../../tsconfig.json",
      compilerOptions: { noEmit: true, moduleDetection: "force" },
      include: ["../../generated/samples/**/*.ts"],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));
    await run(process.execPath, [tsc, "-p", folder]).catch(({ stdout }) => expect(stdout).toBe(""));
  });

  test("are one for each operation, scenario, way of authenticating and language", () => {
    for (const operation of contract.operations) {
      for (const { name } of operation.scenarios) {
        const own = rows.filter((row) => row.operation === operation && row.scenario.name === name);
        const languages = own.map(({ sample }) => `${sample.wayIndex} ${sample.language}`);
        const ways = operation.security.length === 0 ? [0] : operation.security.keys();
        const expected = [...ways].flatMap((way) =>
          ["curl", "fetch", "client"].map((language) => `${way} ${language}`),
        );
        expect(languages).toEqual(expected);
      }
    }
  });
});

/** What separates the parts of a form is for its sender to choose. */
function withoutBoundary(mediaType: string): string {
  return mediaType.replace(/^(multipart\/[^;]+);\s*boundary=.*/i, "$1");
}

/** The names and texts of a form in parts; any other body as it is. */
async function partsOf(body: string, type: string = ""): Promise<unknown> {
  if (!/^multipart\//i.test(type)) return body;
  const form = await new Response(body, { headers: { "Content-Type": type } }).formData();
  const parts = [...form].map(async ([name, value]) => [
    name,
    typeof value === "string" ? value : await value.text(),
  ]);
  return await Promise.all(parts);
}

/** A sample of a scenario. */
type Row = (typeof rows)[number];

/** Runs the text of a sample, with the address of a recorder before the mock in place of its own. */
async function execute({ operation, sample }: Row, text: string, key: string): Promise<string> {
  const own = new Map([[sampleAddress(operation), `${recorder.url}/${encodeURIComponent(key)}`]]);
  const file = join(folder, key);
  await writeFile(file, fill(text, sample.highlight, own));
  const [command, ...args] =
    sample.language === "curl" ? ["sh", "-c", `${shellWithCurl}. "${file}"`] : [process.execPath, file];
  return (await run(command ?? "", args)).stdout;
}

/** Holds what the text of a sample sends and prints to its scenario. */
async function check(row: Row, text: string, key: string): Promise<void> {
  const { operation, scenario, sample } = row;
  const output = await execute(row, text, key);
  const [exchange, ...others] = recorder.exchangesOf(encodeURIComponent(key));
  // What only reads, the client repeats where the same may succeed later.
  const isRepeatable = sample.language === "client" && /^(GET|HEAD)$/.test(operation.method);
  expect(others).toEqual(isRepeatable ? others.map(() => exchange) : []);
  const { method, target, headers, body } = expectedRequest(operation, scenario, sample);
  expect(exchange).toMatchObject({ method, target, status: scenario.status });
  for (const [name, value] of Object.entries(headers)) {
    const came = String(exchange?.headers[name.toLowerCase()]);
    expect([name, withoutBoundary(came)]).toEqual([name, withoutBoundary(value)]);
  }
  const type = exchange?.headers["content-type"];
  expect(await partsOf(exchange?.requestBody ?? "", type)).toEqual(
    await partsOf(body, headers["Content-Type"]),
  );
  const came = exchange?.body === "" ? undefined : exchange?.body;
  const answered = came !== undefined && answerKind(scenario) === "json" ? JSON.parse(came) : came;
  expect(answered).toEqual(expectedBody(operation, scenario));
  expect(output).toBe(
    sample.language === "curl" ? exchange?.body : expectedOutput(sample, scenario, answered),
  );
}

describe("each sample", () => {
  test.for(rows)("$path sends the scenario's request and prints its answer", async (row) => {
    const text = await readFile(join(committed, row.path), "utf8");
    await check(row, text, row.path.replaceAll("/", "--"));
  });
});

describe("a sample that is wrong is noticed", () => {
  const row = rows.find(({ sample, operation, scenario }) => {
    const { target } = scenarioRequest(operation, scenario);
    return sample.language === "fetch" && target.includes(",");
  });
  const tryEdited = async (name: string, edit: (text: string) => string): Promise<void> => {
    if (row === undefined) throw new Error("No scenario sends a list: the contract has a rule for that.");
    await check(row, edit(row.sample.text), `${name}.ts`);
  };

  test("if it sends a list by another style", async () => {
    const exploded = (text: string): string => text.replace(/([?&])([^=&]+)=([^,&]+),/, "$1$2=$3&$2=");
    await expect(tryEdited("style", exploded)).rejects.toThrow();
  });

  test("if it leaves a header out", async () => {
    await expect(
      tryEdited("header", (text) => text.replace(/^ {4}"?(X-|Authorization).*\n/m, "")),
    ).rejects.toThrow();
  });

  test("if it prints something else", async () => {
    await expect(tryEdited("output", (text) => text.replace("response.status, ", ""))).rejects.toThrow();
  });

  test("and the same sample as it is passes", async () => {
    await tryEdited("right", (text) => text);
  });
});

describe("the pages", () => {
  test("show each committed sample byte for byte, and give it as a file", async () => {
    for (const { operation, sample, path } of rows) {
      const dist = new URL("../dist/", import.meta.url);
      const text = await readFile(join(committed, path), "utf8");
      expect(await readFile(new URL(sample.path, dist), "utf8")).toBe(text);
      const html = await readFile(new URL(`reference/${operation.operationId}/index.html`, dist), "utf8");
      expect(textOf(html)).toContain(text.trimEnd());
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
