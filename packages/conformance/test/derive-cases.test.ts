import { readFile } from "node:fs/promises";
import { type Contract, type JsonObject, loadContract } from "@workflow-api/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { type Case, checkAnswer, deriveCases, groups } from "../src/index.ts";
import { contractOf, documentWith } from "./support/contract-with.ts";

let contract: Contract;
let cases: readonly Case[];

beforeAll(async () => {
  contract = await loadContract();
  cases = deriveCases(contract);
});

test("The same contract and seed give the same cases.", () => {
  expect(deriveCases(contract, { seed: 1 })).toEqual(cases);
});

test("Another seed changes neither the scenarios nor the refusals of credentials.", () => {
  const fixed = (list: readonly Case[]): string[] =>
    list.filter(({ group }) => group === "scenario" || group === "security").map(({ title }) => title);
  expect(fixed(deriveCases(contract, { seed: 99 }))).toEqual(fixed(cases));
});

test("Every request is sent once.", () => {
  expect(new Set(cases.map(({ request }) => JSON.stringify(request))).size).toBe(cases.length);
});

test("Every title stands once.", () => {
  expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
});

test("Every scenario is a case named after it.", () => {
  const titles = cases.filter(({ group }) => group === "scenario").map(({ title }) => title);
  const scenarios = contract.operations.flatMap(({ operationId, scenarios: all }) =>
    all.map(({ name, status }) => `${operationId} ${status} ${name}`),
  );
  // What no scenario reaches is asked for by a preference.
  expect(titles.filter((title) => !/ (preferred|without a scenario)$/.test(title))).toEqual(scenarios);
  expect(scenarios).not.toEqual([]);
});

test("Every case points at a line of the contract.", async () => {
  const texts = contract.files.map(async (file) => [file, await readFile(file, "utf8")] as const);
  const lines = new Map((await Promise.all(texts)).map(([file, text]) => [file, text.split("\n")]));
  for (const { location, title } of cases) {
    expect(lines.get(location.file)?.[location.line - 1]?.trim(), title).toMatch(/./);
  }
});

test("A malformed request states the contract's range, and beyond it the mock's status.", () => {
  const [, name = ""] = cases.flatMap(({ title }) => / 4XX without header (.*)/.exec(title) ?? []);
  const one = cases.find(({ title }) => title.endsWith(` 4XX without header ${name}`));
  expect(one?.expected).toMatchObject({ verdict: "malformed", statuses: ["4XX"], mock: { status: 422 } });
  expect(one?.request.headers).not.toHaveProperty(name);
  expect(contract.locate(one?.pointer ?? "").line).toBe(one?.location.line);
});

test("Every combination of the includes is asked for.", () => {
  for (const { includes, operationId, scenarios } of contract.operations) {
    if (includes.length === 0) continue;
    // The lint asks for a scenario that asks for everything.
    const everything = scenarios.find(({ values }) => {
      const asked = [...values.values()].flat().map(String);
      return includes.every(({ value }) => asked.includes(value));
    });
    const asking = new RegExp(`^${operationId} 200 ${everything?.name}( with .* included)?$`);
    expect(cases.filter(({ title }) => asking.test(title))).toHaveLength(2 ** includes.length);
  }
});

test("An operation with a body has cases in every group but that of includes.", async () => {
  const schema = {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string", maxLength: 5 } },
  };
  const other = deriveCases(await contractOf(documentWith(schema, { name: "a" })));
  const found = new Set(other.map(({ group }) => group));
  expect(groups.filter((group) => !found.has(group))).toEqual(["include"]);
  expect(other.map(({ title }) => title)).toContain("putThing 4XX body/name against maxLength");
});

test("A text may be as long in other scripts, where it takes more bytes and units.", async () => {
  const schema = { type: "object", properties: { name: { type: "string", minLength: 2, maxLength: 5 } } };
  const sent = deriveCases(await contractOf(documentWith(schema, { name: "Anna" })));
  const names = new Map(sent.map(({ call, title }) => [title, Object(call?.body)["name"]]));
  expect([...(names.get("putThing 2XX body/name maxLength in other scripts") ?? "")]).toHaveLength(5);
  expect(names.get("putThing 2XX body/name maxLength in other scripts")).toHaveLength(10);
});

test("A credential that is given is sent, and a message never holds it.", () => {
  const secret = "f0e1d2c3";
  const given = deriveCases(contract, {
    credentials: Object.fromEntries(contract.securitySchemes.map(({ key }) => [key, secret])),
  });
  expect(given.some(({ request }) => Object.values(request.headers).includes(secret))).toBe(true);
  expect(given.filter(({ title }) => title.includes(secret))).toEqual([]);
});

