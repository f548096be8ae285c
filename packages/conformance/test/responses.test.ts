import {
  type Contract,
  type HttpRequest,
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
import { deriveCases, deriveResponses, type ResponseCase } from "../src/index.ts";

// It has the operations of the service, too.
const further = readContract(furtherContract());
const cases = deriveResponses(further);
const titles = cases.map(({ title }) => title);

function isValid(
  contract: Contract,
  { operation: { method, path }, response, values }: ResponseCase,
): boolean {
  const { operation } = contract.route(method, path);
  return operation !== undefined && judgeResponse(operation, response, values).length === 0;
}

describe("the responses of a contract that uses all of the profile", () => {
  test("have unique titles, and are the same each time", () => {
    expect(new Set(titles).size).toBe(cases.length);
    expect(deriveResponses(further)).toEqual(cases);
  });

  test("are valid or invalid as they say", () => {
    for (const one of cases) expect(isValid(further, one)).toBe(one.isValid);
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

test.each([
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

const own = loadContract();
const ownCases = deriveResponses(own);
const ownRequests = deriveCases(own).map(({ request }) => request);
const isAccepted = (contract: Contract, request: HttpRequest): boolean =>
  contract.judge(request).violations.length === 0;

/** The contract with a keyword added to a schema, and how many schemas of a type lack it. */
function narrowed(type: string, keyword: JsonObject, place: number) {
  const narrow = ["format", "pattern", "const", "enum", "exclusiveMaximum"];
  const absent = [...narrow, ...Object.keys(keyword)];
  let places = 0;
  const visit = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map((item: JsonValue) => visit(item));
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, member = null]) => [name, visit(member)]);
    const copy: JsonObject = Object.fromEntries(members);
    const isFree = copy["type"] === type && absent.every((name) => copy[name] === undefined);
    return isFree && places++ === place ? { ...copy, ...keyword } : copy;
  };
  const { components, ...others } = own.document;
  const schemas = visit(Object(components).schemas);
  const contract = readContract({ ...others, components: { ...Object(components), schemas } });
  return { contract, places };
}

// What a text, an object or a list leaves free is easily narrowed, and no example shows it.
test.each<[type: string, keyword: JsonObject]>([
  ["string", { minLength: 1 }],
  ["string", { maxLength: 255 }],
  ["string", { pattern: "\\S" }],
  ["object", { additionalProperties: { type: "string" } }],
  ["array", { maxItems: 100 }],
  ["array", { uniqueItems: true }],
  ["array", { minItems: 1 }],
  ["integer", { maximum: 2_147_483_647 }],
])("every %s that is narrowed by %j is noticed", (type, keyword) => {
  const { places } = narrowed(type, keyword, -1);
  expect(places).toBeGreaterThan(0);
  for (let place = 0; place < places; place++) {
    const { contract } = narrowed(type, keyword, place);
    const isNoticed =
      ownCases.some((one) => one.isValid !== isValid(contract, one)) ||
      ownRequests.some((request) => isAccepted(own, request) !== isAccepted(contract, request));
    expect(isNoticed).toBe(true);
  }
});
