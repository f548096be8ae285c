import { readContract } from "@workflow-api/contract";
import { valueAt } from "@workflow-api/contract/json";
import { expect, test } from "vitest";
import { type Change, type Comparison, compareContracts } from "../src/index.ts";
import { titleOf } from "../src/verdict.ts";
import { type Edits, edited, library } from "./support/library.ts";

const readLeniently = (document: typeof library) =>
  readContract(document, undefined, { isStrict: false });
const old = readLeniently(library);

const compare = async (edits: Edits): Promise<Comparison> =>
  await compareContracts(old, readLeniently(edited(edits)));

const at = (pointer: string) => valueAt(library, pointer);

const books = "/paths/~1books";
const book = "/paths/~1books~1{id}";
const readers = "/paths/~1readers~1{reader}";
const schemas = "/components/schemas";
const text = { type: "string" };
const limit = `${books}/get/parameters/0/schema`;
const added = { name: "added", in: "query", schema: text };
const name = { name: "name", in: "path", required: true, schema: text };
const ok = { "200": { description: "Done." } };

/** A part of the line of a change, whom of clients and servers it breaks, and the edits. */
type Row = readonly [line: string, breaks: string, edits: Edits];

/** Changes that one comparison keeps apart are in one list; one that hides others is alone. */
const lists: Readonly<Record<string, readonly Row[]>> = {
  "operations, and what must be sent": [
    [
      "getReader: `GET /readers/{reader}` was removed.",
      "clients",
      { "/paths/~1members~1{reader}": at(readers), [readers]: undefined },
    ],
    ["getReader: `GET /members/{reader}` was added.", "servers", {}],
    [
      'createBook: `security` lost `{"token":[]}`',
      "clients",
      { [`${books}/post/security/1`]: undefined },
    ],
    [
      "listBooks, query parameter added was added.",
      "clients, servers",
      { [`${books}/get/parameters/2`]: { ...added, required: true } },
    ],
    [
      "listBooks, response 200 headers X-Total: `required` is `false`",
      "clients",
      { [`${books}/get/responses/200/headers/X-Total/required`]: false },
    ],
    [
      "createBook, requestBody: `required` was added: `true`",
      "clients",
      { [`${books}/post/requestBody/required`]: true },
    ],
    [
      "deleteBook: `DELETE /books/{id}` was removed. It was deprecated, and its sunset",
      "clients",
      { [`${book}/delete`]: undefined },
    ],
  ],
  "values that are narrower in requests, and wider in responses": [
    ["query parameter limit: `maximum` is `50`", "clients", { [`${limit}/maximum`]: 50 }],
    ["query parameter limit: `default` is `10`", "clients, servers", { [`${limit}/default`]: 10 }],
    [
      'query parameter sort, items: `enum` lost `"year"`',
      "clients",
      { [`${books}/get/parameters/1/schema/items/enum`]: ["title"] },
    ],
    [
      'schema Book, kind: `enum` got `"map"`',
      "clients",
      { [`${schemas}/Book/properties/kind/enum/2`]: "map" },
    ],
    [
      'schema Book: `required` lost `"kind"`',
      "clients",
      { [`${schemas}/Book/required`]: ["id", "title"] },
    ],
    [
      "schema NewBook, year was removed.",
      "clients",
      { [`${schemas}/NewBook/properties/year`]: undefined },
    ],
    [
      "schema NewBook, note not: `enum` got",
      "clients",
      { [`${schemas}/NewBook/properties/note/not/enum/1`]: "nothing" },
    ],
    ["schema Error, added was added.", "nobody", { [`${schemas}/Error/properties/added`]: text }],
    [
      "schema Card, number: `minLength` is `5`",
      "clients",
      { [`${schemas}/Card/properties/number/minLength`]: 5 },
    ],
    [
      "schema Decline, advice was removed.",
      "nobody",
      { [`${schemas}/Decline/properties/advice`]: undefined },
    ],
    ["schema Decline: `required` lost", "clients?", { [`${schemas}/Decline/required`]: ["title"] }],
  ],
  "what no rule reads, and what no sample decides": [
    [
      'schema Book, cover: `contentEncoding` is `"base16"`',
      "clients?, servers?",
      { [`${schemas}/Book/properties/cover/contentEncoding`]: "base16" },
    ],
    [
      "securityScheme token, flows: `authorizationCode` was added",
      "clients?",
      {
        "/components/securitySchemes/token/flows/authorizationCode": {
          authorizationUrl: "https://example.com/authorize",
          tokenUrl: "https://example.com/token",
          scopes: {},
        },
      },
    ],
    [
      "schema Student, university: `maxLength` was added",
      "servers",
      { [`${schemas}/Student/properties/university/maxLength`]: 5 },
    ],
    [
      "putCover: `PUT /covers/{id}` was changed.",
      "clients?, servers?",
      { "/paths/~1covers~1{id}/put/requestBody/content/image~1png/schema/maxLength": 9 },
    ],
    [
      "webhook bookAdded was changed.",
      "clients?, servers?",
      { [`${schemas}/Event/properties/title/maxLength`]: 9 },
    ],
    [
      "createBook, callback added was removed.",
      "clients?",
      { [`${books}/post/callbacks/added`]: undefined },
    ],
    [
      "path parameter id: `pattern` is",
      "clients?, servers?",
      { [`${book}/parameters/0/schema/pattern`]: "^b\\d+$(?<!zzz)" },
    ],
    [
      '`servers` lost `{"url":"https://api.example.com/v1"}`',
      "clients?",
      { "/servers/0/url": "https://api.example.com/v2" },
    ],
  ],
  "a fixed path that a parameter refuses": [
    [
      "listNew: `GET /books/new` was added.",
      "servers",
      { "/paths/~1books~1new": { get: { operationId: "listNew", responses: ok } } },
    ],
  ],
  "a fixed path that a parameter allows": [
    [
      "listNew takes `GET /readers/new` from getReader.",
      "clients",
      { "/paths/~1readers~1new": { get: { operationId: "listNew", responses: ok } } },
    ],
  ],
  "schemas in another form": [
    [
      "The contract is written in another way, which changes no operation.",
      "nobody",
      { [`${schemas}/Error`]: { description: "An error.", allOf: [at(`${schemas}/Error`) ?? {}] } },
    ],
  ],
};

