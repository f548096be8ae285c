import {
  type JsonObject,
  type JsonValue,
  type Operation,
  readContract,
  selectScenario,
  valueAt,
} from "@workflow-api/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkResponse } from "../src/index.ts";
import { createJudge } from "../src/schema/judge.ts";
import { wireForm } from "../src/score/canonical-form.ts";
import { withName, withNode } from "../src/score/edit.ts";
import { rewritesOf } from "../src/score/rewrites.ts";
import { shop } from "./support/shop.ts";

test("A branch that a discriminator tells from the others is not written out in its place.", () => {
  const branches = [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }];
  const inlinedIn = (choice: JsonObject): string[] => {
    const schemas = { A: { type: "object" }, B: { type: "object" }, Choice: choice };
    const rewrites = rewritesOf({ ...shop, components: { ...Object(shop["components"]), schemas } });
    return rewrites.flatMap(({ operator, pointer }) =>
      operator === "inline" && pointer.includes("/Choice/") ? [pointer] : [],
    );
  };
  expect(inlinedIn({ oneOf: branches })).toHaveLength(2);
  expect(inlinedIn({ oneOf: branches, discriminator: { propertyName: "kind" } })).toEqual([]);
});

const list = "/paths/~1shelves~1{shelf}~1items/get";
const ok = `${list}/responses/200/content/application~1json`;

function operationOf(document: JsonObject): Operation {
  const [operation] = readContract(document).operations;
  if (operation === undefined) throw new Error("The contract has no operation.");
  return operation;
}

/** Two ways to write a parameter's schema that are the same, because text has no types. */
const asText: readonly [rule: string, place: string, one: JsonObject, other: JsonObject][] = [
  ["text is text", "query", { maxLength: 3 }, { type: "string", maxLength: 3 }],
  [
    "text is never null",
    "query",
    { type: "string", maxLength: 3 },
    { type: ["string", "null"], maxLength: 3 },
  ],
  [
    "the items of a list are text",
    "query",
    { type: "array", items: { maxLength: 2 } },
    { type: "array", items: { type: "string", maxLength: 2 } },
  ],
  [
    "a list that need not come has an item if it does",
    "query",
    { type: "array", items: { enum: ["a"] } },
    { type: "array", items: { enum: ["a"] }, minItems: 1 },
  ],
  [
    "a list is never null",
    "query",
    { type: "array", items: { enum: ["a"] } },
    { type: ["array", "null"], items: { enum: ["a"] } },
  ],
  ["a segment is never null", "path", { type: "boolean" }, { type: ["boolean", "null"] }],
  ["a segment is never empty", "path", { pattern: "^[a-z]*$" }, { pattern: "^[a-z]*$", minLength: 1 }],
];

test.each(asText)("Both validators read any text alike where %s.", (_rule, place, one, other) => {
  const at = place === "path" ? `${list}/parameters/0` : `${list}/parameters/3`;
  const [first, second] = [one, other].map((schema) => withNode(shop, `${at}/schema`, schema));
  if (first === undefined || second === undefined) throw new Error("There are two.");
  expect(wireForm(second)).toBe(wireForm(first));
  const [parameter, same] = [first, second].map((document) => {
    const index = Number(at.at(-1));
    const found = operationOf(document).parameters[index];
    if (found === undefined) throw new Error("The parameter is missing.");
    return {
      ...found,
      judge: createJudge({ document, locate: (pointer) => ({ file: "shop", line: 1, column: 1, pointer }) }),
    };
  });
  if (parameter === undefined || same === undefined) throw new Error("There are two.");
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9]{1,4}(,[a-z0-9]{1,4})?$/), (text) => {
      const [given] = [first, second].map((document) => isNumeric(document, at));
      if (given && !/^\d+$/.test(text)) return;
      // A server reads text as text, unless the schema asks for another type.
      const arrived = given ? Number(text) : parameter.shape === "array" ? text.split(",") : text;
      expect(same.validate(arrived).length === 0).toBe(parameter.validate(arrived).length === 0);
      expect(same.judge.accepts([same.pointer], arrived)).toBe(
        parameter.judge.accepts([parameter.pointer], arrived),
      );
    }),
    { seed: 5 },
  );
});

function isNumeric(document: JsonObject, at: string): boolean {
  return [valueAt(document, `${at}/schema/type`)].flat().includes("integer");
}

test("An error that is described as the default is need not be described.", () => {
  const problem = {
    description: "P",
    content: { "application/json": { schema: { type: "object", required: ["title"] } } },
  };
  const one = withNode(
    withNode(shop, `${list}/responses/401`, problem),
    `${list}/responses/default`,
    problem,
  );
  const other = withNode(one, `${list}/responses/401`, undefined);
  expect(wireForm(other)).toBe(wireForm(one));
  const [described, covered] = [operationOf(one), operationOf(other)];
  const body = fc.oneof(fc.constant('{"title":"T"}'), fc.json());
  fc.assert(
    fc.property(fc.constantFrom(401, 404, 500), body, (status, text) => {
      const answer = { status, headers: { "content-type": "application/json" }, body: text };
      expect(checkResponse(covered, answer).length).toBe(checkResponse(described, answer).length);
    }),
    { seed: 5 },
  );
});

