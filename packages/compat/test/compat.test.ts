import { readContract } from "@workflow-api/contract";
import { type JsonObject, valueAt } from "@workflow-api/contract/json";
import { expect, test } from "vitest";
import { type Change, type Comparison, compareContracts } from "../src/index.ts";
import { titleOf } from "../src/report/verdict.ts";
import { type Edits, edited, library } from "./support/library.ts";

const readLeniently = (document: typeof library) => readContract(document);
const old = readLeniently(library);

const compare = (edits: Edits): Comparison => compareContracts(old, readLeniently(edited(edits)));

const at = (pointer: string) => valueAt(library, pointer);

const books = "/paths/~1books";
const book = "/paths/~1books~1{id}";
const readers = "/paths/~1readers~1{reader}";
const schemas = "/components/schemas";
const json = "content/application~1json";
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
    ["getBook: `security` lost", "servers", { [`${book}/get/security`]: [] }],
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
      "listBooks, response 200 headers X-Next was added.",
      "servers",
      { [`${books}/get/responses/200/headers/X-Next`]: { required: true, schema: text } },
    ],
    [
      "pay, requestBody: `required` is `false`",
      "servers",
      { "/paths/~1payments/post/requestBody/required": false },
    ],
    [
      "createBook, requestBody: `required` was added: `true`",
      "clients",
      { [`${books}/post/requestBody/required`]: true },
    ],
  ],
  "responses and media types": [
    ["getBook, response 404 was removed.", "servers", { [`${book}/get/responses/404`]: undefined }],
    [
      "deleteBook, response 200 application/json was added.",
      "servers",
      { [`${book}/delete/responses/200/content`]: { "application/json": { schema: text } } },
    ],
    [
      "getReader, response 200 application/xml: `xml` has changed.",
      "clients?, servers?",
      { [`${schemas}/Reader/xml`]: { name: "person" } },
    ],
    [
      "getReader, response 201 was added.",
      "clients?",
      { [`${readers}/get/responses/201`]: ok["200"] },
    ],
    ["getBook, response 202 was added.", "clients", { [`${book}/get/responses/202`]: ok["200"] }],
    [
      "getBook, response 200 application/json was removed.",
      "clients, servers",
      {
        [`${book}/get/responses/200/content`]: {
          "application/vnd.api+json": at(`${book}/get/responses/200/${json}`) ?? null,
        },
      },
    ],
    [
      "createBook, requestBody application/vnd.api+json was added.",
      "servers",
      { [`${books}/post/requestBody/content/application~1vnd.api+json`]: { schema: text } },
    ],
    [
      "getCover, response 200 image/png: `maxLength` is `9`; it was `99`.",
      "servers",
      { "/paths/~1covers~1{id}/get/responses/200/content/image~1png/schema": { maxLength: 9 } },
    ],
    [
      "listBooks, query parameter sort: `explode` is `true`",
      "clients, servers",
      { [`${books}/get/parameters/1/explode`]: true },
    ],
  ],
  "values that are narrower in requests, and wider in responses": [
    ["query parameter limit: `maximum` is `50`", "clients", { [`${limit}/maximum`]: 50 }],
    ["query parameter limit: `default` is `10`", "clients, servers", { [`${limit}/default`]: 10 }],
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
      "schema NewBook, added was added.",
      "servers",
      { [`${schemas}/NewBook/properties/added`]: text },
    ],
    ["schema Error, added was added.", "nobody", { [`${schemas}/Error/properties/added`]: text }],
    [
      // A webhook sends it, too.
      "schema NewBook, cover: `minProperties` was added: `1`",
      "clients, servers",
      { [`${schemas}/NewBook/properties/cover/minProperties`]: 1 },
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
      "securityScheme token, flows clientCredentials tokenUrl was changed.",
      "clients?",
      { "/components/securitySchemes/token/flows/clientCredentials/tokenUrl": "https://a.example" },
    ],
    [
      "securityScheme token, flows clientCredentials scopes write was removed.",
      "clients?",
      { "/components/securitySchemes/token/flows/clientCredentials/scopes/write": undefined },
    ],
    [
      "query parameter limit: `allowEmptyValue` was added: `true`",
      "clients?, servers?",
      { [`${books}/get/parameters/0/allowEmptyValue`]: true },
    ],
    [
      "putCover, requestBody multipart/form-data: `maxLength` was added: `9`.",
      "clients",
      { "/paths/~1covers~1{id}/put/requestBody/content/multipart~1form-data/schema/maxLength": 9 },
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
    ["`servers` has changed.", "clients?", { "/servers/0/variables/region/enum": ["eu"] }],
  ],
  "what only a mapping leads to": [
    [
      "schema Student, university: `maxLength` was added",
      "servers",
      { [`${schemas}/Student/properties/university/maxLength`]: 5 },
    ],
  ],
  "a scheme in a cookie": [
    [
      "pay: `security` ",
      "servers",
      {
        "/paths/~1payments/post/security": [{ key: [] }, { session: [] }],
        "/components/securitySchemes/session": { type: "apiKey", in: "cookie", name: "session" },
      },
    ],
  ],
  "a scheme of several": [
    [
      'securityScheme key: `name` is `"X-Api-Key"`',
      "clients, servers",
      { "/components/securitySchemes/key/name": "X-Api-Key" },
    ],
  ],
  "a fixed path that a parameter refuses": [
    [
      "listNew",
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
};

test.each(Object.entries(lists))(
  "Each change of %s is reported with whom it breaks and a counterexample.",
  (_what, rows) => {
    const edits = Object.assign({}, ...rows.map(([, , each]) => each));
    const { changes } = compare(edits);
    const found = rows.map(([line]) => [line, audienceOf(changes, line)]);
    expect(found).toEqual(rows.map(([line, breaks]) => [line, breaks]));
  },
);

/** Whom the change with a line breaks; all lines unless exactly one has it. */
function audienceOf(changes: readonly Change[], line: string): string {
  const lines = changes.map(titleOf);
  const [found, ...more] = changes.filter((_, index) => lines[index]?.includes(line));
  if (found === undefined || more.length > 0) return lines.join("\n");
  return (
    [...found.breaks, ...found.mayBreak.map((whom) => `${whom}${found.reason && "?"}`)].join(
      ", ",
    ) || "nobody"
  );
}

test("What says the same, or nobody depends on, breaks nobody.", () => {
  const { changes } = compare({
    "/servers": [
      ...["us", "eu"].map((region) => ({ url: `https://${region}.example.com/v1/` })),
      { url: "https://another.example.com/v1" },
    ],
    [`${books}/get/parameters`]: [1, 0].map(
      (index) => at(`${books}/get/parameters/${index}`) ?? {},
    ),
    [`${books}/post/security`]: [{ token: [] }, { key: [] }],
    [`${books}/get/responses/4XX`]: at(`${books}/get/responses/401`),
    [`${books}/get/responses/401`]: undefined,
    [`${books}/get/responses/200/headers/X-More`]: { schema: text },
    [`${books}/get/responses/200/content/application~1vnd.api+json`]: { schema: text },
    [`${books}/post/callbacks/failed`]: at(`${books}/post/callbacks/added`),
    [`${book}/get/responses/409`]: ok["200"],
    // In XML, too.
    [`${schemas}/Reader/properties/more`]: text,
    // For an operation outside the profile, too.
    "/components/responses/Failed/headers": { "X-More": { schema: text } },
    "/components/securitySchemes/token/flows/clientCredentials/scopes/read": "To read.",
    "/components/securitySchemes/token/flows/clientCredentials/refreshUrl": "https://a.example",
    // In a webhook, too.
    [`${schemas}/Book/properties/more`]: text,
    [`${book}/get/deprecated`]: true,
    // It is sent alike.
    [`${books}/get/parameters/1/schema/default`]: "20",
    // Nobody reads a body of a 204.
    [`${book}/delete/responses/204/${json}/schema/maxLength`]: 5,
    // The same in another form.
    [`${schemas}/Error`]: { description: "An error.", allOf: [at(`${schemas}/Error`) ?? {}] },
  });
  const affecting = changes.filter(({ breaks, mayBreak }) => breaks.length + mayBreak.length > 0);
  expect(affecting.map(titleOf)).toEqual([]);
  expect(changes.map(titleOf)).toContain("getBook: `deprecated` was added: `true`.");
});

test("What comes and goes with a whole is no change of its own.", () => {
  const { changes } = compare({
    [`${books}/post/requestBody`]: undefined,
    [`${books}/post/security`]: [{ key: [] }],
    [`${book}/get/security`]: [{ key: [] }, { token: [] }],
  });
  expect(changes.map(titleOf)).toEqual([
    'createBook: `security` lost `{"token":[]}`.',
    "createBook, requestBody was removed.",
    'getBook: `security` got `{"token":[]}`.',
  ]);
});

test("A sibling of a reference means something in OpenAPI 3.1 alone.", () => {
  const versions = ["3.0.3", "3.1.1"].map((openapi) =>
    readLeniently(
      edited({
        "/openapi": openapi,
        [`${schemas}/Text`]: text,
        [`${books}/post/requestBody/${json}/schema`]: {
          properties: { title: { $ref: "#/components/schemas/Text", maxLength: 5 } },
        },
      }),
    ),
  );
  const [before, after] = versions;
  const { changes } = before && after ? compareContracts(before, after) : { changes: [] };
  expect(changes.map(titleOf)).toContainEqual(expect.stringContaining("`maxLength` was added"));
});

test("The same URLs may be split into servers and paths in another way.", () => {
  const paths = Object.entries(Object(library["paths"])).filter(
    ([path]) => path !== "/covers/{id}",
  );
  const document = edited({ "/paths": Object.fromEntries(paths) as typeof library });
  const { changes } = compareContracts(
    readLeniently(document),
    readLeniently(
      edited({
        "/servers/0/url": "https://{region}.example.com",
        "/paths": Object.fromEntries(paths.map(([path, item]) => [`/v1${path}`, item])),
      } as Edits),
    ),
  );
  expect(changes.length).toBeGreaterThan(0);
  expect(changes.flatMap(({ breaks, mayBreak }) => [...breaks, ...mayBreak])).not.toContain(
    "clients",
  );
});

test("A counterexample is a message that one contract allows and the other refuses.", () => {
  const { changes } = compare({
    [`${limit}/maximum`]: 50,
    "/paths/~1readers~1new": { get: { operationId: "listNew", responses: ok } },
    // Of two changes that refuse one body, each has its own reason.
    [`${schemas}/NewBook/properties/title/maxLength`]: 1,
    [`${schemas}/NewBook/required`]: ["title", "year"],
  });
  const examples = changes.flatMap(({ counterexamples }) => counterexamples);
  const ofOperations = examples.filter(({ operationId }) => !operationId.startsWith("webhook."));
  expect(ofOperations).toMatchObject([
    { for: "clients", operationId: "listBooks", request: { path: "/books" } },
    { for: "clients", operationId: "createBook", reason: expect.stringContaining('"year"') },
    { for: "clients", operationId: "createBook", reason: expect.stringContaining("title must") },
    { for: "clients", operationId: "getReader", request: { path: "/readers/new" } },
    { for: "servers", operationId: "listNew", request: { path: "/readers/new" } },
  ]);
});

test("Code that uses generated names no longer compiles, and nothing else breaks.", () => {
  const { changes } = compare({
    [`${books}/get/operationId`]: "readBooks",
    "/paths/~1readers~1{name}": { get: { ...Object(at(`${readers}/get`)), parameters: [name] } },
    [readers]: undefined,
    [`${schemas}/Unused`]: undefined,
  });
  const compiles = "Code that uses the generated name no longer compiles.";
  expect(changes.map(titleOf)).toEqual([
    `readBooks was called \`listBooks\`. ${compiles}`,
    `getReader is at \`/readers/{name}\`; it was at \`/readers/{reader}\`. ${compiles}`,
    `schema Unused was removed. ${compiles}`,
  ]);
  expect(changes.flatMap(({ breaks, mayBreak }) => [...breaks, ...mayBreak])).toEqual([]);
});

test("A schema of too many branches may break, unless it is written equally.", () => {
  const schema = (last: string): JsonObject => ({
    allOf: ["first", "second"].map((tag) => ({
      oneOf: Array.from({ length: 15 }, (_, index) => ({
        required: [tag],
        properties: { [tag]: { const: index === 14 ? last : String(index) } },
      })),
    })),
  });
  const compareError = (last: string) => {
    const before = readLeniently(edited({ [`${schemas}/Error`]: schema("14") }));
    const total = `${books}/get/responses/200/headers/X-Total/schema/type`;
    const edits = { [`${schemas}/Error`]: schema(last), [total]: "number" };
    const { changes } = compareContracts(before, readLeniently(edited(edits)));
    return changes.map(titleOf);
  };
  const size = "schema Error, allOf 0 oneOf is too large to compare.";
  expect(compareError("15")).toContain(size);
  expect(compareError("14")).not.toContain(size);
});

test("Equal changes are one, with their places.", () => {
  const tooMany = { description: "Too many requests." };
  const { changes } = compare({
    [`${books}/get/responses/429`]: tooMany,
    [`${book}/get/responses/429`]: tooMany,
  });
  expect(changes).toMatchObject([{ summary: "was added." }]);
  expect(changes[0]?.places.map(({ subject }) => subject)).toEqual([
    "listBooks, response 429",
    "getBook, response 429",
  ]);
});

test("A change that closes an open question says so, and breaks whom it breaks.", () => {
  const question = { id: "titles", section: "1", unknown: "Is each titled?", until_known: "Yes." };
  const gap = { ...question, places: [`${schemas}/Book/properties/title`], otherwise: ["absent"] };
  const open = readLeniently(edited({ "/x-gaps": [gap] }));
  const optional = { [`${schemas}/Book/required`]: ["id"] };
  const closed = compareContracts(open, readLeniently(edited(optional)));
  const [change] = closed.changes.filter(({ summary }) => summary.includes("`required`"));
  expect(change?.summary).toMatch(/ It answers the open question titles\.$/);
  expect(change?.breaks).toContain("clients");
  const kept = readLeniently(edited({ ...optional, "/x-gaps": [gap] }));
  const { changes } = compareContracts(open, kept);
  expect(changes.some(({ summary }) => summary.includes("open question"))).toBe(false);
});

test("An accepted break is not accepted at another place.", () => {
  const query = (maxLength: number): JsonObject => ({
    name: "q",
    in: "query",
    schema: { ...text, maxLength },
  });
  const both = (maxLength: number): Edits => ({
    [`${books}/get/parameters/2`]: query(maxLength),
    [`${readers}/get/parameters/1`]: query(maxLength),
  });
  const [before, after] = [both(9), both(5)].map((edits) => readLeniently(edited(edits)));
  if (before === undefined || after === undefined) return;
  const [change] = compareContracts(before, after).changes;
  expect(change?.places.length).toBe(2);
  const accepted = (change?.identities ?? [])
    .filter(({ operationId }) => operationId === "listBooks")
    .map((identity) => ({ ...identity, reason: "Nobody asks.", date: "2026-11-28" }));
  const found = compareContracts(before, after, accepted).changes;
  expect(found.map((each) => [each.subject, each.accepted?.reason])).toEqual([
    ["listBooks, query parameter q", "Nobody asks."],
    ["getReader, query parameter q", undefined],
  ]);
});

test("A violation of another place shows nothing.", () => {
  const book = (rules: JsonObject, code: number, title: number, cover: number): Edits => ({
    [`${schemas}/NewBook`]: {
      ...{ type: "object", required: ["title", "year"], ...rules },
      properties: {
        year: { type: "integer" },
        title: { type: "string", maxLength: title },
        // The pattern allows no longer one.
        code: { type: "string", pattern: "^[A-Z]{3}$", maxLength: code },
        cover: { type: "object", properties: { width: text }, minProperties: cover },
      },
    },
  });
  const before = readLeniently(edited(book({ minProperties: 1 }, 10, 200, 1)));
  const after = readLeniently(edited(book({ minProperties: 2 }, 5, 1, 5)));
  const { changes } = compareContracts(before, after);
  const breaksOf = (line: string): string => audienceOf(changes, line).replace(/, servers.*/, "");
  expect(breaksOf("schema NewBook, title: `maxLength`")).toBe("clients");
  expect(breaksOf("schema NewBook, cover: `minProperties`")).toBe("clients");
  expect(breaksOf("schema NewBook, code: `maxLength`")).toBe("clients?");
  expect(breaksOf("schema NewBook: `minProperties`")).toBe("clients?");
});
