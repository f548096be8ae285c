import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract/json";

/** A member of a document, and its place. */
export interface Member {
  readonly name: string;
  readonly value: JsonValue;
  readonly parent: JsonValue;
  /** The names of its parent, of what holds that, and so on. */
  readonly above: readonly string[];
}

/**
 * A kind of mistake that people make in contracts: what it puts in place of a member; `undefined`
 * removes it.
 */
type Operator = (member: Member) => readonly (JsonValue | undefined)[];

const types = ["string", "integer", "number", "boolean", "array", "object"];
const statuses = ["200", "201", "204", "400", "401", "404", "409", "500"];
const methods = ["get", "post", "put", "patch", "delete"];
const bounds = [
  ..."minimum maximum exclusiveMinimum exclusiveMaximum multipleOf".split(" "),
  ..."minLength maxLength minItems maxItems".split(" "),
];
const limits = [
  ...bounds,
  ..."type pattern enum const uniqueItems additionalProperties items".split(" "),
];

/** The table of operators, by name. */
export const operators: Readonly<Record<string, Operator>> = {
  "change a type": keyword("type", (type) => types.filter((other) => other !== type)),
  "allow null": keyword("type", (type, { parent }) => (isListed(parent) ? [] : [[type, "null"]])),
  "drop the format": keyword("format", () => [undefined]),
  "drop a constraint": keyword(limits, (_, { name, parent }) =>
    name === "type" && isListed(parent) ? [] : [undefined],
  ),
  "move a bound": keyword(bounds, (bound) => [Number(bound) + 1, Math.max(0, Number(bound) - 1)]),
  "change a constant": keyword("const", (value) => [
    typeof value === "number" ? value + 1 : `${value}_`,
  ]),
  "drop a value of an enum": keyword("enum", eachLess),
  "add a value to an enum": keyword("enum", (values) =>
    Array.isArray(values) ? [[...values, String(values[0]).toUpperCase()]] : [],
  ),
  "loosen the start of a pattern": keyword("pattern", (text) => [`${text}`.replace(/^\^/, "")]),
  "loosen the end of a pattern": keyword("pattern", (text) => [`${text}`.replace(/\$$/, "")]),
  "constrain a text": typed(
    "string",
    { minLength: 1 },
    { maxLength: 255 },
    { pattern: "\\S" },
    { format: "date" },
  ),
  "constrain a number": typed("integer", { minimum: 0 }, { maximum: 1000 }, { multipleOf: 7 }),
  "constrain a list": typed("array", { minItems: 1 }, { maxItems: 2 }, { uniqueItems: true }),
  "close an object": typed(
    "object",
    { additionalProperties: false },
    { additionalProperties: { type: "string" } },
  ),
  "require less": keyword("required", eachLess),
  "require more": ({ above, value }) =>
    above[0] !== "properties" || isObject(value) ? requireMore(value) : [],
  "drop a property": ({ above }) => (above[0] === "properties" ? [undefined] : []),
  "drop a branch": keyword(["oneOf", "anyOf", "allOf"], eachLess),

  "flip required": field("required", flipped),
  "flip explode": field("explode", flipped),
  "drop a parameter": ({ above }) => (above[0] === "parameters" ? [undefined] : []),
  "change an include": ({ above, value }) =>
    above[0] === "x-includes" ? [undefined, `${value}_`] : [],
  "drop an identity": field("x-identifies", () => [undefined]),

  "rename a status": ({ name, value }) =>
    name === "responses" && isObject(value) && "200" in value ? renamed(value, statuses) : [],
  "drop a status": ({ above, name }) =>
    above[0] === "responses" && /^\d{3}$/.test(name) ? [undefined] : [],
  "change a media type": field("content", (content) =>
    isObject(content)
      ? [
          undefined,
          { ...content, "application/json": { schema: {} } },
          ...renamed(content, ["application/json"]),
        ]
      : [],
  ),
  "drop a header": ({ above }) => (above[0] === "headers" ? [undefined] : []),

  "change a method": ({ above, value }) =>
    above[0] === "paths" && isObject(value) ? renamed(value, methods, methods) : [],
  "drop a security requirement": field("security", eachLess),
  "drop a scheme": ({ above }) => (above[1] === "security" ? [undefined] : []),
  "need no credentials": field("security", (all) => (Array.isArray(all) ? [[...all, {}]] : [])),
  "rename a key": ({ above, name, value }) =>
    above[1] === "securitySchemes" && name === "name" ? [`${value}-Other`] : [],

  // Lint refuses a scenario without a value for each input.
  "drop a scenario": ({ above, value }) =>
    above[0] === "examples" && isObject(value) && "value" in value && above.includes("responses")
      ? [undefined]
      : [],
  "change a value of a scenario": ({ above, name, value }) =>
    name === "value" && above[1] === "examples" ? [alteredLeaf(value)] : [],
};

