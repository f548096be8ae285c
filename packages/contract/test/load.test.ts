import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ContractError, contractFile, contractOf, loadContract, readSource } from "../src/index.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "contract-load-"));
});

function write(name: string, text: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** What loading says, without the folder. */
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

test("a broken contract is refused with the lines of its problems", () => {
  const text = "paths:\n  /a:\n    trace: {}\n  b: {}\ntag: {}\n";
  expect(messageOf(write("broken.yaml", head + text)).split("\n")).toEqual([
    'broken.yaml:5: path "/a" has trace, which is not supported: ' +
      "use GET, POST, PUT, PATCH or DELETE (/paths/~1a/trace)",
    'broken.yaml:6: path "b" does not begin with a slash: add one (/paths/b)',
    "broken.yaml:7: the document has tag, which is not supported: write tags (/tag)",
  ]);
});

const deep = (depth: number): string => `x-a: ${"[".repeat(depth)}${"]".repeat(depth)}\n`;

/** Lists of ten aliases each of the list before. */
const grown = Array.from(
  { length: 9 },
  (_, index) => `x-a${index + 1}: &a${index + 1} [${Array(10).fill(`*a${index}`).join()}]\n`,
).join("");

// What a file has after its head, the reported line, and a part of the message.
const refused: readonly (readonly [text: string, line: number, expected: string])[] = [
  ["paths: [\n", 4, "a bracket before it is not closed"],
  ["x-a: |\n  *nowhere\nx-b: *nowhere\n", 5, "*nowhere has no anchor that ends before it"],
  ["x-a: !!binary aGk=\n", 3, "not every parser knows this tag"],
  ["x-a:\n  200: a\n  '200': b\n", 5, "this name occurs twice in one object: remove one"],
  ["components: { schemas: { A: { properties: { __proto__: {} } } } }\n", 3, "reserved"],
  ["x-a: 1\n---\nb: 1\n", 4, "a second one begins here"],
  ["x-a: &a { b: *a }\n", 3, "*a has no anchor that ends before it"],
  ["x-a:\n  ? [a]\n  : b\n", 4, "the name of a member is not a string"],
  ["x-a:\n  1.10: b\n", 4, "the name 1.10 is not read the same by every parser"],
  ["x-a: a\0b\n", 3, "this line has a control character"],
  ["x-a: 'a'\nx-b: \"a\\0b\"\n", 4, "this string has NUL"],
  [deep(501), 3, "this is nested deeper than 500"],
  [
    `x-a: &a ${"[".repeat(300)}${"]".repeat(300)}\nx-b: [${"[".repeat(300)}*a${"]".repeat(301)}\n`,
    4,
    "deeper",
  ],
  ["x-a: 9007199254740993\n", 3, "beyond 2^53"],
  ["x-a: 1e400\n", 3, "1e400 is not a JSON number"],
  ["tags: [{ name: 007 }]\n", 3, "007 is not read the same by every parser"],
  ["x-a: &a {}\nx-b:\n  <<: *a\n", 5, "not every parser merges objects"],
  ["x-a: 1\n<<<<<<< HEAD\nx-b: 1\n", 4, "a merge conflict begins here"],
  ["x-a: 1\n=======\nx-b: 1\n", 4, "left over from a merge conflict"],
  ["x-a: 1\ntext\n", 4, "this line has no colon after a name"],
  ['x-a: "\\d"\n', 3, "a backslash begins an escape"],
  ["x-a:\n  description: a: b\n", 4, "this line has a second colon"],
  ["x-a: *bold*\n", 3, "put a string that begins with * in quotes"],
  ["x-a: **bold** text\n", 3, "must be in quotes as a whole"],
  ["x-a:\n  $ref: #/components/schemas/A\n", 4, "put the reference in quotes"],
  ["x-a: { $ref: #/components/schemas/A }\n", 3, "put the reference in quotes"],
  ["x-a: > b\n", 3, "put a string that begins with -, > or | in quotes"],
  ["x-a:\n  b: 'c\nx-b: 1\n", 4, "a string in quotes does not end"],
  ["x-a:\n  b: 1\n   c: 2\n", 5, "this line is indented deeper than the one above"],
  ["x-a:b\nx-c: 1\n", 3, "put a space after the dash or the colon"],
  ["x-a: [1]]\n", 3, "this bracket closes nothing"],
  ["x-a: { b: 1 c: 2 }\n", 3, "a comma is missing before this"],
  ["x-a:\n  - 1\n  -\n  - !b\n", 6, "not every parser knows this tag"],
  ["x-a: @a\n", 3, "a string that begins with this character must be in quotes"],
  ["x-a:\n\tb: 1\n", 4, "this line is indented with a tab"],
  [`x-a0: &a0 [1, 1]\n${grown}`, 9, "aliases repeat more than 1000000 values"],
];

test.each(refused)(
  "what some parser loses or reads differently is refused: %j",
  (text, line, expected) => {
    const message = messageOf(write("lost.yaml", `${head}${text}`)).replace(/^.* no paths.*\n/, "");
    expect(message).toMatch(new RegExp(`^lost\\.yaml:${line}: .*`));
    expect(message.split("\n")).toHaveLength(1);
    expect(message).toContain(expected);
  },
);

test.each([
  ["", ' "paths": {},\n}', 2],
  ["// c", "", 1],
  ["", ' "x-a": "b', 2],
])("a file named .json is JSON: %s %s", (before, after, line) => {
  const message = messageOf(write("odd.json", `${before}{ "openapi": "3.1.1",\n${after}`));
  expect(message).toMatch(new RegExp(`^odd\\.json:${line}: this is not JSON`));
});

const kept = [
  "x-a: [18446744073709552000, no, 2024-01-31]\n",
  "x-a: !!str 5\n",
  `x-z: &z {}\n${"x-a".padEnd(9)}: [${"*z, ".repeat(2000)}]\n`,
  deep(499),
];

test.each(kept)("what every parser reads alike is read: %.40s", (text) => {
  expect(messageOf(write("kept.yaml", `---\r\n${head}paths: {}\n${text}...\n`))).toBe("");
});

test.each([
  ["", "odd.yaml:1: the file is empty"],
  ["- 1\n", 'odd.yaml:1: the file holds no object: a contract begins with "openapi: 3.1.1"'],
  ["<!DOCTYPE html>\n", "odd.yaml:1: this is a page of HTML or XML: save the contract itself"],
  [
    Buffer.from(`${head}x-a: caf\xE9\n`, "latin1"),
    "odd.yaml:3: this line is not UTF-8: save the file as UTF-8",
  ],
])("a file of another kind is refused in plain words: %.20s", (text, expected) => {
  expect(messageOf(write("odd.yaml", text))).toBe(expected);
});

test("a problem behind an alias is reported where it is written", () => {
  const text = `${head}paths:\n  /a: &a\n    trace: {}\n  /b: *a\ntags:\n  - *a\n  -\n`;
  const lines = messageOf(write("aliased.yaml", text)).matchAll(/^aliased\.yaml:(\d+):/gm);
  expect(Array.from(lines, ([, line]) => line)).toEqual(["5", "5", "8", "9"]);
});

test("an unreadable file is refused by the name that was given", () => {
  mkdirSync(join(folder, "folder"));
  const url = "https://example.com/openapi.yaml";
  const advice = "this is a URL: download the contract, and name the file";
  expect(messageOf(url)).toBe(`${url}:1: ${advice}`);
  expect(messageOf("lost/openapi.yaml")).toBe("lost/openapi.yaml:1: there is no such file");
  expect(messageOf(join(folder, "folder"))).toBe("folder:1: this is a folder: name the file in it");
});

test("JSON, a byte order mark and anchors are read", () => {
  const info = { title: "T", version: "1" };
  const json = write("contract.json", JSON.stringify({ openapi: "3.1.1", info, paths: {} }));
  expect(loadContract(json).info.title).toBe("T");
  const paths = `x-a: &a [1]
x-b: &b [*a]
x-c: &a [2]
x-d: [*b, *a]
paths: {}
`;
  const { document } = loadContract(write("aliases.yaml", `\uFEFF${head}${paths}`));
  expect(document["x-d"]).toEqual([[[1]], [2]]);
});

test("a pointer is located at its line, and a dead one at the line of its parent", () => {
  const file = write(
    "lines.yaml",
    `${head}paths:\n  /a:\n    get:\n      operationId: a\n      tags: [x, y]\n` +
      "      responses: {}\n",
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

test("a source that was cloned gives the same contract, with its places", () => {
  const source = readSource(contractFile());
  const [cloned, { document, locate }] = [contractOf(structuredClone(source)), contractOf(source)];
  expect(cloned.document).toEqual(document);
  expect(locate("/paths").line).toBeGreaterThan(1);
  expect(cloned.locate("/paths")).toEqual(locate("/paths"));
});
