import type { JsonObject, JsonValue } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { checkAnswer, deriveAnswers, deriveCases } from "../src/index.ts";
import { contractOf, documentWith } from "./support/contract-with.ts";

const json = (schema: JsonValue, more: JsonObject = {}): JsonObject => ({
  "application/json": { schema, ...more },
});

/** A contract of one operation without a scenario. */
function plain(operation: JsonObject): JsonObject {
  return {
    openapi: "3.1.1",
    info: { title: "Plain", version: "1.0.0" },
    paths: { "/things": { get: { operationId: "listThings", ...operation } } },
  };
}

test("Each example that is no scenario is asked for by its name.", async () => {
  const examples = { first: { value: ["a"] }, second: { value: ["b"] } };
  const content = json({ type: "array" }, { examples });
  const parameters = [{ name: "q", in: "query", schema: { type: "string" } }];
  const responses = { "200": { description: "ok", content } };
  const cases = deriveCases(await contractOf(plain({ parameters, responses })));
  const asked = cases.filter(({ title }) => title.includes(" with the example "));
  expect(asked.map(({ expected, request }) => [request.headers["Prefer"], expected.mock?.body])).toEqual([
    ["code=200, example=first", ["a"]],
    ["code=200, example=second", ["b"]],
  ]);
});

test("A mock of an operation that documents a redirect and no success redirects a right request.", async () => {
  const responses = { "307": { description: "elsewhere" }, "404": { description: "gone" } };
  const [plainly] = deriveCases(await contractOf(plain({ responses })));
  const answer = { headers: { location: "/elsewhere" }, body: "" };
  if (plainly === undefined) throw new Error("There is no case.");
  expect(checkAnswer(plainly, { ...answer, status: 307 }, { as: "mock" })).toEqual([]);
  expect(checkAnswer(plainly, { ...answer, status: 404 }, { as: "mock" })).not.toEqual([]);
});

test.each([
  [["404", "410"], 404],
  [["4XX"], 400],
  [["302", "404"], 302],
  [["101"], 101],
  [["404", "default"], 200],
  [["2XX", "404"], 200],
  [["201", "2XX"], 201],
])(
  "Of an operation that documents %j a mock answers a right request with %i, and its example.",
  async (statuses, status) => {
    const documented = Object.fromEntries(
      statuses.map((key) => [key, { description: key, content: json({ type: "string" }, { example: key }) }]),
    );
    const [plainly] = deriveCases(await contractOf(plain({ deprecated: true, responses: documented })));
    expect(plainly?.expected.mock).toMatchObject({ status, deprecated: ["listThings"] });
    expect(statuses).toContain(plainly?.expected.mock?.body);
  },
);

test("The default response is asked for by a status that nothing else covers.", async () => {
  const responses = {
    "200": { description: "ok" },
    "500": { description: "bad" },
    default: { description: "other", content: json({ type: "object" }) },
  };
  const cases = deriveCases(await contractOf(plain({ responses })));
  const [asked] = cases.filter(({ title }) => title === "listThings default as preferred");
  expect(asked?.request.headers["Prefer"]).toBe("code=501");
  expect(asked?.expected.mock?.status).toBe(501);
});

test("What a mock says is deprecated is what the contract says is, without a scenario too.", async () => {
  const parameters = [
    { name: "old", in: "query", required: true, deprecated: true, schema: { type: "string" } },
    { name: "new", in: "query", required: true, schema: { type: "string" } },
    { name: "odd", in: "query", deprecated: true, schema: { type: "integer" } },
  ];
  const operation = { parameters, responses: { "204": { description: "ok" } } };
  const cases = deriveCases(await contractOf(plain(operation)));
  const [one] = cases;
  if (one === undefined) throw new Error("There is no case.");
  const told = (...names: readonly string[]): string =>
    JSON.stringify(names.map((name) => ({ location: ["request", "query", name], code: "deprecated" })));
  const findings = (headers: Record<string, string>): number =>
    checkAnswer(one, { status: 204, headers, body: "" }, { as: "mock" }).length;
  expect(findings({ "sl-violations": told("old") })).toBe(0);
  expect(findings({ "sl-violations": told("old", "new") })).toBe(1);
  expect(findings({ "sl-violations": told("new") })).toBe(1);
  expect(findings({})).toBe(0);
  const sent = cases.filter(
    ({ expected, request }) => expected.verdict === "valid" && /odd=/.test(request.target),
  );
  expect(sent.length).toBeGreaterThan(1);
  for (const { expected } of sent) expect(expected.mock?.deprecated).toEqual(["old", "odd"]);
});

test("An empty text of a deprecated parameter is none to the engine of the mock, which then says nothing of it.", async () => {
  const old = { name: "old", in: "query", deprecated: true, schema: { type: "string" } };
  const examples = { blank: { value: "" }, given: { value: "a" } };
  const content = json({ type: "string" }, { examples: { blank: { value: "b" }, given: { value: "g" } } });
  const operation = {
    parameters: [{ ...old, examples }],
    responses: { "200": { description: "ok", content } },
  };
  const cases = deriveCases(await contractOf(plain(operation))).filter(({ group }) => group === "scenario");
  expect(cases.map(({ title, expected }) => [title, expected.mock?.deprecated])).toEqual([
    ["listThings 200 blank", []],
    ["listThings 200 given", ["old"]],
  ]);
});

