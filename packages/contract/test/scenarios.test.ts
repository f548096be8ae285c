import { expect, test } from "vitest";
import {
  type Operation,
  readContract,
  type Scenario,
  sampleRequest,
  selectScenario,
} from "../src/index.ts";
import type { JsonObject, JsonValue } from "../src/json.ts";
import { bestScenarios } from "../src/scenarios/selection.ts";
import { type Edit, edited, further, operation } from "./contract.ts";

test("a request has what its scenario names, and else the first examples", () => {
  const [, unauthorized] = operation(further, "removeNote").scenarios;
  expect(unauthorized?.named).toEqual(new Set(["header x-domain"]));
  expect(Object.fromEntries(unauthorized?.values ?? [])).toEqual({
    "path noteNumber": 7,
    "header x-domain": "00000000-0000-4000-8000-000000000401",
    "header if-match": '"r7"',
  });
});

/** The operation `ping` of a contract, with these parts. */
function ping(parts: object, place = "/paths/~1ping/get", others: Edit = {}): Operation {
  const edit = { [place]: { operationId: "ping", ...parts }, ...others };
  return operation(readContract(edited(edit)), "ping");
}

const bare = { description: "Done." };

/** Two media types with examples of the same names; in the first, their values are 1, 2 and on. */
function content(...names: readonly string[]): JsonObject {
  const examplesFrom = (first: number): JsonObject =>
    Object.fromEntries(names.map((name, index) => [name, { value: first + index }]));
  return {
    "application/json": { schema: true, examples: examplesFrom(1) },
    "application/vnd.api+json": { schema: true, examples: examplesFrom(101) },
  };
}

function shown(...names: readonly string[]): JsonObject {
  return { description: "Shown.", content: content(...names) };
}

function namesOf({ scenarios }: Operation): string[] {
  return scenarios.map(({ name, status }) => `${name} ${status}`);
}

test("of examples in several media types, the first one counts", () => {
  const requestBody = { required: true, content: content("made") };
  const post = ping({ requestBody, responses: { "200": shown("made") } }, "/paths/~1ping/post");
  expect(post.scenarios).toMatchObject([{ name: "made", body: 1, response: { body: 1 } }]);
});

test("a required input without an example has the value that its schema gives", () => {
  const parameters = [
    { in: "query", name: "id", required: true, schema: { type: "string", examples: ["a"] } },
    { in: "query", name: "kind", required: true, schema: { type: "string", enum: ["b", "c"] } },
    { in: "query", name: "page", schema: { type: "string", examples: ["d"] } },
  ];
  const schema = { type: "integer", examples: ["e"] };
  const requestBody = { required: true, content: { "application/json": { schema } } };
  const responses = { "200": shown("made") };
  const [made] = ping({ parameters, requestBody, responses }, "/paths/~1ping/post").scenarios;
  expect(Object.fromEntries(made?.values ?? [])).toEqual({ "query id": "a", "query kind": "b" });
  expect(made?.body).toBe("e");
  expect(made?.named).toEqual(new Set());
  const schemaPointer = "/paths/~1ping/post/requestBody/content/application~1json/schema";
  expect(made?.violations).toMatchObject([{ part: "body", at: `${schemaPointer}/examples/0` }]);
});

test("a scenario that names nothing is the first of the lowest 2xx", () => {
  const page = { name: "page", in: "query", schema: { type: "integer" } };
  const responses = { "200": shown("here", "there") };
  const one = ping({ parameters: [{ ...page, examples: { two: { value: 2 } } }], responses });
  expect(one.scenarios).toMatchObject([{ name: "here", named: new Set() }]);
  const selection = selectScenario(one, new Map([["query page", 3]]), undefined);
  expect(selection).toEqual({ scenario: one.scenarios[0], isMatch: true });
});

function named(name: string, status: number, values: Record<string, JsonValue>): Scenario {
  const details = { summary: "", description: "", pointer: "", violations: [] };
  const inputs = { named: new Set(Object.keys(values)), values: new Map(Object.entries(values)) };
  const request = { ...inputs, body: undefined, mediaType: undefined, missing: [] };
  return { ...details, ...request, name, status, response: undefined };
}

/** The names of the best of these scenarios: `id` is required, `order` has a default. */
function chosen(values: Record<string, JsonValue>, ...scenarios: Scenario[]): string[] {
  const parameters = ["id", "number", "size", "order", "list"].map((key) => ({
    key,
    isList: key === "list",
    required: key === "id",
    default: key === "order" ? "up" : undefined,
  }));
  const parts = { parameters, includes: [], defaultScenario: undefined, scenarios };
  const best = bestScenarios(parts, new Map(Object.entries(values)), undefined);
  return best.map(({ name }) => name);
}

