import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { deriveAnswers, deriveCases } from "../src/index.ts";
import { contractOf } from "./support/contract-with.ts";

const tags: JsonObject = { type: "array", minItems: 1, items: { type: "string", enum: ["a", "b"] } };

/** One operation that is deprecated, with parameters that must not be empty and answers in two media types. */
const document: JsonObject = {
  openapi: "3.1.1",
  info: { title: "One chart", version: "1.0.0" },
  paths: {
    "/charts": {
      get: {
        operationId: "drawChart",
        deprecated: true,
        security: [],
        parameters: [
          parameter("width", { required: true, schema: { type: "integer" } }, 2),
          parameter("tags", { required: true, schema: tags }, ["a", "b"]),
          parameter("note", { deprecated: true, schema: { type: "string", minLength: 1 } }, "n"),
          parameter("title", { required: true, schema: { type: "string" } }, "t"),
        ],
        responses: {
          "200": {
            description: "The chart.",
            headers: { "X-Rows": { required: true, schema: { type: "integer", minimum: 1 }, example: 3 } },
            content: {
              "text/csv": { schema: { type: "string" }, examples: { drawn: { value: "a,b" } } },
              "image/png": { schema: { type: "string" }, examples: { drawn: { value: "PNG" } } },
            },
          },
        },
      },
    },
  },
};

function parameter(
  name: string,
  rest: JsonObject,
  value: JsonObject | string | number | string[],
): JsonObject {
  return { name, in: "query", ...rest, examples: { drawn: { value } } };
}

const contract = await contractOf(document);
const cases = deriveCases(contract);
const answers = deriveAnswers(contract);

test("What has to come and may not be empty is sent empty, and nothing else is.", () => {
  const empty = cases.filter(({ title }) => / empty in /.test(title));
  expect(empty.map(({ title }) => title)).toEqual([
    'drawChart 4XX query width empty in ""',
    'drawChart 4XX query tags empty in [""]',
  ]);
  expect(empty.map(({ request }) => /(width|tags)=(&|$)/.exec(request.target)?.[1])).toEqual([
    "width",
    "tags",
  ]);
});

test("Each representation is asked for, and comes with its own example.", () => {
  const told = cases
    .filter(({ title }) => /an Accept of [a-z]+\/[a-z]+$/.test(title))
    .map(({ expected: { mock }, request: { headers } }) => [headers["Accept"], mock?.status, mock?.body]);
  expect(told).toEqual(
    expect.arrayContaining([
      ["text/csv", 200, "a,b"],
      ["image/png", 200, "PNG"],
    ]),
  );
});

test("What is deprecated is told of a scenario: the operation, and the parameters that are sent.", () => {
  const [scenario] = cases.filter(({ group }) => group === "scenario");
  expect(scenario?.expected.mock?.deprecated).toEqual(["drawChart", "note"]);
});

test("The headers of an answer that is no JSON are broken too.", () => {
  const titles = answers.filter(({ allowed }) => !allowed).map(({ title }) => title);
  expect(titles).toContain("drawChart 200 answer without X-Rows");
  expect(titles).toContain("drawChart 200 answer X-Rows against minimum");
});

test("Every status with a name that is not documented is refused.", () => {
  const undocumented = answers
    .filter(({ keyword }) => keyword === "status")
    .map(({ answer }) => answer.status);
  expect(undocumented).toEqual(expect.arrayContaining([201, 302, 404, 418, 451, 511, 599]));
  expect(undocumented).not.toContain(200);
});
