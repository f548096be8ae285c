import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JsonObject, type JsonValue, loadContract } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import type { Answer } from "../src/case.ts";
import { checkResponse, deriveAnswers, type Report, runVerify } from "../src/index.ts";
import { type Fault, startContractServer } from "./support/contract-server.ts";

const note: JsonObject = {
  type: "object",
  required: ["name", "pages"],
  properties: {
    name: { type: "string", minLength: 2 },
    pages: { type: "integer", minimum: 1 },
    code: { anyOf: [{ type: "integer" }, { const: "none" }] },
    tags: { type: "array", items: { enum: ["a", "b"] } },
    place: { type: "object", required: ["shelf"], properties: { shelf: { type: "integer" } } },
  },
};
const noteValue: JsonObject = { name: "Ada", pages: 3, tags: ["a", "b"], place: { shelf: 2 } };

/** An operation that answers with a body of a media type. */
function reading(operationId: string, mediaType: string, schema: JsonValue, value: JsonValue): JsonObject {
  const content = { [mediaType]: { schema, examples: { found: { value } } } };
  return { get: { operationId, responses: { "200": { description: "It is there.", content } } } };
}

const document: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Papers", version: "1.0.0" },
  paths: {
    "/form": reading("readForm", "application/x-www-form-urlencoded", note, noteValue),
    "/parts": reading("readParts", "multipart/form-data", note, noteValue),
    "/line": reading(
      "readLine",
      "text/plain",
      { type: "string", pattern: "^[A-Z]", maxLength: 12 },
      "A line",
    ),
    "/count": reading("readCount", "text/plain", { type: "integer", minimum: 1 }, 12),
    "/table": reading(
      "readTable",
      "text/csv",
      { type: "string", pattern: "^id,name\\n" },
      "id,name\n1,Ada\n",
    ),
    "/rows": reading("readRows", "text/csv", { type: "array", items: { type: "object" } }, "id\n1\n"),
    "/tree": reading("readTree", "application/xml", { type: "object", required: ["a"] }, "<tree><a/></tree>"),
    "/trees": {
      post: {
        operationId: "storeTree",
        requestBody: {
          content: {
            "application/xml": {
              schema: { type: "object", required: ["a"] },
              examples: { stored: { value: "<tree><a/></tree>" } },
            },
          },
        },
        responses: { "204": { description: "It is stored." } },
      },
    },
    "/mixed": reading("readMixed", "multipart/mixed", { type: "object" }, "--x--"),
    "/picture": reading("readPicture", "image/png", { type: "string", maxLength: 9 }, "png"),
    "/anything": reading("readAnything", "application/octet-stream", {}, "bytes"),
  },
};

const file = join(await mkdtemp(join(tmpdir(), "bodies-")), "papers.json");
await writeFile(file, JSON.stringify(document, undefined, 2));
const contract = await loadContract(file);

async function verify(fault: Fault, ...reporters: readonly string[]): Promise<{ code: number; out: string }> {
  const server = await startContractServer(contract, fault);
  const out: string[] = [];
  const print = (text: string): void => void out.push(text);
  const args = reporters.flatMap((name) => ["--reporter", name]);
  const surroundings = { environment: {}, print, printError: print, progress: undefined };
  const code = await runVerify(["--base-url", server.url, "--contract", file, ...args], surroundings);
  await server.close();
  return { code, out: out.join("") };
}

test("A server that keeps a contract of forms and texts agrees with it.", async () => {
  const { code, out } = await verify({}, "tty");
  expect(out).toMatch(/\d passed, 0 failed/);
  expect(code).toBe(0);
});

