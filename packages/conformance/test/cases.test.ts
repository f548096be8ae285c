import { formats, readContract } from "@workflow-api/contract";
import { isEqual, type JsonObject } from "@workflow-api/contract/json";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Case,
  createBaseRequest,
  createMaker,
  deriveCases,
  deriveOperationCases,
  randomCases,
} from "../src/index.ts";

const contract = readContract(furtherContract());
const cases = deriveCases(contract);
const titlesOf = (of: readonly Case[]): string[] => of.map(({ title }) => title);
const of = (...kinds: readonly Case["expected"]["kind"][]): Case[] =>
  cases.filter(({ expected }) => kinds.includes(expected.kind));

describe("the cases of a contract that uses all of the profile", () => {
  test("have unique titles, and are the same for the same seed", () => {
    expect(new Set(titlesOf(cases)).size).toBe(cases.length);
    expect(titlesOf(cases).filter((title) => /Note by POST$/.test(title))).toHaveLength(1);
    for (const { operation, title } of cases)
      if (operation !== undefined) expect(title.startsWith(`${operation.operationId} `)).toBe(true);
    const requestsOf = (seed: number) =>
      deriveCases(contract, { seed }).map(({ request, title }) => ({ request, title }));
    const requests = cases.map(({ request, title }) => ({ request, title }));
    expect(requestsOf(1)).toEqual(requests);
    expect(requestsOf(2)).not.toEqual(requests);
  });

  test("may get a 414 if a part of the URL is long, and only then", () => {
    for (const { expected, request } of of("valid")) {
      const isLong = /[^/?&]{101}/.test(`${request.path}?${request.query}`);
      expect(expected.statuses.includes("414")).toBe(isLong);
    }
  });

  test("are valid, and arrive as they are", () => {
    for (const { operation, request, values } of of("valid")) {
      const judged = contract.judge(request);
      expect(judged).toMatchObject({ operation, unauthenticated: [], violations: [] });
      for (const [key, value] of values)
        expect(key === "body" ? judged.body : (judged.values.get(key) ?? [])).toEqual(value);
    }
  });

  test("are invalid in what they break, or have no operation", () => {
    for (const { broken, expected, request } of of("invalid")) {
      expect(contract.judge(request).violations.map(({ part }) => part)).toContain(broken?.part);
      expect(expected.statuses).toEqual(["4XX"]);
    }
    for (const { broken, request } of of("unauthenticated"))
      if (broken?.keyword !== "secret")
        expect(contract.judge(request).unauthenticated).not.toEqual([]);
    for (const { request } of of("unknown"))
      expect(contract.judge(request).operation).toBeUndefined();
  });

  test("have every scenario, with only its status", () => {
    const scenarios = contract.operations.flatMap((operation) => operation.scenarios);
    const found = of("scenario").filter(({ group }) => group === "scenario");
    expect(found.map(({ expected }) => expected.scenario)).toEqual(scenarios);
    for (const { expected } of found)
      expect(expected.statuses).toEqual([String(expected.scenario?.status)]);
  });

  test("break each keyword of each parameter that can be broken on the wire", () => {
    const broken = of("invalid").map(
      (each) => `${each.operation?.operationId} ${each.broken?.part} ${each.broken?.keyword}`,
    );
    const ofValues = ["enum", "pattern", "format", "minimum", "maximum", "maxLength", "multipleOf"];
    for (const { operationId, parameters } of contract.operations)
      for (const { key, required, in: place, shape } of parameters) {
        // A format that nobody knows is an annotation.
        const stated = [...ofValues, "uniqueItems", "maxItems"].filter((keyword) =>
          [shape, shape.items]
            .flatMap((each) => each.keywordValues(keyword))
            .some((value) => keyword !== "format" || formats.some((format) => format === value)),
        );
        for (const keyword of required && place !== "path" ? [...stated, "required"] : stated)
          expect(broken).toContain(`${operationId} ${key} ${keyword}`);
      }
  });

  test("send each security requirement", () => {
    for (const operation of contract.operations) {
      const right = cases.filter(
        ({ expected: { kind }, operation: its }) => its === operation && kind !== "unauthenticated",
      );
      for (const option of operation.security)
        expect(right.map(({ schemes }) => schemes)).toContainEqual(option.map(({ name }) => name));
    }
  });
});

