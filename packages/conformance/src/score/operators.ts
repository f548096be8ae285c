import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";

/** A member of a document. */
export interface Member {
  readonly name: string;
  readonly value: JsonValue;
  /** What holds it. */
  readonly parent: JsonValue;
  /** The name of what holds it, and of what holds that. */
  readonly above: readonly [string, string];
}

/** A kind of mistake that people make in contracts: what it puts in place of a member; `undefined` removes it. */
type Operator = (member: Member) => readonly (JsonValue | undefined)[];

/** What an operator does to the members of one name. */
const named =
  (
    names: string | readonly string[],
    change: (value: JsonValue, member: Member) => readonly (JsonValue | undefined)[],
  ): Operator =>
  (member) =>
    [names].flat().includes(member.name) && !isFreelyNamed(member) ? change(member.value, member) : [];

/** What it does to the schemas of a type. */
const typed =
  (type: string, change: (schema: JsonObject) => readonly JsonObject[]): Operator =>
  ({ value }) =>
    isObject(value) && value["type"] === type ? change(value) : [];

const without = (): readonly undefined[] => [undefined];

/** The members of these objects have names of the service, not of OpenAPI. */
const freelyNamed = new Set([
  "properties",
  "examples",
  "headers",
  "schemas",
  "responses",
  "content",
  "x-includes",
]);

function isFreelyNamed({ above }: Member): boolean {
  return freelyNamed.has(above[0]) && above[1] !== "properties";
}

const types = ["string", "integer", "number", "boolean", "array", "object"];
const statuses = ["200", "201", "204", "400", "401", "404", "409", "500"];
const bounds = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
];
const constraints = [
  ...bounds,
  "pattern",
  "format",
  "enum",
  "const",
  "uniqueItems",
  "additionalProperties",
  "items",
  "type",
];
const methods = ["get", "post", "put", "patch", "delete"];
const added = {
  name: "added",
  in: "query",
  required: true,
  description: "Added.",
  schema: { type: "string" },
};

/** The table of operators, by name. */
export const operators: Readonly<Record<string, Operator>> = {
  "change a type": named("type", (type) =>
    types.filter((other) => typeof type === "string" && types.includes(type) && other !== type),
  ),
  "allow null": named("type", (type) =>
    typeof type === "string" && types.includes(type) ? [[type, "null"]] : [],
  ),
  "drop a constraint": (member) =>
    constraints.includes(member.name) && isSchemaMember(member) ? [undefined] : [],
  "move a bound": named(bounds, (bound) =>
    typeof bound === "number" ? [bound + 1, bound - 1].filter((each) => each >= 0) : [],
  ),
  "change a constant": named("const", (value) => (typeof value === "number" ? [value + 1] : [`${value}_`])),
  "drop a value of an enum": named("enum", eachLess),
  "add a value to an enum": named("enum", (values) =>
    Array.isArray(values) ? [[...values, "quincunx"]] : [],
  ),
  "loosen a pattern": named("pattern", (pattern) =>
    [String(pattern).replace(/^\^/, ""), String(pattern).replace(/\$$/, "")].filter(
      (each) => each !== pattern,
    ),
  ),
  "change a format": named("format", (format) => ["date", "ipv4"].filter((other) => other !== format)),
  "constrain a text": typed("string", (schema) =>
    [{ minLength: 1 }, { maxLength: 255 }, { pattern: "\\S" }, { format: "date" }]
      .filter(
        (each) =>
          !Object.keys(each).some((keyword) => keyword in schema) &&
          !("enum" in schema) &&
          !("const" in schema),
      )
      .map((each) => ({ ...schema, ...each })),
  ),
  "constrain a number": typed("integer", (schema) =>
    "const" in schema
      ? []
      : [{ minimum: 0 }, { maximum: 1000 }, { multipleOf: 7 }].map((each) => ({ ...schema, ...each })),
  ),
  "constrain a list": typed("array", (schema) =>
    [{ minItems: 1 }, { maxItems: 2 }, { uniqueItems: true }]
      .filter((each) => !Object.keys(each).some((keyword) => keyword in schema))
      .map((each) => ({ ...schema, ...each })),
  ),
  "close an object": typed("object", (schema) => [
    { ...schema, additionalProperties: false },
    { ...schema, additionalProperties: { type: "string" } },
  ]),
  "require less": named("required", eachLess),
  "require more": typed("object", (schema) => {
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const names = isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
    return [...names, "another"]
      .filter((name) => !required.includes(name))
      .map((name) => ({ ...schema, required: [...required, name] }));
  }),
  "drop a property": ({ above }) =>
    above[0] === "properties" && above[1] !== "properties" ? [undefined] : [],
  "flip required or explode": named(["required", "explode"], (flag) =>
    typeof flag === "boolean" ? [!flag] : [],
  ),
  "move a parameter": named("in", (place, { parent }) =>
    isParameter(parent) ? ["query", "header"].filter((other) => other !== place) : [],
  ),
  "rename a parameter": named("name", (name, { parent }) =>
    isObject(parent) && typeof parent["in"] === "string" ? [`${name}-other`] : [],
  ),
  "drop a parameter": ({ above }) => (above[0] === "parameters" ? [undefined] : []),
  "add a parameter": named("parameters", (list) =>
    Array.isArray(list)
      ? [
          [...list, added],
          [...list, { ...added, in: "header" }],
        ]
      : [],
  ),
  "change an include": (member) => (member.above[0] === "x-includes" ? [undefined, `${member.value}_`] : []),
  "swap includes": named("x-includes", (includes) => (isObject(includes) ? swapped(includes) : [])),
  "rename a status": named("responses", (responses) =>
    isObject(responses) ? renamed(responses, statuses) : [],
  ),
  "drop a status": ({ above, name }) => (above[0] === "responses" && /^\d{3}$/.test(name) ? [undefined] : []),
  "add a status": named("responses", (responses) =>
    isObject(responses) && !("203" in responses) && Object.keys(responses).every((name) => /^\d/.test(name))
      ? [{ ...responses, "203": { description: "Added." } }]
      : [],
  ),
  "rename a media type": named("content", (content) =>
    isObject(content) ? renamed(content, ["application/json"]) : [],
  ),
  "add a media type": named("content", (content) =>
    isObject(content) ? [{ ...content, "application/json": { schema: {} } }] : [],
  ),
  "drop a body": named("content", without),
  "add a header": ({ name, value }) =>
    isObject(value) && "description" in value && isObject(value["content"]) && name !== "requestBody"
      ? [
          {
            ...value,
            headers: {
              ...(isObject(value["headers"]) ? value["headers"] : {}),
              "X-Added": { required: true, schema: { type: "integer" } },
            },
          },
        ]
      : [],
  "drop a header": ({ above }) => (above[0] === "headers" ? [undefined] : []),
  "change a path": named("paths", (paths) =>
    isObject(paths) ? Object.keys(paths).flatMap((path) => renamedTo(paths, path, otherPaths(path))) : [],
  ),
  "change a method": ({ above, value }) =>
    above[0] === "paths" && isObject(value) ? renamed(value, methods, methods) : [],
  "drop an operation": ({ name, value }) =>
    methods.includes(name) && isObject(value) && "responses" in value ? [undefined] : [],
  "change security": named("security", (ways) =>
    Array.isArray(ways) ? securities(ways.filter(isObject)) : [],
  ),
  "rename a key": named("name", (name, { above }) =>
    above[1] === "securitySchemes" ? [`${name}-Other`] : [],
  ),
  "drop a scenario": ({ above, value }) =>
    above[0] === "examples" && isObject(value) && "value" in value ? [undefined] : [],
  "change the order of scenarios": named("examples", (examples) =>
    isObject(examples) ? [Object.fromEntries(Object.entries(examples).toReversed())] : [],
  ),
  "change a value of a scenario": (member) =>
    member.name === "value" && member.above[1] === "examples"
      ? [alteredLeaf(member.value)].filter((each) => each !== member.value)
      : [],
};

