import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { growContract } from "@workflow-api/workspace/fixtures";
import { beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { ContractError, contractFile, contractOf, loadContract, readSource } from "../src/index.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "contract-load-"));
});

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** What loading says, with the folder left out. */
function messageOf(file: string): string {
  try {
    loadContract(file);
    return "";
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return error.message.replaceAll(`${folder}/`, "");
  }
}

const head = 'openapi: 3.1.1\ninfo: { title: T, version: "1" }\n';

test("the contract of the service is what is loaded without a file", () => {
  const { file, operations, locate } = loadContract();
  expect(file).toBe(resolve(contractFile()));
  expect(operations.map(({ operationId }) => operationId)).toContain("getVariablesCage");
  expect(resolve(locate("/paths").file)).toBe(file);
});

test.each([
  [
    "paths: [\n",
    "broken.yaml:4: Flow sequence in block collection must be sufficiently indented and end with a ]",
  ],
  ["paths: {}\npaths: {}\n", "broken.yaml:4: this name occurs twice in one object: remove one"],
  [
    "paths: {}\n---\na: 1\n",
    "broken.yaml:4: a file holds one document, and a second one begins here",
  ],
  [
    "paths: &a { /x: *a }\n",
    "broken.yaml:3: an alias refers to what contains it, or stands for too much: write the value itself",
  ],
  ["paths: *nowhere\n", "broken.yaml:3: an alias has no anchor before it: write the value itself"],
  [
    "paths:\n  /a:\n    head: {}\n  b: {}\nwebhooks: {}\n",
    `broken.yaml:5: path "/a" has head, which this kit does not support: use GET, POST, PUT, PATCH or DELETE (/paths/~1a/head)
broken.yaml:6: path "b" does not begin with a slash: add one (/paths/b)
broken.yaml:7: the document has webhooks, which this kit does not support: leave them out: nothing calls them (/webhooks)`,
  ],
])("a broken file is refused with the lines of its problems: %j", (text, message) => {
  expect(messageOf(write("broken.yaml", head + text))).toBe(message);
});

test.each(["", "- 1\n", "text", "null"])("a file that holds no object is refused: %j", (text) => {
  expect(messageOf(write("odd.yaml", text))).toBe("odd.yaml:1: the file holds no object");
});

test("a file that cannot be read is refused by the name that it was given", () => {
  mkdirSync(join(folder, "folder"));
  expect(messageOf("lost/openapi.yaml")).toBe("lost/openapi.yaml:1: there is no such file");
  expect(messageOf(join(folder, "folder"))).toBe("folder:1: this is a folder: name the file in it");
});

test("JSON, a byte order mark, anchors and merge keys are read", () => {
  const json = write(
    "contract.json",
    JSON.stringify({ openapi: "3.1.1", info: { title: "T", version: "1" }, paths: {} }, null, "\t"),
  );
  expect(loadContract(json).info.title).toBe("T");
  const yaml = `\uFEFF${head}paths:
  /a:
    get: &get { operationId: getA, responses: &ok { "204": { description: Done. } } }
    post: { <<: *get, operationId: postA }
`;
  const contract = loadContract(write("merged.yaml", yaml));
  expect(
    contract.operations.map(({ operationId, responses }) => [operationId, responses[0]?.status]),
  ).toEqual([
    ["getA", 204],
    ["postA", 204],
  ]);
});

test("a pointer is found in its line, and one that leads nowhere in that of what holds it", () => {
  const file = write(
    "lines.yaml",
    `${head}paths:\n  /a:\n    get:\n      operationId: a\n      tags: [x, y]\n      responses: {}\n`,
  );
  const { locate } = loadContract(file);
  expect(locate("/paths/~1a/get/tags/1")).toEqual({
    file,
    line: 7,
    column: 17,
    pointer: "/paths/~1a/get/tags/1",
  });
  expect(locate("/paths/~1a/get/summary")).toEqual({
    file,
    line: 5,
    column: 5,
    pointer: "/paths/~1a/get",
  });
});

test("a source that was cloned, as between threads, gives the same contract", () => {
  const source = readSource(contractFile());
  const { document, operations } = contractOf(structuredClone(source));
  expect({ document, operations }).toEqual({
    document: loadContract().document,
    operations: loadContract().operations,
  });
});

test("a contract of many operations is read as one of few", () => {
  const few = loadContract().operations;
  const { operations } = loadContract(write("many.yaml", stringify(growContract(30 * few.length))));
  expect(operations).toHaveLength(30 * few.length);
  expect(operations.at(-1)?.scenarios.length).toBe(few.at(-1)?.scenarios.length);
});
