import { judgeResponse, readContract } from "@workflow-api/contract";
import { responseFor } from "@workflow-api/contract/http";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { expect, test } from "vitest";
import { deriveResponses } from "../src/index.ts";

const further = readContract(furtherContract());
const cases = deriveResponses(further);
const titles = cases.map(({ title }) => title);

test("derived responses are valid or invalid as they say, with unique titles", () => {
  expect(new Set(titles).size).toBe(cases.length);
  for (const { isValid, operation, response, title, values } of cases) {
    const found = judgeResponse(operation, response, values);
    expect([title, found.length === 0]).toEqual([title, isValid]);
    if (title.includes(", against ")) expect([title, isValid]).toEqual([title, false]);
  }
});

test("there are responses of each documented status, and of undocumented ones", () => {
  for (const operation of further.operations) {
    const { operationId, responses } = operation;
    for (const { status } of responses)
      expect(titles).toContain(`${operationId} ${status} as documented`);
    const isDeclared = responseFor(operation, 503) !== undefined;
    expect(titles.includes(`${operationId} 503 that is not declared`)).toBe(!isDeclared);
  }
});

test("what is asked for is missing, and what is not asked for is there", () => {
  const found = cases.filter(({ title }) => title.endsWith("asked for"));
  for (const { pointer } of further.operations.flatMap(({ includes }) => includes)) {
    const own = found.filter((one) => one.pointer === pointer);
    expect(own.map((one) => one.isValid)).toEqual([false, false]);
  }
});

// What a string, an object or a list leaves free is easily narrowed, and no example shows it.
test.each([
  [true, "getVariablesCage 200 /data/attributes/name of 256 characters"],
  [true, "getVariablesCage 200 /data/relationships with a further member 1"],
  [true, "getVariablesCage 200 /data/relationships/values/data of 101 items"],
  [true, "getVariablesCage 200 /data without relationships, less included"],
  [false, "getVariablesCage 200 /data/relationships null, against type, less included"],
  [false, "getVariablesCage 200 with another /data/id than id"],
  [false, "listNotes 200 without X-Total"],
  [true, "listNotes 200 X-Total 0"],
  [false, "listNotes 200 X-Total -1, against minimum"],
])("it is %s that a response is valid: %s", (expected, title) => {
  const found = cases.filter((one) => one.title === title);
  expect(found.map((one) => one.isValid)).toEqual([expected]);
});
