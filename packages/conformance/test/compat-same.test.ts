import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { compareContracts } from "../src/compat/index.ts";
import { type Change, set } from "./support/change.ts";
import { contractOf } from "./support/contract-with.ts";

const text = { type: "string" };
const answered = {
  "200": {
    description: "It is there.",
    headers: { "X-Rate": { required: true, schema: { type: "integer" } } },
    content: { "application/json": { schema: text } },
  },
};
const colours = { $ref: "#/components/schemas/Colours" };
const colour = { name: "colour", in: "path", required: true, schema: { enum: ["red", "blue"] } };

/** A contract of two operations, of which one says what it asks for elsewhere. */
const paints: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Paints", version: "1.0.0" },
  security: [{ key: [] }],
  paths: {
    "/paints/{colour}": {
      parameters: [{ name: "shades", in: "query", schema: colours }, colour],
      get: { operationId: "getPaint", responses: answered },
    },
    "/brushes": { get: { operationId: "listBrushes", responses: answered } },
  },
  components: {
    schemas: { Colours: { type: "array", items: { $ref: "#/components/schemas/Colour" } }, Colour: text },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
  },
};

/** What a change of something else breaks, by whom and by which operation it breaks it. */
async function brokenBy(change: Change): Promise<string[]> {
  const found = compareContracts(await contractOf(paints), await contractOf(change(paints)));
  return found.map((each) => `${each.for} ${each.operationId}`);
}

test("An operation is not the same if another takes some of its requests.", async () => {
  const red = { get: { operationId: "getRed", deprecated: true, responses: answered } };
  const asking = { ...red.get, parameters: [{ name: "X-Sure", in: "header", required: true, schema: text }] };
  expect(await brokenBy(set("/paths/~1paints~1red", { get: asking }))).toContain("callers getPaint");
  expect(await brokenBy(set("/paths/~1brushes~1red", red))).not.toContain("callers getPaint");
});

test("An operation is not the same if what it refers to is not.", async () => {
  const short = { ...text, maxLength: 3 };
  expect(await brokenBy(set("/components/schemas/Colour", short))).toEqual(["callers getPaint"]);
});

test("An operation is not the same if its credentials are not.", async () => {
  const renamed = set("/components/securitySchemes/key/name", "X-Other");
  expect(new Set(await brokenBy(renamed))).toEqual(
    new Set(["getPaint", "listBrushes"].flatMap((name) => [`callers ${name}`, `servers ${name}`])),
  );
});

test.each([
  ["has another name", "name", "key"],
  ["is sent elsewhere", "in", "header"],
])(
  "An operation that asks for no credentials is not the same if the key in the query of others %s.",
  async (_what, member, value) => {
    const inQuery = { type: "apiKey", in: "query", name: "token" };
    const open = set(
      "/paths/~1brushes/get/security",
      [],
    )(set("/components/securitySchemes/key", inQuery)(paints));
    const changed = set(`/components/securitySchemes/key/${member}`, value)(open);
    const found = compareContracts(await contractOf(open), await contractOf(changed));
    expect(found).toContainEqual(
      expect.objectContaining({
        for: "callers",
        operationId: "listBrushes",
        reason: "There is no query parameter token.",
      }),
    );
  },
);

test("An operation whose requests are the same may answer otherwise.", async () => {
  const answers = "/paths/~1brushes/get/responses";
  expect(await brokenBy(set(`${answers}/200/headers/X-Rate/required`, false))).toEqual([
    "callers listBrushes",
  ]);
  expect(await brokenBy(set(`${answers}/404`, { description: "There is none." }))).toEqual([]);
});

test("What is the same breaks nobody.", async () => {
  expect(await brokenBy((document) => document)).toEqual([]);
});