function isSchemaMember({ name, parent, above }: Member): boolean {
  if (!isObject(parent) || above[0] === "properties") return false;
  return "type" in parent
    ? parent["in"] === undefined && parent["scheme"] === undefined
    : name in parent && "enum" in parent;
}

function isParameter(value: JsonValue): boolean {
  return isObject(value) && "schema" in value;
}

function eachLess(list: JsonValue): JsonValue[] {
  return Array.isArray(list) ? list.map((_, index) => list.toSpliced(index, 1)) : [];
}

/** Each member (or each of these) under each of the names that are free. */
function renamed(
  value: JsonObject,
  names: readonly string[],
  only: readonly string[] = Object.keys(value),
): JsonObject[] {
  return Object.keys(value)
    .filter((name) => only.includes(name))
    .flatMap((name) => renamedTo(value, name, names));
}

function renamedTo(value: JsonObject, name: string, names: readonly string[]): JsonObject[] {
  return names
    .filter((other) => !(other in value))
    .map((other) =>
      Object.fromEntries(Object.entries(value).map(([key, member]) => [key === name ? other : key, member])),
    );
}

/** Each fixed segment left out, changed, or made a parameter. */
function otherPaths(path: string): string[] {
  const segments = path.split("/").slice(1);
  return segments.flatMap((segment, index) =>
    segment.includes("{")
      ? []
      : [`/${segments.toSpliced(index, 1).join("/")}`, `/${segments.with(index, `${segment}_`).join("/")}`],
  );
}

function swapped(includes: JsonObject): JsonObject[] {
  const entries = Object.entries(includes);
  return entries.slice(1).map(([name, pointer], index) => {
    const [other = "", otherPointer] = entries[index] ?? [];
    return { ...includes, [name]: otherPointer, [other]: pointer };
  });
}

/** Each way of authenticating left out, taken apart, and all of them joined; and none at all. */
function securities(ways: readonly JsonObject[]): JsonValue[] {
  const one = (way: JsonObject, scheme: string): JsonObject => ({ [scheme]: way[scheme] });
  const parts = ways.flatMap((way, index) =>
    Object.keys(way).length < 2
      ? []
      : [
          ...Object.keys(way).map((scheme) => ways.with(index, one(way, scheme))),
          ways.toSpliced(index, 1, ...Object.keys(way).map((scheme) => one(way, scheme))),
        ],
  );
  const fewer =
    ways.length < 2
      ? []
      : [...ways.map((_, index) => ways.toSpliced(index, 1)), [Object.assign({}, ...ways)]];
  return [...parts, ...fewer, [...ways, {}]];
}

/** A value with its first leaf altered. */
function alteredLeaf(value: JsonValue): JsonValue {
  if (typeof value === "string") return `${value}-other`;
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return value.slice(1);
  if (!isObject(value)) return value;
  const [first] = Object.entries(value);
  return first === undefined ? value : { ...value, [first[0]]: alteredLeaf(first[1] ?? null) };
}