test("no include, each one and all of them in another order are requested", () => {
  for (const operation of contract.operations.filter(({ includes }) => includes.length > 0)) {
    const [parameter] = operation.includes.map((include) => include.parameter);
    const asked = cases
      .filter((each) => each.operation === operation && each.group !== "parameter")
      .map(({ values }) => [values.get(parameter?.key ?? "") ?? []].flat().join());
    const names = operation.includes.map(({ value }) => value);
    for (const name of ["", ...names, names.toReversed().join()]) expect(asked).toContain(name);
  }
});

test("titles read as a person would say them", () => {
  const titles = [
    "getVariablesCage 200 date_cage including author",
    "getVariablesCage 401 with Authorization",
    'getVariablesCage include /0 "unknown", against enum',
    "getVariablesCage id of 256 characters",
    "getVariablesCage with Accept */*",
    "resetSmartContractInstance with Authorization",
    "resetSmartContractInstance 401 with Authorization by the scheme Basic",
    "resetSmartContractInstance 401 with Authorization without a scheme",
    "resetSmartContractInstance 401 with Authorization without a secret",
    "createNote without body",
    "createNote with a body that ends too soon",
    "createNote with a comma at the end of the body",
    "createNote with a body and more",
    "searchTrees with a body with NaN",
    "createNote with a body of application/vnd.api+json; charset=utf-8",
    "createNote body /data/attributes without text",
    "createNote body /data/attributes with a further member 1",
    "createNote no 5XX with a body that is nested deeply",
    "searchTrees no 5XX with 20 digits in every number",
    "listNotes no 5XX with 20 digits for pinned",
    "listNotes no 5XX with a body that is not asked for",
    "listNotes no 5XX with a second value for pinned",
  ];
  expect(titlesOf(cases)).toEqual(expect.arrayContaining(titles));
});

test.each(contract.operations)("random cases of $operationId are valid and vary", (each) => {
  const random = randomCases(createBaseRequest(contract, each, createMaker()), "random");
  if (random === undefined) throw new Error("It has no valid request.");
  const found = fc.sample(random, { seed: 1, numRuns: 50 });
  expect(new Set(found.map(({ expected }) => expected.kind))).toEqual(new Set(["valid"]));
  const distinct = new Set(found.map(({ request }) => JSON.stringify(request)));
  if (each.parameters.length > 1) expect(distinct.size).toBeGreaterThan(20);
});

/** The cases of an operation without parameters or responses that matter, except these parts. */
function casesWith(operation: JsonObject, components: JsonObject = {}): Case[] {
  const parts = { responses: { 204: { description: "Well." } }, ...operation };
  const info = { title: "A", version: "1" };
  const paths = { "/a/{id}": { post: parts } };
  return deriveCases(readContract({ openapi: "3.1.1", info, paths, components }));
}

const idOf = (schema: JsonObject): JsonObject => ({
  parameters: [{ name: "id", in: "path", required: true, schema }],
});

test("a value in the path may end with a newline, and is never empty", () => {
  const sent = casesWith(idOf({ type: "string", pattern: "^[a-z]+$" }));
  expect(sent.filter(({ request }) => request.path.endsWith("%0A"))).toHaveLength(1);
  const paths = casesWith(idOf({ type: "string" })).map(({ request }) => request.path);
  expect(paths).not.toContain("/a/");
  expect(paths).not.toContain("/a/first%0Asecond");
  expect(paths).toContain("/a/%00");
  expect(paths).toContain(`/a/${"%C3%A9".repeat(256)}`);
  expect(paths).toEqual(expect.arrayContaining(["/a/%20", `/a/${"x".repeat(256)}`]));
});

