import { expect, test } from "vitest";
import { type JsonObject, readContract, successOf } from "../src/index.ts";

/** The statuses of the responses of success, each with how many bodies it has. */
function successful(method: string, statuses: readonly string[]): unknown {
  const response: JsonObject = { description: "Here.", content: { "application/json": {} } };
  const responses = Object.fromEntries(statuses.map((status) => [status, response]));
  const { operations } = readContract({
    openapi: "3.1.1",
    info: { title: "Success", version: "1.0.0" },
    paths: { "/": { [method]: { operationId: "ask", responses } } },
  });
  return operations.flatMap(successOf).map(({ status, content }) => [status, content.length]);
}

test.each<[what: string, method: string, statuses: string[], expected: [string, number][]]>([
  [
    "are all 2xx",
    "get",
    ["200", "202", "2XX", "404"],
    [
      ["200", 1],
      ["202", 1],
      ["2XX", 1],
    ],
  ],
  ["are the default where there is no 2xx", "get", ["404", "default"], [["default", 1]]],
  ["are not the default beside a 2xx", "get", ["204", "default"], [["204", 1]]],
  ["have no body where only the head is asked for", "head", ["200", "404"], [["200", 0]]],
  ["are none where only errors are declared", "get", ["404", "5XX"], []],
])("The responses of success %s.", (_what, method, statuses, expected) => {
  expect(successful(method, statuses)).toEqual(expected);
});
