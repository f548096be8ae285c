import {
  type Contract,
  isObject,
  type JsonObject,
  type JsonValue,
  judgeResponse,
  loadContract,
  readContract,
  responseFor,
} from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { describe, expect, test } from "vitest";
import { deriveResponses, type ResponseCase } from "../src/index.ts";

const own = loadContract();
const contracts = [
  ["the contract of the service", own],
  ["a contract that uses all of the profile", readContract(furtherContract())],
] as const;
const ownResponses = deriveResponses(own);
const titlesOf = (cases: readonly ResponseCase[]): string[] => cases.map(({ title }) => title);

function isValid(
  contract: Contract,
  { operation: { method, path }, response, values }: ResponseCase,
): boolean {
  const { operation } = contract.route(method, path);
  return operation !== undefined && judgeResponse(operation, response, values).length === 0;
}

describe.each(contracts)("the responses of %s", (_, contract) => {
  const cases = deriveResponses(contract);

  test("have unique titles, and are the same each time", () => {
    expect(new Set(titlesOf(cases)).size).toBe(cases.length);
    expect(deriveResponses(contract)).toEqual(cases);
  });

  test("are valid or invalid as they say", () => {
    for (const one of cases) expect(isValid(contract, one)).toBe(one.isValid);
  });

  test("call what violates a keyword invalid", () => {
    const against = cases.filter(({ title }) => title.includes(", against "));
    expect(against.length).toBeGreaterThan(100);
    expect(against.filter(({ isValid }) => isValid)).toEqual([]);
  });

  test("have each documented status, and undocumented ones", () => {
    for (const operation of contract.operations) {
      const titles = titlesOf(cases.filter((one) => one.operation === operation && one.isValid));
      for (const { status } of operation.responses)
        expect(titles).toContain(`${operation.operationId} ${status} as documented`);
      const isDeclared = responseFor(operation, 503) !== undefined;
      const undeclared = `${operation.operationId} 503 that is not declared`;
      expect(titlesOf(cases).includes(undeclared)).toBe(!isDeclared);
    }
  });
});

test("requested and other includes are each present and absent", () => {
  for (const [, contract] of contracts) {
    const found = deriveResponses(contract).filter(({ title }) => title.endsWith("asked for"));
    const of = (place: string): boolean[] =>
      found.filter(({ pointer }) => pointer === place).map(({ isValid }) => isValid);
    for (const { pointer } of contract.operations.flatMap(({ includes }) => includes))
      expect(of(pointer)).toEqual([true, false, false]);
  }
});

test("another id than the requested one is invalid", () => {
  const found = ownResponses.filter(({ title }) => title.includes("with another /data/id than id"));
  expect(found.map(({ isValid }) => isValid)).toEqual([false]);
});

test("optional or broken parents of an include show in responses to requests without it", () => {
  const found = ownResponses.filter(
    ({ title }) =>
      title.startsWith("getVariablesCage 200 /data") && title.endsWith(", less included"),
  );
  expect(
    found.map(({ isValid, title }) => [title.replace("getVariablesCage 200 ", ""), isValid]),
  ).toEqual(
    expect.arrayContaining([
      ["/data without relationships, less included", true],
      ["/data/relationships null, against type, less included", false],
    ]),
  );
});

test("a header of a response is missing, broken and at its edges", () => {
  const found = deriveResponses(contracts[1][1]).filter(
    ({ title }) => title.startsWith("listNotes 200") && title.includes("X-Total"),
  );
  expect(found.map(({ isValid, title }) => [title.replace("listNotes 200 ", ""), isValid])).toEqual(
    expect.arrayContaining([
      ["without X-Total", false],
      ["X-Total 0", true],
      ["X-Total -1, against minimum", false],
      ['X-Total "text", against type', false],
    ]),
  );
});

/** Changes a schema, or leaves it as it is. */
type Change = (schema: JsonObject) => JsonObject | undefined;

/** The contract with the change of one schema, and how many schemas it could change. */
function changed(change: Change, place: number): { contract: Contract; places: number } {
  let places = 0;
  const visit = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map((item: JsonValue) => visit(item));
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, member = null]) => [name, visit(member)]);
    const copy: JsonObject = Object.fromEntries(members);
    const found = change(copy);
    return found !== undefined && places++ === place ? found : copy;
  };
  const { components, ...others } = own.document;
  const schemas = visit(Object(components).schemas);
  const contract = readContract({ ...others, components: { ...Object(components), schemas } });
  return { contract, places };
}

const isFreeText = ({ format, pattern, type, ...rest }: JsonObject): boolean =>
  type === "string" &&
  format === undefined &&
  pattern === undefined &&
  rest["const"] === undefined &&
  rest["enum"] === undefined;

// What a text, an object or a list leaves free is easily narrowed, and no example shows it.
test.each<[string, Change]>([
  [
    "minLength: 1",
    (schema) =>
      isFreeText(schema) && !schema["minLength"] ? { ...schema, minLength: 1 } : undefined,
  ],
  ["maxLength: 255", (schema) => (isFreeText(schema) ? { ...schema, maxLength: 255 } : undefined)],
  ["pattern: \\S", (schema) => (isFreeText(schema) ? { ...schema, pattern: "\\S" } : undefined)],
  [
    "texts alone as further members",
    (schema) =>
      schema["type"] === "object" && schema["additionalProperties"] === undefined
        ? { ...schema, additionalProperties: { type: "string" } }
        : undefined,
  ],
  [
    "maxItems: 100",
    (schema) => (schema["type"] === "array" ? { ...schema, maxItems: 100 } : undefined),
  ],
  [
    "uniqueItems",
    (schema) => (schema["type"] === "array" ? { ...schema, uniqueItems: true } : undefined),
  ],
  [
    "minItems: 1",
    (schema) =>
      schema["type"] === "array" && !schema["minItems"] ? { ...schema, minItems: 1 } : undefined,
  ],
  [
    "maximum: 2147483647",
    (schema) =>
      schema["type"] === "integer" && schema["const"] === undefined && !schema["exclusiveMaximum"]
        ? { ...schema, maximum: 2_147_483_647 }
        : undefined,
  ],
])("every place that is narrowed by %s is noticed", (_, change) => {
  const { places } = changed(change, -1);
  expect(places).toBeGreaterThan(0);
  for (let place = 0; place < places; place++) {
    const { contract } = changed(change, place);
    expect(ownResponses.some((one) => one.isValid !== isValid(contract, one))).toBe(true);
  }
});
