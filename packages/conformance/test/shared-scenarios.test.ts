import { type JsonObject, type JsonValue, readContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { type Mutant, rewritesOf } from "../src/score/index.ts";

const tenant = { $ref: "#/components/parameters/Tenant" };
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };

function contractOf(own: JsonObject, answers: JsonObject): JsonObject {
  return {
    openapi: "3.1.0",
    info: { title: "Items", version: "1.0.0" },
    paths: {
      "/items/{id}": {
        get: { operationId: "getItem", parameters: [tenant, { ...id, ...own }], responses: answers },
      },
    },
    components: {
      parameters: {
        Tenant: {
          name: "X-Tenant",
          in: "header",
          schema: { type: "string" },
          examples: { missing: { value: "a" } },
        },
      },
      responses: {
        NotFound: {
          description: "It is missing.",
          content: { "application/json": { schema: {}, examples: { missing: { value: "none" } } } },
        },
      },
    },
  };
}

function inlinedIn(document: JsonObject): Mutant[] {
  return rewritesOf(document).filter(({ operator }) => operator === "inline");
}

function scenariosOf(document: JsonObject): JsonValue[] {
  return readContract(document).operations.flatMap(({ scenarios }) => scenarios.map(({ name }) => name));
}

const shared = { "404": { $ref: "#/components/responses/NotFound" } };
const bodiless = { "204": { description: "It is there." } };

test.each([
  ["a response", shared],
  ["a response without a body", { "200": shared[404], ...bodiless }],
])(
  "What an operation shares with others stays where it is if %s could be that of a scenario then.",
  (_, answers) => {
    expect(inlinedIn(contractOf({}, answers)).map(({ pointer }) => pointer)).toEqual([]);
  },
);

test("Where the operation says itself that the scenario is one of its own, it is written out.", () => {
  const document = contractOf({ examples: { missing: { value: "b" } } }, shared);
  const inlined = inlinedIn(document);
  expect(inlined.map(({ pointer }) => pointer.split("/").at(-2))).toEqual(["parameters", "responses"]);
  for (const each of inlined) expect(scenariosOf(each.document)).toEqual(scenariosOf(document));
});

test("No rewrite gives an operation other scenarios.", () => {
  const document = contractOf({}, { ...shared, ...bodiless });
  for (const each of rewritesOf(document))
    expect(scenariosOf(each.document), each.pointer).toEqual(scenariosOf(document));
});
