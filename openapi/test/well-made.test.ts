import { describe, expect, test } from "vitest";
import { parseDocument, stringify } from "yaml";
import { withOperations } from "../src/with-operations.ts";
import { contractText, readFixture } from "./contract.ts";
import { applyEdit } from "./edit.ts";
import { lint, type Sources } from "./lint.ts";
import { expandBook } from "./rows/row.ts";

const library = await readFixture("library.yaml");
const thirdOperation = await readFixture("third-operation.yaml");
const wellMade = await readFixture("well-made.yaml");
const references = await readFixture("well-made-references.yaml");
const total = "/paths/~1books/get/responses/200/headers/X-Total/schema";
const webhook = {
  "book-lent": {
    post: {
      operationId: "tellBookLent",
      tags: ["Books"],
      summary: "A book is lent",
      description: "Tells that a book is lent.",
      requestBody: { $ref: "#/paths/~1books~1{bookNumber}/put/requestBody" },
      responses: { "200": { description: "It is known." }, "400": { description: "It is not." } },
    },
  },
};

const contracts: readonly { readonly title: string; readonly sources: Sources }[] = [
  { title: "the contract", sources: contractText },
  { title: "the contract with the third operation", sources: withOperations(contractText, thirdOperation) },
  { title: "the contract with operations of many shapes", sources: withOperations(contractText, wellMade) },
  { title: "the contract with operations by reference", sources: withOperations(contractText, references) },
  {
    title: "the contract with all of them",
    sources: [wellMade, thirdOperation, references].reduce(withOperations, contractText),
  },
  { title: "a contract in several files", sources: split(library) },
  { title: "a contract with a webhook", sources: applyEdit(library, { set: { "/webhooks": webhook } }) },
  {
    title: "two parameters that ask for parts of the body, one of them by either",
    sources: applyEdit(library, { set: expandBook }),
  },
  {
    title: "words beside a reference to what leads back to itself",
    sources: applyEdit(library, {
      set: {
        [total]: { $ref: "#/components/schemas/Groups", description: "The groups." },
        "/components/schemas/Groups": {
          description: "Nested groups.",
          oneOf: [{ type: "string" }, { type: "array", items: { $ref: "#/components/schemas/Groups" } }],
        },
      },
    }),
  },
  {
    title: "date formats once the gap is closed",
    sources: applyEdit(library, {
      drop: ["/x-gaps/0"],
      set: { [total]: { type: "string", format: "date" } },
    }),
  },
];

/** The contract with its path item of one book and its schemas in files of their own. */
function split(text: string): Sources {
  const document = parseDocument(text);
  const book = document.getIn(["paths", "/books/{bookNumber}"]);
  const schemas = document.getIn(["components", "schemas"]);
  document.setIn(["paths", "/books/{bookNumber}"], { $ref: "book.yaml" });
  document.deleteIn(["components", "schemas"]);
  const outward = (part: string): string =>
    part
      .replaceAll("#/components/schemas/", "schemas.yaml#/")
      .replaceAll(/"#\/(?=components)/g, '"openapi.yaml#/');
  return {
    "openapi.yaml": document.toString().replaceAll("#/components/schemas/", "schemas.yaml#/"),
    "book.yaml": outward(stringify(book)),
    "schemas.yaml": stringify(schemas).replaceAll("#/components/schemas/", "#/"),
  };
}

/** The same with an undescribed parameter of the path item and a property that no example shows. */
function splitAndBroken(): Sources {
  const sources = split(
    applyEdit(library, {
      drop: ["/paths/~1books~1{bookNumber}/get/parameters/1/examples/unknown_book"],
      set: { "/components/schemas/BookDocument/properties/meta": { type: "string", description: "More." } },
    }),
  );
  return sources;
}

const [broken, ...found] = await lint([splitAndBroken(), ...contracts.map(({ sources }) => sources)]);

describe("the rules", () => {
  test.each(contracts.map(({ title }, index) => ({ title, index })))(
    "have no objection to $title",
    ({ index }) => {
      expect(found[index]).toEqual([]);
    },
  );

  test("name the file of a problem in a contract of several files", () => {
    expect(broken?.map(({ rule, at }) => [rule, at])).toEqual([
      ["house/scenarios-complete", "book.yaml#/get/parameters/1/examples"],
      ["house/examples-complete", "schemas.yaml#/BookDocument/properties/meta"],
    ]);
  });
});