test.each(Object.entries(lists))(
  "Each change of %s is reported with whom it breaks and a counterexample.",
  async (_what, rows) => {
    const edits = Object.assign({}, ...rows.map(([, , each]) => each));
    const { changes } = await compare(edits);
    const found = rows.map(([line]) => [line, audienceOf(changes, line)]);
    expect(found).toEqual(rows.map(([line, breaks]) => [line, breaks]));
  },
);

/** Whom the change with a line breaks; all lines unless exactly one has it. */
function audienceOf(changes: readonly Change[], line: string): string {
  const lines = changes.map(titleOf);
  const [found, ...more] = changes.filter((_, index) => lines[index]?.includes(line));
  if (found === undefined || more.length > 0) return lines.join("\n");
  const shown = found.breaks.filter((whom) => whom !== "build");
  return [...shown, ...found.mayBreak.map((whom) => `${whom}?`)].join(", ") || "nobody";
}

test("A counterexample is a message that one contract allows and the other refuses.", async () => {
  const { changes } = await compare({
    [`${limit}/maximum`]: 50,
    "/paths/~1readers~1new": { get: { operationId: "listNew", responses: ok } },
  });
  const examples = changes.flatMap(({ counterexamples }) => counterexamples);
  expect(examples).toMatchObject([
    { for: "clients", operationId: "listBooks", request: { path: "/books" } },
    { for: "clients", operationId: "getReader", request: { path: "/readers/new" } },
    { for: "servers", operationId: "listNew", request: { path: "/readers/new" } },
  ]);
});

