import { isObject, type JsonValue } from "@workflow-api/contract/json";

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
  "require less": keyword("required", eachLess),
  "drop a property": ({ above }) => (above[0] === "properties" ? [undefined] : []),
  "drop a branch": keyword(["oneOf", "anyOf", "allOf"], eachLess),

  "flip required": field("required", flipped),
  "flip explode": field("explode", flipped),
  "drop a parameter": ({ above }) => (above[0] === "parameters" ? [undefined] : []),
  "change an include": ({ above, value }) =>
    above[0] === "x-includes" ? [undefined, `${value}_`] : [],
  "drop an identity": field("x-identifies", () => [undefined]),

  "drop a status": ({ above, name }) =>
    above[0] === "responses" && /^\d{3}$/.test(name) ? [undefined] : [],
  "drop a media type": field("content", () => [undefined]),
  "drop a header": ({ above }) => (above[0] === "headers" ? [undefined] : []),

  "drop a security requirement": field("security", eachLess),
  "drop a scheme": ({ above }) => (above[1] === "security" ? [undefined] : []),
  "need no credentials": field("security", (all) => (Array.isArray(all) ? [[...all, {}]] : [])),
  // Lint refuses a scenario without a value for each input.
  "drop a scenario": ({ above, value }) =>
    above[0] === "examples" && isObject(value) && "value" in value && above.includes("responses")
      ? [undefined]
      : [],
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

function flipped(flag: JsonValue): JsonValue[] {
  return typeof flag === "boolean" ? [!flag] : [];
}

function isListed(schema: JsonValue): boolean {
  return isObject(schema) && ("enum" in schema || "const" in schema);
}

function isParameter(value: JsonValue): boolean {
  return isObject(value) && "schema" in value;
}

function eachLess(list: JsonValue): JsonValue[] {
  return Array.isArray(list) ? list.map((_, index) => list.toSpliced(index, 1)) : [];
}