test("A member that the example lacks is tried with what it asks for beside it, and so is what is in it.", async () => {
  const thing = {
    type: "object",
    properties: {
      after: { type: "object", required: ["days"], properties: { days: { type: "integer", maximum: 9 } } },
      due: { type: "string", format: "date" },
      name: { type: "string" },
    },
    dependentRequired: { after: ["due"] },
  };
  const cases = deriveCases(await contractOf(documentWith(thing, { name: "a" })));
  const bodies = (verdict: string, days: (value: unknown) => boolean): unknown[] =>
    cases
      .filter((one) => one.group === "body" && one.expected.verdict === verdict)
      .flatMap(({ call }) => {
        const sent = Object(call?.body);
        return days(sent?.after?.days) ? [sent] : [];
      });
  expect(bodies("valid", (days) => days === 9)).not.toEqual([]);
  expect(bodies("malformed", (days) => typeof days === "number" && days > 9)).not.toEqual([]);
  for (const sent of bodies("valid", (days) => days !== undefined)) expect(sent).toHaveProperty("due");
});

test("A body that is missing is an answer to be refused only where the schema has something against it.", async () => {
  const titles = async (schema: JsonValue): Promise<string[]> => {
    const responses = { "200": { description: "ok", content: json(schema) } };
    return deriveAnswers(await contractOf(plain({ responses }))).map(({ title }) => title);
  };
  expect(await titles({ type: "object" })).toContain("listThings 200 answer without a body");
  expect(await titles({})).not.toContain("listThings 200 answer without a body");
});

test("An empty list is not tried behind one that contains what it is to contain.", async () => {
  const list = { type: "array", contains: { const: "x" } };
  const schema = { type: "array", items: { type: "object", required: ["list"], properties: { list } } };
  const answers = deriveAnswers(await contractOf(documentWith(schema, [{ list: ["x"] }])));
  const refused = answers.filter(({ keyword }) => keyword === "contains").map(({ answer }) => answer.body);
  expect(refused).toContain('[{"list":[]}]');
  expect(refused).not.toContain('[{"list":["x"]},{"list":[]}]');
  expect(refused.some((body) => body.startsWith('[{"list":["x"]},'))).toBe(true);
});

test("The headers of an example are those of an answer that no scenario reaches.", async () => {
  const header = (example: string): JsonObject => ({
    headers: { Link: { schema: { type: "string" }, example } },
  });
  const responses = {
    "200": { description: "ok", ...header("</a>") },
    "401": { description: "no", ...header("</b>") },
  };
  const cases = deriveCases(await contractOf(plain({ responses })));
  const links = cases.map(({ expected: { mock } }) => [mock?.status, mock?.headers?.["link"]]);
  expect(links).toContainEqual([200, "</a>"]);
  expect(links).toContainEqual([401, "</b>"]);
});

test("A list is tried with two items, and a member of an object empty, where no example has them.", async () => {
  const low = { type: "integer", minimum: 1 };
  const parameters = [
    {
      name: "ids",
      in: "query",
      style: "pipeDelimited",
      explode: false,
      schema: { type: "array", items: low },
    },
    { name: "range", in: "query", schema: { type: "object", properties: { low } } },
  ];
  const cases = deriveCases(
    await contractOf(plain({ parameters, responses: { "204": { description: "ok" } } })),
  );
  const targets = (verdict: string): string[] =>
    cases.flatMap(({ expected, request }) => (expected.verdict === verdict ? [request.target] : []));
  expect(targets("valid").some((target) => /[?&]ids=-?\d+(\||%7C)-?\d+$/.test(target))).toBe(true);
  expect(targets("malformed")).toContain("/things?low=");
});

test.each([
  { required: false, wrong: ["/things?low=0"] },
  { required: true, wrong: ["/things?low=0", "/things?range=text", "/things"] },
])(
  "What no member of an object is called by is wrong only where one must come: %j",
  async ({ required, wrong }) => {
    const properties = { low: { type: "integer", minimum: 1 } };
    const schema = { type: "object", required: ["low"], properties };
    const parameters = [{ name: "range", in: "query", required, schema }];
    const cases = deriveCases(
      await contractOf(plain({ parameters, responses: { "204": { description: "ok" } } })),
    );
    const targets = cases.flatMap(({ expected, request }) =>
      expected.verdict === "malformed" ? [request.target] : [],
    );
    for (const target of ["/things", "/things?low=0", "/things?range=text"])
      expect([target, targets.includes(target)]).toEqual([target, wrong.includes(target)]);
  },
);

test("A secret in a cookie of another name does not authenticate.", async () => {
  const operation = { security: [{ session: [] }], responses: { "204": { description: "ok" } } };
  const session = { type: "apiKey", in: "cookie", name: "session" };
  const document = { ...plain(operation), components: { securitySchemes: { session } } };
  const cases = deriveCases(await contractOf(document));
  const [one] = cases.filter(({ request }) => request.headers["Cookie"]?.startsWith("another="));
  expect(one?.expected).toMatchObject({ verdict: "unauthenticated", statuses: ["401", "403"] });
});

test("Where a value may be of several types, one of each is tried.", async () => {
  const schema = { type: "object", additionalProperties: { type: ["string", "number", "boolean"] } };
  const responses = { "200": { description: "ok", content: json(schema) } };
  const answers = deriveAnswers(await contractOf(plain({ responses }))).filter(({ allowed }) => allowed);
  const members = answers.flatMap(({ answer }) => Object.values(Object(JSON.parse(answer.body))));
  expect(new Set(members.map((member) => typeof member))).toEqual(new Set(["string", "number", "boolean"]));
});