test("Each name that code can no longer use is a break of the build.", async () => {
  const { changes } = await compare({
    [`${books}/get/operationId`]: "readBooks",
    [`${books}/post/operationId`]: "addBook",
    [`${book}/get/operationId`]: "readBook",
    "/paths/~1readers~1{name}": { get: { ...Object(at(`${readers}/get`)), parameters: [name] } },
    [readers]: undefined,
    [`${schemas}/Unused`]: undefined,
    [`${schemas}/Decline/properties/advice`]: undefined,
  });
  const broken = changes.filter(({ breaks }) => breaks.includes("build"));
  expect(broken.map(({ subject, summary }) => `${subject}: ${summary}`)).toEqual([
    'readBooks: `operationId` is `"readBooks"`; it was `"listBooks"`.',
    'addBook: `operationId` is `"addBook"`; it was `"createBook"`.',
    'readBook: `operationId` is `"readBook"`; it was `"getBook"`.',
    "getReader: is at `/readers/{name}`; it was at `/readers/{reader}`.",
    "schema Decline, advice: was removed.",
    "schema Unused: was removed.",
    expect.stringMatching(/^getReader: Code that uses the types no longer compiles: /),
  ]);
});

test("The reason of the compiler is quoted, and stands apart from what it follows from.", async () => {
  const { changes } = await compare({ [`${schemas}/Book/required`]: ["id", "title"] });
  const quoted = /^Code that uses the types no longer compiles: .*'kind' is optional/;
  expect(changes).toMatchObject([
    { breaks: ["clients"], summary: '`required` lost `"kind"`.' },
    {
      breaks: ["build"],
      subject: "listBooks, response 200",
      summary: expect.stringMatching(quoted),
    },
    {
      breaks: ["build"],
      subject: "createBook, response 201",
      summary: expect.stringMatching(quoted),
    },
  ]);
});

test("Equal changes are one, with their places.", async () => {
  const tooMany = { description: "Too many requests." };
  const { changes } = await compare({
    [`${books}/get/responses/429`]: tooMany,
    [`${book}/get/responses/429`]: tooMany,
    [`${readers}/get/responses/429`]: tooMany,
  });
  expect(changes).toMatchObject([{ summary: "was added." }]);
  expect(changes[0]?.places.map(({ subject }) => subject)).toEqual([
    "listBooks, response 429",
    "getBook, response 429",
    "getReader, response 429",
  ]);
});

test("A change that closes an open question says so, and breaks whom it breaks.", async () => {
  const question = { id: "titles", section: "1", unknown: "Is each titled?", until_known: "Yes." };
  const gap = { ...question, places: [`${schemas}/Book/properties/title`], otherwise: ["absent"] };
  const open = readLeniently(edited({ "/x-gaps": [gap] }));
  const optional = { [`${schemas}/Book/required`]: ["id"] };
  const closed = await compareContracts(open, readLeniently(edited(optional)));
  const [change] = closed.changes.filter(({ summary }) => summary.includes("`required`"));
  expect(change?.summary).toMatch(/ It answers the open question titles\.$/);
  expect(change?.breaks).toContain("clients");
  const kept = readLeniently(edited({ ...optional, "/x-gaps": [gap] }));
  const { changes } = await compareContracts(open, kept);
  expect(changes.some(({ summary }) => summary.includes("open question"))).toBe(false);
});

test("Texts are no changes: they are listed apart.", async () => {
  const { changes, texts } = await compare({
    [`${books}/get/description`]: "Lists all books.",
    [`${schemas}/Book/properties/title/description`]: "Its title.",
  });
  expect(changes).toEqual([]);
  expect(texts).toMatchObject([
    { subject: "listBooks", keyword: "description" },
    {
      subject: "schema Book, title",
      summary: '`description` is `"Its title."`; it was `"The title."`.',
    },
  ]);
});
