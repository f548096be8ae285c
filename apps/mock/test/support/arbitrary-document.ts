import type { JsonObject, JsonValue } from "@workflow-api/contract";
import fc from "fast-check";

/** What each scenario of a document sends for a parameter, by the name of the scenario. */
type Values = readonly [first: JsonValue, second: JsonValue, refused: JsonValue];

const scenarios = ["first", "second", "refused"] as const;

/** A parameter with a value for every scenario. */
function parameter(at: string, name: string, rest: JsonObject, values: Values): JsonObject {
  const examples = Object.fromEntries(
    scenarios.map((scenario, index) => [scenario, { value: values[index] ?? null }]),
  );
  return { name, in: at, required: at === "path", ...rest, examples };
}

const id = fc.constantFrom(
  parameter("path", "id", { schema: { type: "string", maxLength: 6 } }, ["a1", "b2", "c3"]),
  parameter("path", "id", { schema: { type: "integer", minimum: 0 } }, [1, 2, 3]),
  parameter("path", "id", { style: "label", schema: { type: "string" } }, ["a", "b", "c"]),
);

const lists: Values = [["x", "y"], ["y"], ["x"]];
const boxes: Values = [{ w: 1, h: 2 }, { w: 2 }, { w: 3 }];
const list: JsonObject = { type: "array", maxItems: 3, items: { type: "string", enum: ["x", "y", "z"] } };
const box: JsonObject = {
  type: "object",
  required: ["w"],
  properties: { w: { type: "integer", minimum: 1 }, h: { type: "integer" } },
};

/** Parameters of every place and style, of which a document has some. */
const others: readonly JsonObject[] = [
  parameter("query", "word", { required: true, schema: { type: "string", minLength: 2 } }, [
    "one",
    "two",
    "two",
  ]),
  parameter("query", "count", { schema: { type: "integer", maximum: 9 } }, [1, 1, 2]),
  parameter("query", "formed", { schema: list }, lists),
  parameter("query", "joined", { explode: false, schema: list }, lists),
  parameter("query", "spaced", { style: "spaceDelimited", schema: list }, lists),
  parameter("query", "piped", { style: "pipeDelimited", schema: list }, lists),
  parameter("query", "deep", { style: "deepObject", schema: box }, boxes),
  parameter("header", "X-Text", { schema: { type: "string", maxLength: 5 } }, ["ab", "cd", "cd"]),
  parameter("header", "X-List", { required: true, schema: list }, lists),
  parameter("header", "X-Flag", { schema: { type: "boolean" } }, [true, false, false]),
  parameter("cookie", "crumb", { schema: { type: "string", enum: ["dark", "light"] } }, [
    "dark",
    "light",
    "light",
  ]),
];

const thing: JsonObject = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1 },
    size: { type: ["integer", "null"], minimum: 0 },
    made: { type: "string", readOnly: true },
    key: { type: "integer", writeOnly: true },
  },
};

/** The representations that a body has, with an example for each scenario that is no refusal. */
const contents: readonly JsonObject[] = [
  { "application/json": media(thing, [{ name: "A", size: 1 }, { name: "B" }]) },
  { "application/json": media({ type: "array", items: { type: "integer" } }, [[1, 2], []]) },
  { "text/plain": media({ type: "string", minLength: 1 }, ["one", "two"]) },
  {
    "application/json": media(thing, [{ name: "A", size: null }, { name: "B" }]),
    "text/csv": media({ type: "string" }, ["a,b", "c,d"]),
  },
];

const forms: readonly JsonObject[] = [
  ...contents.slice(0, 3),
  {
    "application/x-www-form-urlencoded": media(
      {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, tags: { type: "array", items: { type: "string" } } },
      },
      [{ name: "A", tags: ["x", "y"] }, { name: "B" }],
    ),
  },
];

function media(schema: JsonObject, [first, second]: readonly [JsonValue, JsonValue?]): JsonObject {
  const examples = second === undefined ? { other: first } : { first, second };
  return {
    schema,
    examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
  };
}

const headers: readonly JsonObject[] = [
  {},
  { headers: { "X-Total": { required: true, schema: { type: "integer" }, example: 3 } } },
  { headers: { "X-Kind": { schema: { type: "string", enum: ["x", "a", "m"] }, example: "x" } } },
  { headers: { "X-Unit": { required: true, schema: { type: "integer", const: 7 }, example: 7 } } },
  { headers: { "X-Tags": { schema: { type: "array", items: { type: "string" } }, example: ["a", "b"] } } },
];

const problem: JsonObject = {
  description: "It is refused.",
  content: {
    "application/json": {
      schema: { type: "object", required: ["title"], properties: { title: { type: "string" } } },
      examples: { refused: { value: { title: "Refused" } } },
    },
  },
};

/** The error of whatever else goes wrong, which is no scenario. */
const failure: JsonObject = {
  description: "It failed.",
  content: { "application/json": media({ type: "object" }, [{ title: "Failed" }]) },
};

const schemes: JsonObject = {
  key: { type: "apiKey", in: "header", name: "X-Key" },
  pin: { type: "apiKey", in: "query", name: "pin" },
  token: { type: "http", scheme: "bearer" },
  user: { type: "http", scheme: "basic" },
};
const securities: readonly (readonly JsonObject[])[] = [
  [],
  [{ key: [] }],
  [{ key: [], pin: [] }, { token: [] }],
  [{ user: [] }, { pin: [] }],
];

/** A contract of one path and one or two methods, with parameters, bodies, headers and security of any kind. */
export const documents: fc.Arbitrary<JsonObject> = fc
  .record({
    id,
    own: fc.subarray([...others], { minLength: 3, maxLength: 7 }),
    method: fc.constantFrom("get", "put", "delete"),
    hasHead: fc.boolean(),
    body: fc.constantFrom(...forms),
    isRequired: fc.boolean(),
    content: fc.constantFrom(...contents),
    header: fc.constantFrom(...headers),
    refusal: fc.constantFrom("404", "4XX"),
    isDefault: fc.boolean(),
    security: fc.constantFrom(...securities),
  })
  .map((parts) => {
    const responses: JsonObject = {
      "200": { description: "It is there.", ...parts.header, content: parts.content },
      [parts.refusal]: problem,
      ...(parts.isDefault && { default: failure }),
    };
    const operation: JsonObject = {
      operationId: "doIt",
      parameters: [parts.id, ...parts.own],
      ...(parts.method === "put" && { requestBody: { required: parts.isRequired, content: parts.body } }),
      responses,
    };
    const head: JsonObject = {
      operationId: "peekIt",
      parameters: [parts.id, ...parts.own],
      responses,
    };
    return {
      openapi: "3.1.1",
      info: { title: "Any", version: "1.0.0" },
      security: [...parts.security],
      paths: { "/things/{id}": { [parts.method]: operation, ...(parts.hasHead && { head }) } },
      components: { securitySchemes: schemes },
    };
  });
