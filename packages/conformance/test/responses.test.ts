import { judgeResponse, readContract } from "@workflow-api/contract";
import { responseFor } from "@workflow-api/contract/http";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { describe, expect, test } from "vitest";
import { deriveResponses } from "../src/index.ts";

const further = readContract(furtherContract());
const cases = deriveResponses(further);
const titles = cases.map(({ title }) => title);

describe("the responses of a contract that uses all of the profile", () => {
  test("have unique titles, and are the same each time", () => {
    expect(new Set(titles).size).toBe(cases.length);
    expect(deriveResponses(further)).toEqual(cases);
  });

  test("are valid or invalid as they say", () => {
    for (const { isValid, operation, response, title, values } of cases)
      expect([title, judgeResponse(operation, response, values).length === 0]).toEqual([
        title,
        isValid,
      ]);
  });

  test("call what violates a keyword invalid", () => {
    const against = cases.filter(({ title }) => title.includes(", against "));
    expect(against.length).toBeGreaterThan(100);
    expect(against.filter(({ isValid }) => isValid)).toEqual([]);
  });

  test("have each documented status, and undocumented ones", () => {
    for (const operation of further.operations) {
      const { operationId, responses } = operation;
      for (const { status } of responses)
        expect(titles).toContain(`${operationId} ${status} as documented`);
      const isDeclared = responseFor(operation, 503) !== undefined;
      expect(titles.includes(`${operationId} 503 that is not declared`)).toBe(!isDeclared);
    }
  });

  test("have requested and other includes, each present and absent", () => {
    const found = cases.filter(({ title }) => title.endsWith("asked for"));
    for (const { pointer } of further.operations.flatMap(({ includes }) => includes)) {
      const own = found.filter((one) => one.pointer === pointer);
      expect(own.map((one) => one.isValid)).toEqual([true, false, false]);
    }
  });
});

// What a text, an object or a list leaves free is easily narrowed, and no example shows it.
test.each([
  [true, "getVariablesCage 200 /data/attributes/name of 256 characters"],
  [true, "getVariablesCage 200 /data/relationships with a further member 1"],
  [true, "getVariablesCage 200 /data/relationships/values/data of 101 items"],
  [true, "getVariablesCage 200 /data/relationships/values/data/0/attributes/weight 2147483648"],
  [true, "getVariablesCage 200 /data without relationships, less included"],
  [false, "getVariablesCage 200 /data/relationships null, against type, less included"],
  [false, "getVariablesCage 200 with another /data/id than id"],
  [false, "listNotes 200 without X-Total"],
  [true, "listNotes 200 X-Total 0"],
  [false, "listNotes 200 X-Total -1, against minimum"],
  [false, 'listNotes 200 X-Total "text", against type'],
])("it is %s that a response is valid: %s", (expected, title) => {
  const found = cases.filter((one) => one.title === title);
  expect(found.map((one) => one.isValid)).toEqual([expected]);
});