test("a scenario that names more is selected before one that names less, even if it fails", () => {
  const sent = { id: 1, number: 1, size: 1 };
  const works = named("works", 200, { id: 1, number: 1 });
  expect(chosen(sent, named("fails", 404, { id: 1 }), works)).toEqual(["works"]);
  expect(chosen(sent, works, named("fails", 404, { size: 1 }))).toEqual(["fails"]);
  const worksFor = named("works", 200, { id: 1, number: 1, order: "up" });
  expect(chosen(sent, worksFor, named("fails", 404, { id: 1, size: 1 }))).toEqual(["fails"]);
  const failures = [named("strange", 404, { id: 1 }), named("unknown", 401, { size: 1 })];
  expect(chosen(sent, ...failures)).toEqual(["unknown"]);
  const equal = [named("one", 200, { id: 1 }), named("other", 200, { number: 1 })];
  expect(chosen(sent, ...equal)).toEqual(["one", "other"]);
  expect(
    chosen(sent, named("less", 200, { id: 1 }), named("more", 200, { number: 1, size: 1 })),
  ).toEqual(["more"]);
  const lists = [named("none", 200, { list: [] }), named("some", 200, { list: [1] })];
  expect(chosen(sent, ...lists)).toEqual(["none"]);
});

test("an optional parameter that is not sent counts as its default, or as nothing", () => {
  const first = named("first", 200, { number: 1, size: 2 });
  const second = named("second", 200, { number: 2, size: 2 });
  expect(chosen({ number: 2 }, first, second)).toEqual(["second"]);
  expect(chosen({}, first, second)).toEqual([]);
  expect(chosen({ id: 1, number: 1 }, named("other", 200, { id: 1, number: 2, size: 2 }))).toEqual(
    [],
  );
  const up = named("up", 200, { id: 1, order: "up" });
  const down = named("down", 200, { id: 1, order: "down" });
  expect(chosen({ id: 1 }, down, up)).toEqual(["up"]);
  expect(chosen({ order: "down" }, down, up)).toEqual([]);
  // What it says of the parameter that is not sent does not speak for a failure.
  const unchanged = named("unchanged", 304, { id: 1, size: 1 });
  expect(chosen({ id: 1 }, unchanged, named("found", 200, { id: 1 }))).toEqual(["found"]);
});

test("a value that selects parts of a body decides no scenario", () => {
  const includes = [{ value: "more", adds: "/more", parameter: { key: "with", isList: false } }];
  const plain = named("plain", 200, { id: 1 });
  const selected = (values: Record<string, JsonValue>, ...others: Scenario[]): unknown => {
    const parts = { parameters: [], includes, scenarios: [plain, ...others] };
    const sent = new Map<string, JsonValue>(Object.entries(values));
    return selectScenario({ ...parts, defaultScenario: plain }, sent, undefined)?.scenario.name;
  };
  const more = named("more", 200, { id: 2, with: "more" });
  expect(selected({ id: 1, with: "more" }, more)).toBe("plain");
  expect(selected({ id: 2 }, more)).toBe("more");
  expect(selected({ id: 3, with: "more" }, more)).toBe("plain");
  expect(selected({ id: 1 }, named("gone", 404, { id: 1, with: "more" }))).toBe("gone");
});

test("an example of a range has the status that its name begins with", () => {
  const names = ["201_made", "500_odd", "404_gone", "503_down"];
  const examples = Object.fromEntries(names.map((name, index) => [name, { value: index }]));
  const parameters = [{ name: "n", in: "query", schema: { type: "integer" }, examples }];
  const responses = {
    "200": shown("201_made"),
    "4XX": shown("500_odd", "404_gone"),
    default: shown("503_down"),
  };
  expect(namesOf(ping({ parameters, responses }))).toEqual([
    "201_made 200",
    "500_odd 400",
    "404_gone 404",
    "503_down 503",
  ]);
});

test("without a body, a name on no response is a scenario, except a first one", () => {
  const scenariosOf = (names: readonly string[], responses: object): string[] => {
    const examples = Object.fromEntries(names.map((name, index) => [name, { value: index }]));
    const id = { name: "id", in: "path", required: true, schema: { type: "integer" }, examples };
    return namesOf(ping({ parameters: [id], responses }, "/paths/~1ping~1{id}/put"));
  };
  expect(scenariosOf(["any"], { "204": bare })).toEqual(["any 204"]);
  expect(scenariosOf(["any"], { "404": bare })).toEqual([]);
  expect(scenariosOf(["any"], { "200": shown("here"), "204": bare })).toEqual(["here 200"]);
  expect(scenariosOf(["any", "gone"], { "204": bare })).toEqual(["gone 204"]);
  const both = scenariosOf(["done", "404_gone"], { "204": bare, "404": bare });
  expect(both).toEqual(["done 204", "404_gone 404"]);
});

test("a name on a shared parameter and on no response is no scenario", () => {
  expect(namesOf(operation(further, "removeNote"))).toEqual([
    "note_removed 204",
    "unauthorized 401",
    "note_removed_meanwhile 412",
  ]);
  const others = { "/components/parameters/Domain/examples/here": { value: "any" } };
  const parts = { parameters: [{ $ref: "#/components/parameters/Domain" }] };
  const responses = { "204": bare };
  expect(namesOf(ping({ ...parts, responses }, undefined, others))).toEqual(["success 204"]);
});

