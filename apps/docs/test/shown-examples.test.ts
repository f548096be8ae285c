import { type JsonObject, type JsonValue, readContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { answerExamplesApart, requestExamplesApart } from "../src/view/examples-apart.ts";
import type { Fact } from "../src/view/facts.ts";
import { headerField, parameterField } from "../src/view/operation-view.ts";

/** What is told of a parameter of a request, and of the same as a header of the answer. */
function factsOf(described: JsonObject): readonly (readonly Fact[])[] {
  const contract = readContract({
    openapi: "3.1.1",
    info: { title: "Things", version: "1.0.0" },
    paths: {
      "/things": {
        get: {
          operationId: "listThings",
          parameters: [{ name: "X-Page", in: "header", ...described }],
          responses: {
            "200": {
              description: "They are here.",
              headers: { "X-Page": { $ref: "#/components/headers/Page" } },
              content: { "application/json": { schema: {}, examples: { first: { value: [] } } } },
            },
          },
        },
      },
    },
    components: { headers: { Page: described } },
  });
  return contract.operations.flatMap(({ parameters, responses }) => [
    ...parameters.map((each) => parameterField(contract, each, "a").view.facts),
    ...responses.flatMap(({ headers }) => headers.map((each) => headerField(contract, each, "a").view.facts)),
  ]);
}

const schema = { type: "integer" };
const shown = (...codes: readonly string[]): Fact => ({
  keyword: "example",
  label: "For example",
  codes,
  unit: "",
});

test.each<[JsonValue, string]>([
  [3, "3"],
  ["a", "a"],
  [[1, 2], "[1,2]"],
  [null, "null"],
])("The example %j of a parameter or of a header is shown.", (example, text) => {
  for (const facts of factsOf({ schema: {}, example })) expect(facts).toContainEqual(shown(text));
});

test("Named examples are shown of a header: those of a parameter stand in its scenarios.", () => {
  const examples = { first: { value: 1 }, second: { value: 2 }, again: { value: 2 } };
  const [parameter, header] = factsOf({ schema, examples });
  expect(parameter).toEqual([]);
  expect(header).toEqual([shown("1", "2")]);
});

test("What the schema shows itself is shown once.", () => {
  for (const facts of factsOf({ schema: { ...schema, example: 7 }, example: 7 }))
    expect(facts.filter(({ label }) => label === "For example")).toEqual([shown("7")]);
});

/** The names of the examples of a request body, and of the answer to it, that stand with their schemas. */
function apart(request: JsonObject, answer: JsonObject): readonly (readonly string[])[] {
  const media = (examples: JsonObject): JsonObject => ({ "application/json": { schema: {}, ...examples } });
  const responses = { "200": { description: "It is there.", content: media(answer) } };
  const post = { operationId: "addThing", requestBody: { content: media(request) }, responses };
  const contract = readContract({
    openapi: "3.1.1",
    info: { title: "Things", version: "1.0.0" },
    paths: { "/things": { post } },
  });
  return contract.operations.flatMap((operation) => [
    (operation.requestBody?.content ?? []).flatMap((each) =>
      requestExamplesApart(operation, each).map(({ name }) => name),
    ),
    operation.responses.flatMap(({ content }) =>
      content.flatMap((each) => answerExamplesApart(contract, each).map(({ name }) => name)),
    ),
  ]);
}

const named = (...names: readonly string[]): JsonObject => ({
  examples: Object.fromEntries(names.map((name, index) => [name, { value: index }])),
});

test.each<[string, JsonObject, JsonObject, string[], string[]]>([
  ["those of scenarios stand there", named("a", "b"), named("a", "b"), [], []],
  ["those of no scenario stand with their schemas", named("a", "b"), named("a", "c"), ["b"], ["c"]],
  ["of several without a scenario, each does", named("a", "b"), named("c", "d"), ["a", "b"], ["c", "d"]],
  ["one alone is what the samples send", { example: 1 }, { example: 2 }, [], [""]],
  ["so is one with a name", named("a"), named("c"), [], ["c"]],
])("Of the examples of bodies, %s.", (_, request, answer, ofRequest, ofAnswer) => {
  expect(apart(request, answer)).toEqual([ofRequest, ofAnswer]);
});