test("no optional parameter is invalid by an empty value", () => {
  const optional = contract.operations.flatMap(({ parameters }) =>
    parameters.filter(({ required }) => !required).map(({ key }) => key),
  );
  const sent = of("invalid").filter(({ broken }) => optional.includes(broken?.part ?? ""));
  const tried = sent.map(({ broken, values }) => values.get(broken?.part ?? ""));
  expect(tried).not.toContain("");
});

test("a wrong credential is none of those that are right", () => {
  const empty = cases.find(({ title }) => title.endsWith("401 with an empty X-API-SECRET"));
  expect(empty?.schemes).toEqual(["apiKey"]);
});

test("all parameters are sent at once", () => {
  for (const operation of contract.operations) {
    const derived = cases.filter((testCase) => testCase.operation === operation);
    const most = Math.max(...derived.map(({ values }) => values.size));
    const bodies = operation.requestBody === undefined ? 0 : 1;
    expect(most).toBe(operation.parameters.length + bodies);
  }
});

test("what has no value, or only too large ones, is named", () => {
  const schema = { type: "array", minItems: 2_000_000, items: { type: "string" } };
  const requestBody = { required: true, content: { "application/json": { schema } } };
  const post = { requestBody, responses: { 204: { description: "Well." } } };
  const info = { title: "A", version: "1" };
  const large = readContract({ openapi: "3.1.1", info, paths: { "/a": { post } } });
  const missing = large.operations.map(
    (each) => createBaseRequest(large, each, createMaker()).missing,
  );
  expect(missing).toEqual([["body"]]);
  for (const each of large.operations)
    expect(randomCases(createBaseRequest(large, each, createMaker()), "random")).toBe(undefined);
  expect(deriveCases(large).filter(({ expected }) => expected.kind === "valid")).toEqual([]);
});

test("an operation without responses may have any success", () => {
  const [first] = casesWith({ ...idOf({ type: "string" }), responses: {} });
  expect(first?.expected.statuses).toEqual(["2XX"]);
});

test("an operation without a scenario still has a valid request", () => {
  const [first] = casesWith(idOf({ type: "string" }));
  expect(first).toMatchObject({
    title: expect.stringMatching(/ valid request$/),
    group: "scenario",
  });
});

test("no secret is wrong where the others meet another requirement", () => {
  const key = { type: "apiKey", in: "header", name: "X-Key" };
  const securitySchemes = { key, token: { type: "http", scheme: "bearer" } };
  const security = [{ token: [] }, { key: [], token: [] }];
  const found = casesWith({ ...idOf({ type: "string" }), security }, { securitySchemes });
  const titles = titlesOf(found).join();
  expect(titles).toContain("401 with a wrong secret in Authorization");
  expect(titles).not.toContain("401 with a wrong secret in X-Key");
  const either = casesWith(
    { ...idOf({ type: "string" }), security: [{ key: [] }, { token: [] }] },
    { securitySchemes },
  );
  const empty = either.find(({ title }) => title.endsWith("401 with an empty Authorization"));
  expect(empty?.part).toBe("header authorization");
});

test("of three credentials, each two are too few", () => {
  const names = ["a", "b", "c"];
  const schemeOf = (name: string) => [name, { type: "apiKey", in: "header", name }] as const;
  const securitySchemes = Object.fromEntries(names.map(schemeOf));
  const security = [Object.fromEntries(names.map((name) => [name, []]))];
  const found = casesWith({ ...idOf({ type: "string" }), security }, { securitySchemes });
  const titles = titlesOf(found).join();
  for (const pair of ["a and b", "a and c", "b and c"])
    expect(titles).toContain(`401 with ${pair},`);
});

/** The cases of an operation with an optional member, and with a scenario of this status. */
function refusedBy(status: number, schema: JsonObject): Case[] {
  const examples = { nameless: { value: {} } };
  const content = { "application/json": { schema, examples } };
  const refusal = { description: "No.", content: { "application/json": { examples } } };
  const responses = { 204: { description: "Well." }, [status]: refusal };
  return casesWith({ ...idOf({ type: "string" }), requestBody: { content }, responses });
}