test("a name on an operation's own body is its scenario, even if other operations have it", () => {
  const parts = { requestBody: { content: content("unauthorized") }, responses: { "204": bare } };
  expect(namesOf(ping(parts, "/paths/~1ping/post"))).toEqual(["unauthorized 204"]);
});

test("an operation without inputs has one scenario", () => {
  const both = ping({ responses: { "200": shown("works", "sleeps"), "500": shown("works") } });
  expect(namesOf(both)).toEqual(["works 200"]);
  expect(namesOf(ping({ responses: { default: shown("works") } }))).toEqual(["works 200"]);
  const bodiless = ping({ responses: { "204": bare, "500": shown("works") } });
  expect(namesOf(bodiless)).toEqual(["success 204"]);
  expect(namesOf(ping({ responses: { "204": bare } }))).toEqual([]);
  const gone = ping({ responses: { "410": shown("gone") } });
  expect(selectScenario(gone, new Map(), undefined)).toBeUndefined();
});

test("a scenario knows which of its examples break their schemas", () => {
  const size = { name: "size", in: "query", schema: { type: "integer", maximum: 9 } };
  const parameters = [{ ...size, examples: { works: { value: 10 } } }];
  const schema = { type: "object", required: ["id"] };
  const examples = { works: { value: {} } };
  const response = { ...bare, content: { "application/json": { schema, examples } } };
  const [works] = ping({ parameters, responses: { "200": response } }).scenarios;
  expect(works?.violations.map(({ at, keyword, part }) => [part, keyword, at])).toEqual([
    ["query size", "maximum", "/paths/~1ping/get/parameters/0/examples/works/value"],
    [
      "response",
      "required",
      "/paths/~1ping/get/responses/200/content/application~1json/examples/works/value",
    ],
  ]);
});

/** An operation with a parameter for each of these schemas, and examples of it. */
function withInputs(
  inputs: Readonly<Record<string, { schema: JsonObject; examples?: readonly JsonValue[] }>>,
  parts: object = {},
): Operation {
  const parameters = Object.entries(inputs).map(([name, { examples = [], schema }]) => ({
    name,
    in: "query",
    required: !name.startsWith("optional"),
    schema,
    examples: Object.fromEntries(examples.map((value, index) => [`e${index}`, { value }])),
  }));
  return ping({ parameters, responses: { "200": shown("e0") }, ...parts }, "/paths/~1ping/post");
}

test("a sample has the first valid value: an example, one of the schema, a name, a made one", () => {
  const sampled = sampleRequest(
    withInputs({
      example: { schema: { type: "integer", default: 3 }, examples: ["one", 2] },
      byDefault: { schema: { type: "integer", examples: ["x"], default: 3, enum: [3, 4] } },
      petName: { schema: { type: "string" } },
      made: { schema: { type: "string", maxLength: 3 } },
      never: { schema: { type: "integer", minimum: 9 } },
      optional: { schema: { type: "integer" }, examples: [1] },
      optionalToo: { schema: { type: "integer", default: 3 } },
    }),
    undefined,
    { make: ({ types }) => (types.includes("string") ? "abc" : undefined) },
  );
  expect(Object.fromEntries(sampled.values)).toEqual({
    "query example": 2,
    "query byDefault": 3,
    "query petName": "your-pet-name",
    "query made": "abc",
    "query optional": 1,
  });
  expect(sampled.missing).toEqual(["query never"]);
  expect(sampled.violations).toEqual([]);
});

test("the sample of a scenario has what it names, even if that is invalid", () => {
  const named = withInputs({ size: { schema: { type: "integer" }, examples: ["odd", 2] } });
  expect(sampleRequest(named).values.get("query size")).toBe(2);
  const sampled = sampleRequest(named, { name: "e0" });
  expect(sampled.values.get("query size")).toBe("odd");
  expect(sampled.violations).toMatchObject([{ part: "query size", keyword: "type" }]);
  const known = new Map([["query size", 7]]);
  expect(sampleRequest(named, { name: "e0" }, { known }).values.get("query size")).toBe(7);
});

test("a sample has the media type of its body; without a scenario, an optional body, too", () => {
  const requestBody = {
    content: {
      "application/json": { schema: { type: "integer" }, examples: { a: { value: 1 } } },
      "application/vnd.api+json": {
        schema: true,
        examples: { e0: { value: 2 }, e1: { value: 3 } },
      },
    },
  };
  const made = withInputs({}, { requestBody });
  expect(made.scenarios).toMatchObject([
    { name: "e0", body: 2, mediaType: "application/vnd.api+json" },
  ]);
  expect(sampleRequest(made, { name: "other" })).toMatchObject({
    body: undefined,
    mediaType: undefined,
  });
  const withoutExamples = { requestBody: { content: { "application/json": { schema: true } } } };
  const bare = withInputs({}, withoutExamples);
  expect(sampleRequest(bare, undefined, { make: () => 5 })).toMatchObject({ body: 5 });
});