test.each([
  { body: true, described: ["422"], same: ["422"] },
  { body: true, described: ["400"], same: ["400"] },
  { body: true, described: ["415", "422"], same: [] },
  { body: true, described: ["400", "422"], same: ["422"] },
  { body: true, described: ["400", "415", "422"], same: [] },
  { body: false, described: ["422"], same: [] },
  { body: false, described: ["400"], same: ["400"] },
  { body: false, described: ["400", "422"], same: [] },
])(
  "Of $described, described as the default, $same decide what a wrong request gets (with a body: $body).",
  ({ body, described, same }) => {
    const problem = { description: "P", content: { "application/json": { schema: { type: "object" } } } };
    const content = { "application/json": { schema: { type: "object" } } };
    const base = withNode(shop, `${list}/requestBody`, body ? { content } : undefined);
    const withStatuses = (statuses: readonly string[]): JsonObject =>
      statuses.reduce(
        (document, status) => withNode(document, `${list}/responses/${status}`, problem),
        withNode(base, `${list}/responses/default`, problem),
      );
    expect(wireForm(withStatuses(described))).toBe(wireForm(withStatuses(same)));
    for (const status of same)
      expect(wireForm(withStatuses(same))).not.toBe(
        wireForm(withStatuses(same.filter((each) => each !== status))),
      );
  },
);

test("Names of components and of schemes, documentation and addresses are not seen.", () => {
  const renamed = withName(
    withNode(shop, "/security", [{ other: [] }, { token: [] }]),
    "/components/securitySchemes/key",
    "other",
  );
  expect(wireForm(renamed)).toBe(wireForm(shop));
  expect(wireForm(withNode(shop, "/info/title", "Other"))).toBe(wireForm(shop));
  expect(wireForm(withNode(shop, `${list}/summary`, "Other"))).toBe(wireForm(shop));
});

test("Ways of authenticating that ask for the same are one, and one that asks for more is none.", () => {
  const form = (...security: readonly JsonObject[]): string =>
    wireForm(withNode(shop, "/security", [...security]));
  expect(form({ key: [] }, { token: [] }, { token: [], key: [] })).toBe(wireForm(shop));
  expect(form({})).toBe(form());
  const issued = (scheme: JsonObject): string =>
    wireForm(withNode(shop, "/components/securitySchemes/token", scheme));
  const flows = { clientCredentials: { tokenUrl: "https://issuer.test/token", scopes: {} } };
  expect(issued({ type: "oauth2", flows })).toBe(issued({ type: "http", scheme: "Bearer" }));
  expect(issued({ type: "http", scheme: "basic" })).not.toBe(issued({ type: "http", scheme: "bearer" }));
  // What need not be sent is looked at if it is.
  const forms = [form({ key: [] }), form({ key: [], token: [] }), form({}, { key: [] }), form({})];
  expect(new Set(forms).size).toBe(forms.length);
});

const choices: JsonValue[] = ["size", "price"];
const included = withIncludes({ listed: ["price"], small: ["size"] });

/** The shop with a parameter that includes something, and with a second one if it has values of its own. */
function withIncludes(
  values: Readonly<Record<string, JsonValue>>,
  second?: Readonly<Record<string, JsonValue>>,
): JsonObject {
  const examplesOf = (given: Readonly<Record<string, JsonValue>>): JsonObject =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { value }]));
  const parameter = {
    name: "with",
    in: "query",
    explode: false,
    schema: { type: "array", items: { enum: choices } },
    "x-includes": { size: "/0/size", price: "/0/price" },
    examples: examplesOf(values),
  };
  const also = {
    ...parameter,
    name: "also",
    schema: { type: "array", items: { enum: ["price", "stock"] } },
    "x-includes": { price: "/0/price", stock: "/0/stock" },
    examples: examplesOf(second ?? {}),
  };
  const shelf = { listed: { value: "a" }, small: { value: "b" }, refused: { value: "c" } };
  return [
    [`${list}/parameters/5`, parameter] as const,
    ...(second === undefined ? [] : [[`${list}/parameters/6`, also] as const]),
    [`${list}/parameters/0/examples`, shelf] as const,
    [`${ok}/examples/small`, { value: [] }] as const,
  ].reduce((document, [pointer, value]) => withNode(document, pointer, value), shop);
}