test("an undeclared method has the body of the operation, where it may have one", () => {
  const found = refusedBy(422, { type: "object" }).filter(({ group }) => group === "method");
  const bodies = found.map(({ request: { body, method } }) => `${method} ${body}`);
  expect(bodies).toEqual(["GET ", "PUT {}", "PATCH {}", "DELETE "]);
});

test("an invalid request is that of a scenario only if a refusal documents it", () => {
  for (const status of [422, 409]) {
    const found = refusedBy(status, { type: "object", required: ["name"] });
    const scenario = found.find(({ title }) => title.endsWith(" nameless"));
    expect(scenario?.flaw === undefined).toBe(status === 422);
  }
});

test("a valid request may get what the contract documents for it, and has further members", () => {
  const found = refusedBy(422, { type: "object", properties: { age: { type: "integer" } } });
  const statuses = found
    .filter(({ values }) => isEqual(values.get("body"), {}))
    .flatMap(({ expected }) => (expected.kind === "valid" ? [expected.statuses] : []))
    .map((each) => each.filter((status) => status !== "414").join());
  expect(new Set(statuses)).toEqual(new Set(["204,422"]));
  expect(titlesOf(found).join()).toContain('body /age "1", against type');
});

describe("a foreign server", () => {
  const domain = "8d1f4a5e-6b3c-4f2a-9d7e-1c2b3a4d5e6f";
  const full = "getVariablesCage 200 full";
  const unauthorized = "getVariablesCage 401 unauthorized";
  const unknown = "resetSmartContractInstance 404 unknown_instance";

  /** A case for a server with this domain, and with other values. */
  function caseWith(title: string, known: Known = {}): Case | undefined {
    const valuesOf = () => new Map([["header x-domain", domain], ...Object.entries(known)]);
    const found = deriveCases(contract, { data: { hasExamples: false, valuesOf } });
    return found.find((testCase) => testCase.title.startsWith(title));
  }
  type Known = Readonly<Record<string, string>>;

  test("is asked for no scenario with another value than its own", () => {
    expect(caseWith(full, { "path id": "cage-9" })?.expected.kind).toBe("valid");
  });

  test.each<[what: string, statuses: readonly string[], ...Parameters<typeof caseWith>]>([
    ["need not know an id of an example", ["200", "404"], full],
    [
      "need not know another one",
      ["200", "404"],
      'getVariablesCage id " "',
      { "path id": "cage-9" },
    ],
    [
      "has no id of a 404, even where it has others",
      ["404"],
      unknown,
      { "path taskInstanceId": "task-9" },
    ],
    ["may refuse another domain", ["200", "401", "404"], "getVariablesCage X-Domain "],
    ["need not refuse the value of an example", ["200", "401", "404"], unauthorized],
  ])("%s", (_what, statuses, ...given) => {
    expect(caseWith(...given)?.expected.statuses.toSorted()).toEqual(statuses);
  });
});

test("of many cases, the most different ones are derived, and the others counted", () => {
  const [operation] = contract.operations.filter(
    ({ operationId }) => operationId === "searchTrees",
  );
  if (operation === undefined) throw new Error("There is no such operation.");
  const base = createBaseRequest(contract, operation, createMaker());
  const all = deriveOperationCases(base);
  const budget = { most: 60, beyond: 0 };
  const few = deriveOperationCases(base, budget);
  expect(few.length).toBeLessThan(all.length / 2);
  expect(budget.beyond).toBeGreaterThan(0);
  const keywordsOf = (some: readonly Case[]) => new Set(some.map((each) => each.broken?.keyword));
  expect(keywordsOf(few)).toEqual(keywordsOf(all));
});

test("no value has half of a pair of surrogates", () => {
  const found = casesWith(idOf({ type: "string", pattern: "^(\\p{L}+\\d?)+$" }));
  expect(found.length).toBeGreaterThan(20);
  for (const { tried } of found)
    if (typeof tried === "string") expect(tried.isWellFormed()).toBe(true);
});
