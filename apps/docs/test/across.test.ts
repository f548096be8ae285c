import { type Contract, type JsonObject, readContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { errorsOf, operationsBySecurity } from "../src/view/across.ts";
import { errorTitles } from "../src/view/error-titles.ts";

const missing: JsonObject = { description: "There is none." };
const gone: JsonObject = { description: "There was one." };

/** A contract with these operations, each at a path that is called as it is. */
function contractOf(operations: Readonly<Record<string, JsonObject>>): Contract {
  return readContract({
    openapi: "3.1.1",
    info: { title: "Shapes", version: "1" },
    security: [{ key: [] }],
    paths: Object.fromEntries(
      Object.entries(operations).map(([operationId, operation]) => [
        `/${operationId}`,
        { get: { operationId, responses: { "200": { description: "It." } }, ...operation } },
      ]),
    ),
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key" },
        token: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/token", scopes: { read: "" } } } },
      },
      responses: { Missing: missing },
    },
  });
}

test("an error that operations state alike is told once, be it a component or written out", () => {
  const contract = contractOf({
    one: { responses: { "404": { $ref: "#/components/responses/Missing" }, "200": { description: "It." } } },
    other: { responses: { "404": missing, "401": missing } },
    third: { responses: { "404": gone } },
  });
  expect(
    errorsOf(contract).map(({ response, operations }) => [
      `${response.status} ${response.description}`,
      ...operations.map(({ operationId }) => operationId),
    ]),
  ).toEqual([
    ["401 There is none.", "other"],
    ["404 There is none.", "one", "other"],
    ["404 There was one.", "third"],
  ]);
});

test("errors of one status are told apart by what they mean, and by a number if they mean the same", () => {
  const forbidden: JsonObject = { description: "Not yours. Ask for it." };
  const contract = contractOf({
    one: { responses: { "404": missing, "403": forbidden, "4XX": missing } },
    other: { responses: { "404": gone } },
    third: { responses: { "404": { ...gone, headers: {} } } },
  });
  expect(errorTitles(errorsOf(contract))).toEqual([
    "403 Forbidden",
    "404 Not Found: There is none",
    "404 Not Found: There was one",
    "404 Not Found: There was one (2)",
    "4XX",
  ]);
});

test("operations that take the same credentials stand together, those of other scopes or of none apart", () => {
  const contract = contractOf({
    one: {},
    open: { security: [] },
    reading: { security: [{ token: ["read"] }] },
    any: { security: [{ token: [] }] },
    other: { security: [{ key: [] }] },
  });
  expect(operationsBySecurity(contract).map((group) => group.map(({ operationId }) => operationId))).toEqual([
    ["one", "other"],
    ["open"],
    ["reading"],
    ["any"],
  ]);
});