/** What a scenario's includes may be written as without any request getting another answer. */
const sameIncludes: readonly [rule: string, one: JsonObject, other: JsonObject][] = [
  [
    "the order of a success's includes",
    withIncludes({ listed: ["size", "price"], small: ["size", "price"] }),
    withIncludes({ listed: ["price", "size"], small: ["price", "size"] }),
  ],
  [
    "that the default covers all of them where no other covers any",
    withIncludes({ listed: ["size", "price"], small: [] }),
    withIncludes({ small: [] }),
  ],
  [
    "that another covers all of them where the default does",
    withIncludes({ listed: ["size", "price"], small: ["size", "price"] }),
    withIncludes({ listed: ["size", "price"] }),
  ],
  [
    "the includes of an error",
    withIncludes({ listed: ["price"], small: ["size"], refused: ["price"] }),
    included,
  ],
  [
    "which of two parameters a success covers something by",
    withIncludes({ listed: ["size"], small: ["price"] }, { listed: [], small: [] }),
    withIncludes({ listed: ["size"], small: ["price"] }, { listed: [], small: ["price"] }),
  ],
  [
    "that another covers all that one of two parameters includes, or does not say, where the default covers everything",
    withIncludes({ listed: ["size", "price"], small: ["size", "price"] }, { listed: ["stock"] }),
    withIncludes({ listed: ["size", "price"] }, { listed: ["price", "stock"] }),
  ],
];

const shelves = fc.constantFrom("a", "b", "c", "d");

test.each(sameIncludes)("No request shows %s.", (_rule, one, other) => {
  expect(wireForm(other)).toBe(wireForm(one));
  const [first, second] = [operationOf(one), operationOf(other)];
  fc.assert(
    fc.property(
      shelves,
      fc.subarray(["size", "price"]),
      fc.subarray(["price", "stock"]),
      (shelf, asked, also) => {
        const query = `${asked.length === 0 ? "" : `&with=${asked.join(",")}`}${also.length === 0 ? "" : `&also=${also.join(",")}`}`;
        const request = {
          target: `/shelves/${shelf}/items?limit=2&sort=name&tags=a,b${query}`,
          headers: { "x-shop": "shop-1" },
        };
        const told = (operation: Operation): unknown => {
          const selection = selectScenario(operation, request);
          return [selection?.scenario.name, selection?.matched, selection?.asked];
        };
        expect(told(second)).toEqual(told(first));
      },
    ),
    { seed: 5 },
  );
});

const put = "/paths/~1shelves~1{shelf}~1items/put";
/** A PUT whose answer has no body, and whose path names what is no scenario of it. */
const bodiless = [
  [`${put}/responses/201/content`, undefined] as const,
  [`${put}/responses/409`, undefined] as const,
  [`${put}/requestBody/required`, true] as const,
  [`${put}/requestBody/content/application~1json/examples/more`, { value: { name: "Cap" } }] as const,
  [
    `${put}/parameters/0/examples`,
    { done: { value: "a" }, more: { value: "b" }, other: { value: "a" } },
  ] as const,
].reduce((document, [pointer, value]) => withNode(document, pointer, value), shop);

test("No request shows the body of a scenario that its parameters tell from all others.", () => {
  const bodies = fc.constantFrom<JsonValue[]>({ name: "Hat" }, { name: "Cap", price: 2 });
  const example = `${put}/requestBody/content/application~1json/examples/done/value`;
  fc.assert(
    fc.property(bodies, bodies, fc.constantFrom("a", "b", "c"), (one, sent, shelf) => {
      const other = withNode(bodiless, example, one);
      expect(wireForm(other)).toBe(wireForm(bodiless));
      const told = [bodiless, other].map((document) => {
        const operation = readContract(document).operations.find(
          ({ operationId }) => operationId === "putItem",
        );
        if (operation === undefined) throw new Error("There is no PUT.");
        const request = { target: `/shelves/${shelf}/items`, headers: {}, body: sent };
        const selection = selectScenario(operation, request);
        return [selection?.scenario.name, selection?.matched];
      });
      expect(told[1]).toEqual(told[0]);
    }),
    { seed: 5 },
  );
});

test("A name that is no scenario may keep another operation from having it, so it is seen.", () => {
  const other = withNode(bodiless, `${put}/parameters/0/examples/other`, undefined);
  expect(wireForm(other)).not.toBe(wireForm(bodiless));
});

test("What a request does show is not the same.", () => {
  const differing: JsonObject[] = [
    withIncludes({ listed: [], small: ["size"] }),
    withNode(shop, `${list}/parameters/1/schema/maximum`, 49),
    withNode(shop, `${list}/responses/401`, undefined),
    withNode(shop, "/security", [{ key: [] }]),
  ];
  for (const document of differing) expect(wireForm(document)).not.toBe(wireForm(shop));
  const all = withIncludes({ listed: ["size", "price"], small: ["size"] });
  expect(wireForm(withIncludes({ small: ["size"] }))).not.toBe(wireForm(all));
  const later = withIncludes({ small: ["size", "price"] });
  expect(wireForm(withIncludes({}))).not.toBe(wireForm(later));
  // The default covers what one parameter includes, and another scenario also what the second does.
  const second = { listed: [], small: ["price", "stock"] };
  const told = withIncludes({ listed: ["size", "price"], small: ["size", "price"] }, second);
  expect(wireForm(withIncludes({ listed: ["size", "price"] }, second))).not.toBe(wireForm(told));
});