test("A token of another scheme that travels alike is not called refused.", async () => {
  const document = documentWith({ type: "object" }, {});
  const schemes = {
    key: { type: "http", scheme: "bearer" },
    other: { type: "oauth2", flows: { implicit: { authorizationUrl: "https://a.example", scopes: {} } } },
    third: { type: "apiKey", in: "header", name: "X-Third" },
  };
  const components = { ...Object(document["components"]), securitySchemes: schemes };
  const titles = deriveCases(await contractOf({ ...document, components }))
    .filter(({ group }) => group === "security")
    .map(({ title }) => title);
  expect(titles.filter((title) => / with other/.test(title))).toEqual([]);
  expect(titles.some((title) => / with third$/.test(title))).toBe(true);
});

test("Each way of authenticating is tried, half and whole and with another, however many schemes there are.", async () => {
  const names = Array.from({ length: 9 }, (_, index) => `key${index}`);
  const security = [{ key7: [], key8: [] }, { key0: [] }];
  const responses = { "200": { description: "They are listed." } };
  const document = {
    openapi: "3.1.1",
    info: { title: "Many schemes", version: "1.0.0" },
    paths: { "/things": { get: { operationId: "listThings", security, responses } } },
    components: {
      securitySchemes: Object.fromEntries(
        names.map((name) => [name, { type: "apiKey", in: "header", name: `X-${name}` }]),
      ),
    },
  };
  const tried = deriveCases(await contractOf(document)).filter(({ group }) => group === "security");
  const verdicts = new Map(tried.map(({ expected, title }) => [title, expected.verdict]));
  expect(verdicts.get("listThings 200 with key0 and key7 and key8")).toBe("valid");
  expect(verdicts.get("listThings 200 with key0")).toBe("valid");
  expect(verdicts.get("listThings 401/403 with key7")).toBe("unauthenticated");
  expect(verdicts.get("listThings 401/403 with key8")).toBe("unauthenticated");
  expect(verdicts.get("listThings 401/403 with key3")).toBe("unauthenticated");
});

describe("An operation without scenarios", () => {
  const document = (content: JsonObject): JsonObject => ({
    openapi: "3.1.1",
    info: { title: "No scenario", version: "1.0.0" },
    paths: {
      "/things": {
        get: {
          operationId: "listThings",
          parameters: [{ name: "page", in: "query", schema: { type: "integer" } }],
          responses: {
            "404": { description: "There are none.", content: { "application/json": {} } },
            "200": { description: "They are listed.", content },
          },
        },
      },
    },
  });
  const plain = async (content: JsonObject): Promise<Case | undefined> =>
    deriveCases(await contractOf(document(content))).find(({ title }) =>
      title.endsWith("without a scenario"),
    );

  test("is answered with the example that stands first, be it named or not.", async () => {
    const named = { first: { value: ["a"] }, second: { value: ["b"] } };
    for (const shown of [{ examples: named }, { example: ["a"] }]) {
      const one = await plain({ "application/json": shown });
      expect(one?.expected).toMatchObject({ verdict: "valid", statuses: ["200"] });
      expect(one?.expected.mock).toMatchObject({ status: 200, body: ["a"] });
    }
  });

  test("is answered in the representation that is accepted first.", async () => {
    const one = await plain({ "application/json": { example: ["a"] }, "application/xml": { schema: {} } });
    expect(one?.expected.mock).toMatchObject({ status: 200, body: ["a"] });
  });

  test("is held to its status where the contract has no example, and a mock not to what it makes up.", async () => {
    const schema = { type: "array", contains: { const: "x" } };
    const one = await plain({ "application/json": { schema } });
    if (one === undefined) throw new Error("There is no such case.");
    expect(one.expected.mock).toMatchObject({ status: 200, body: undefined });
    const findings = (status: number, contentType: string, as: "mock" | "service"): string[] => {
      const answer = { status, headers: { "content-type": contentType }, body: '["string"]' };
      return checkAnswer(one, answer, { as }).map(({ name }) => name);
    };
    expect(findings(200, "application/json", "mock")).toEqual([]);
    expect(findings(200, "application/json", "service")).toContain("response_schema_conformance");
    expect(findings(404, "application/json", "mock")).toEqual(["positive_data_acceptance"]);
    expect(findings(200, "text/html", "mock")).toEqual(["content_type_conformance"]);
  });
});
