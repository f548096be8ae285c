import { readContract } from "@workflow-api/contract";
import type { JsonObject, JsonValue } from "@workflow-api/contract/json";
import { expect, test } from "vitest";
import { audiences, type Change } from "../src/change.ts";
import { compareContracts } from "../src/index.ts";
import { contractEdits } from "./support/contract-edits.ts";
import { edited } from "./support/library.ts";
import { schemaEdits } from "./support/schema-edits.ts";
import { shop } from "./support/shop.ts";

/** Who breaks, with `?` who may. */
function breaksOf(changes: readonly Change[]): string {
  const words = audiences.flatMap((whom) => {
    if (changes.some(({ breaks }) => breaks.includes(whom))) return [whom];
    return changes.some(({ mayBreak }) => mayBreak.includes(whom)) ? [`${whom}?`] : [];
  });
  return words.join(", ") || "nobody";
}

function compare(before: JsonObject, after: JsonObject): string {
  const [old, changed] = [before, after].map((document) => readContract(document));
  if (old === undefined || changed === undefined) return "";
  return breaksOf(compareContracts(old, changed).changes);
}

/** A contract of one operation with a schema in its request, or in its response. */
function documentOf(schema: JsonValue, isRequest: boolean): JsonObject {
  const body = { type: "object", required: ["value"], properties: { value: schema } };
  const content = { "application/json": { schema: body } };
  const requestBody = { required: true, content };
  const response = { description: "Done.", ...(isRequest ? {} : { content }) };
  const operation = { operationId: "send", responses: { "200": response } };
  return {
    openapi: "3.1.1",
    info: { title: "Schemas", version: "1.0.0" },
    paths: {
      "/things": { post: isRequest ? { ...operation, requestBody } : operation },
      "/health": { get: { responses: { "204": { description: "Well." } } } },
    },
  };
}

test.each(schemaEdits)("In a schema, %s: %s in a request, %s in a response.", (...row) => {
  const [, inRequest, inResponse, before, after] = row;
  const found = [true, false].map((is) => compare(documentOf(before, is), documentOf(after, is)));
  expect(found).toEqual([inRequest, inResponse]);
});

test.each(contractEdits)("In a contract, %s: %s.", (_what, breaks, edits) => {
  expect(compare(shop, edited(edits, shop))).toBe(breaks);
});
