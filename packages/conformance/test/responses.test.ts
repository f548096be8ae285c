import { judgeResponse, readContract } from "@workflow-api/contract";
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

test("there are responses of each documented status", () => {
  for (const { operationId, responses } of further.operations)
    for (const { status } of responses)
      expect(titles).toContain(`${operationId} ${status} as documented`);
});

// What a string, an object or a list leaves free is easily narrowed, and no example shows it.
test.each([
  [true, "getVariablesCage 200 /data/attributes/name of 256 characters"],
  [true, "getVariablesCage 200 /data/relationships with a further member 1"],
  [true, "getVariablesCage 200 /data/relationships/values/data of 101 items"],
  [true, "getVariablesCage 200 /data without relationships, less included"],
  [false, "getVariablesCage 200 /data/relationships null, against type, less included"],
  [false, "getVariablesCage 200 for another id"],
  [false, "listNotes 200 with a body of application/json"],
  [false, "removeNote 204 with a body of application/json"],
  [false, "listNotes 200 without X-Total"],
  [true, "listNotes 200 X-Total 0"],
  [false, "listNotes 200 X-Total -1, against minimum"],
])("it is %s that a response is valid: %s", (expected, title) => {
  const found = cases.filter((one) => one.title === title);
  expect(found.map((one) => one.isValid)).toEqual([expected]);
});