/** What an operator does to a keyword of a schema. */
function keyword(
  names: string | readonly string[],
  change: (value: JsonValue, member: Member) => readonly (JsonValue | undefined)[],
): Operator {
  return (member) => {
    const isSchema =
      isObject(member.parent) && !isParameter(member.parent) && !("scheme" in member.parent);
    const isKeyword =
      isSchema && [names].flat().includes(member.name) && member.above[0] !== "properties";
    return isKeyword && typeof member.value !== "boolean" ? change(member.value, member) : [];
  };
}

function field(
  own: string,
  change: (value: JsonValue) => readonly (JsonValue | undefined)[],
): Operator {
  return ({ above, name, parent, value }) =>
    name === own && above[0] !== "properties" && above[1] !== "securitySchemes" && isObject(parent)
      ? change(value)
      : [];
}

/** Sets each of these keywords on schemas of a type that do not say more of the same. */
function typed(type: string, ...keywords: readonly JsonObject[]): Operator {
  return ({ value }) => {
    if (!isObject(value) || value["type"] !== type || isListed(value)) return [];
    return keywords
      .filter((each) => !Object.keys(each).some((name) => name in value))
      .map((each) => ({ ...value, ...each }));
  };
}

function flipped(flag: JsonValue): JsonValue[] {
  return typeof flag === "boolean" ? [!flag] : [];
}

function isListed(schema: JsonValue): boolean {
  return isObject(schema) && ("enum" in schema || "const" in schema);
}

function isParameter(value: JsonValue): boolean {
  return isObject(value) && "schema" in value;
}

function requireMore(schema: JsonValue): JsonObject[] {
  if (!isObject(schema) || schema["type"] !== "object") return [];
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const names = isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  const others = [...names, "another"].filter((name) => !required.includes(name));
  return others.map((name) => ({ ...schema, required: [...required, name] }));
}

function eachLess(list: JsonValue): JsonValue[] {
  return Array.isArray(list) ? list.map((_, index) => list.toSpliced(index, 1)) : [];
}

/** Each member (or each of these) under each of the names that are free. */
function renamed(
  value: JsonObject,
  names: readonly string[],
  only = Object.keys(value),
): JsonObject[] {
  const entries = Object.entries(value);
  const renamedTo = (name: string, other: string): JsonObject =>
    Object.fromEntries(entries.map(([key, each]) => [key === name ? other : key, each]));
  const free = names.filter((other) => !(other in value));
  const old = Object.keys(value).filter((name) => only.includes(name));
  return old.flatMap((name) => free.map((other) => renamedTo(name, other)));
}

/** A value with its first leaf altered. */
function alteredLeaf(value: JsonValue): JsonValue {
  if (typeof value === "string") return `${value}-other`;
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return value.slice(1);
  const [first] = Object.entries(value ?? {});
  return isObject(value) && first !== undefined
    ? { ...value, [first[0]]: alteredLeaf(first[1] ?? null) }
    : value;
}