const form = (body: string): Partial<Answer> => ({ body });
/** A form of parts, as a server writes it. */
function parts(fields: Readonly<Record<string, string>>, named = "x", used = named): Partial<Answer> {
  const each = Object.entries(fields).map(
    ([name, text]) => `--${used}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  const headers = { "content-type": `multipart/form-data${named === "" ? "" : `; boundary=${named}`}` };
  return { headers, body: `${each.join("")}--${used}--\r\n` };
}

const right: readonly [operationId: string, answer: Partial<Answer>][] = [
  ["readForm", form("pages=7&name=Bo&unknown=1")],
  ["readForm", form("name=12&pages=7&tags=b")],
  ["readForm", form("name=Bo&pages=7&code=5")],
  ["readForm", form("name=Bo&pages=7&code=none")],
  ["readParts", parts({ name: "Bo", pages: "7" })],
  ["readParts", parts({ name: "Bo", pages: "7", place: '{"shelf":1}' }, '"a b"', "a b")],
  ["readLine", { body: "B" }],
  ["readCount", { body: "1" }],
  ["readTable", { body: "id,name\n" }],
];

const wrong: readonly [what: string, operationId: string, answer: Partial<Answer>, says: RegExp][] = [
  ["leaves out a field of a form", "readForm", form("name=Ada"), /required property 'pages'.*\(required\)/],
  ["sends a number that is too small", "readForm", form("name=Ada&pages=0"), /\/pages .*\(minimum\)/],
  ["sends a text for a number", "readForm", form("name=Ada&pages=many"), /\/pages .*\(type\)/],
  ["sends a name that is too short", "readForm", form("name=A&pages=1"), /\/name .*\(minLength\)/],
  ["sends what no schema of a field has", "readForm", form("name=Bo&pages=7&code=x"), /\/code /],
  ["sends an unknown item", "readForm", form("name=Ada&pages=1&tags=a&tags=c"), /\/tags\/1 .*\(enum\)/],
  ["sends JSON for a form", "readForm", form(JSON.stringify(noteValue)), /\(required\)/],
  ["leaves out a part", "readParts", parts({ name: "Ada" }), /\(required\)/],
  [
    "sends a part of the wrong type",
    "readParts",
    parts({ name: "Ada", pages: "many" }),
    /\/pages .*\(type\)/,
  ],
  [
    "sends a part of broken JSON",
    "readParts",
    parts({ name: "Ada", pages: "1", place: "{" }),
    /\/place .*\(type\)/,
  ],
  ["names no boundary", "readParts", parts({ name: "Ada", pages: "1" }, "", "x"), /no boundary/],
  ["names another boundary", "readParts", parts({ name: "Ada", pages: "1" }, "x", "y"), /has not the parts/],
  ["sends a line that is too long", "readLine", { body: "A line of many words" }, /its root .*\(maxLength\)/],
  ["sends another line", "readLine", { body: "a line" }, /\(pattern\)/],
  ["sends a text for a count", "readCount", { body: "many" }, /its root .*\(type\)/],
  ["sends a count that is too small", "readCount", { body: "0" }, /\(minimum\)/],
  ["sends a table with other columns", "readTable", { body: "name,id\nAda,1\n" }, /\(pattern\)/],
];

function spoil(operationId: string, change: Partial<Answer>): Fault {
  return {
    spoils: (answer, _, operation) =>
      operation?.operationId === operationId && answer.status === 200 ? { ...answer, ...change } : answer,
  };
}

function lineOfSchema(operationId: string): number | undefined {
  const operation = contract.operations.find((each) => each.operationId === operationId);
  const pointer = operation?.responses[0]?.content[0]?.pointer;
  return pointer === undefined ? undefined : contract.locate(pointer).line;
}

describe("What is no JSON is held to its schema", () => {
  test.each(right)("%s is right with %j.", async (operationId, answer) => {
    expect(await verify(spoil(operationId, answer), "tty")).toMatchObject({ code: 0 });
  });

  test.each(wrong)("A server that %s is found.", async (_what, operationId, answer, says) => {
    const { code, out } = await verify(spoil(operationId, answer), "json");
    const { results }: Report = JSON.parse(out);
    const failed = results.filter(({ outcome }) => outcome === "failed");
    expect(code).toBe(1);
    expect(new Set(failed.map((result) => result.operationId))).toEqual(new Set([operationId]));
    for (const { findings } of failed)
      for (const finding of findings)
        expect(finding).toEqual({
          name: "response_schema_conformance",
          message: expect.stringMatching(says),
          file: expect.stringContaining("papers.json"),
          line: lineOfSchema(operationId),
        });
  });
});

test("What cannot be held to its schema is said in every report that tells of coverage.", async () => {
  const { out } = await verify({}, "tty", "markdown", "html", "json");
  const said = [
    ["200 text/csv", "its schema is that of a list, which no text is"],
    ["200 application/xml", "XML is not read"],
    ["requests in application/xml", "XML is not read"],
    ["200 multipart/mixed", "of the multipart bodies only forms are read"],
    ["200 image/png", "it is no text"],
  ];
  for (const [body, reason] of said) expect(out.split(`${body}: ${reason}`)).toHaveLength(5);
  expect(out.match(/not checked: the body of/g)).toHaveLength(said.length);
  expect(out).not.toContain("application/octet-stream:");
});

test("Of forms and texts, too, an answer is allowed exactly if checking it finds nothing.", () => {
  const answers = deriveAnswers(contract);
  for (const { allowed, answer, operation, title } of answers)
    expect(checkResponse(operation, answer).length === 0, title).toBe(allowed);
  const told = new Set(answers.map(({ operation }) => operation.operationId));
  expect(told.size).toBe(contract.operations.length);
});
