import { isObject, type JsonObject, type JsonValue, valueAt } from "@workflow-api/contract";
import { assertedFormats, numericFormats } from "../schema/judge.ts";
import { withoutIgnored } from "./ignored-keywords.ts";
import { anchoredWithin, impliesFormat, judgeOf } from "./implied.ts";
import { usesUnevaluated } from "./uses-unevaluated.ts";

/** Keywords that neither accept nor refuse anything. */
const annotations = new Set([
  ...[
    "$comment",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "deprecated",
    "description",
  ],
  ...["discriminator", "example", "examples", "externalDocs", "title", "xml"],
]);

/** What a keyword says when it is left out. */
const neutral: Readonly<Record<string, JsonValue>> = {
  additionalProperties: true,
  allOf: [],
  items: true,
  minContains: 1,
  minItems: 0,
  minLength: 0,
  minProperties: 0,
  patternProperties: {},
  properties: {},
  propertyNames: true,
  readOnly: false,
  required: [],
  uniqueItems: false,
  writeOnly: false,
};

/** The one type of values that a keyword speaks of. */
const speaksOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["contains", "items", "maxItems", "minItems", "prefixItems", "uniqueItems"].map((name) => [
      name,
      "array",
    ]),
  ),
  ...Object.fromEntries(
    ["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"].map((name) => [
      name,
      "number",
    ]),
  ),
  ...Object.fromEntries(["format", "maxLength", "minLength", "pattern"].map((name) => [name, "string"])),
  ...Object.fromEntries(
    [
      "additionalProperties",
      "dependentRequired",
      "maxProperties",
      "minProperties",
      "patternProperties",
      "properties",
      "propertyNames",
      "required",
    ].map((name) => [name, "object"]),
  ),
};

/** Who sends what a schema describes: `readOnly` members do not go to the server, `writeOnly` ones not to the client. */
export type Sender = "client" | "server";

interface Within {
  /** The references that are being followed. */
  readonly above?: readonly string[];
  /** `undefined`: either. */
  readonly sender?: Sender;
}

/**
 * A schema in a form in which two that accept the same values for a reason of these are equal: references followed,
 * annotations dropped, what says nothing dropped, sets sorted. The test proves each rule with two validators.
 */
export function canonicalSchema(
  document: JsonObject,
  schema: JsonValue | undefined,
  within: Within = {},
): JsonValue {
  if (!isObject(schema)) return schema !== false;
  const { $ref: reference, ...siblings } = schema;
  if (typeof reference === "string") return referred(document, reference, siblings, within);
  const isEvaluated = usesUnevaluated(document);
  const told = isEvaluated ? schema : withoutIgnored(schema);
  const plain = withPlainIf(withoutUnevaluated(withoutForeign(document, told, within.sender)));
  const parts = Object.entries(plain).flatMap(([name, value]): [string, JsonValue][] =>
    annotations.has(name) || isOwnMark(name, within.sender) || name.startsWith("x-") || value === undefined
      ? []
      : [[name, canonicalKeyword(document, name, value, within)]],
  );
  return simplified(Object.fromEntries(parts), isEvaluated);
}

/** A member that does not travel in this direction is neither required nor looked at (OpenAPI 3.1, Schema Object). */
function withoutForeign(document: JsonObject, schema: JsonObject, sender: Sender | undefined): JsonObject {
  const { properties, required } = schema;
  if (sender === undefined || !isObject(properties)) return schema;
  const foreign = Object.keys(properties).filter((name) => isForeign(document, properties[name], sender));
  if (foreign.length === 0) return schema;
  const opened = Object.entries(properties).map(([name, member]): [string, JsonValue] => [
    name,
    foreign.includes(name) ? true : (member ?? true),
  ]);
  return {
    ...schema,
    properties: Object.fromEntries(opened),
    ...(Array.isArray(required) && { required: required.filter((name) => !foreign.includes(String(name))) }),
  };
}

function isForeign(document: JsonObject, schema: JsonValue | undefined, sender: Sender): boolean {
  if (!isObject(schema)) return false;
  if (schema[sender === "client" ? "readOnly" : "writeOnly"] === true) return true;
  const reference = schema["$ref"];
  const target = typeof reference === "string" ? valueAt(document, reference.slice(1)) : undefined;
  return isObject(target) && target["$ref"] === undefined && isForeign(document, target, sender);
}

/** What marks a member as one that goes where this schema goes. */
function isOwnMark(name: string, sender: Sender | undefined): boolean {
  return (sender === "client" && name === "writeOnly") || (sender === "server" && name === "readOnly");
}

/** Keywords that evaluate members and items in the place of the schema that they stand in. */
const inPlace = ["$dynamicRef", "$ref", "allOf", "anyOf", "dependentSchemas", "else", "if", "oneOf", "then"];

/**
 * Where no other schema evaluates anything in the same place, what is not evaluated is what is additional; and where
 * additional members or items are spoken of, all are evaluated (JSON Schema 2020-12, section 11).
 */
function withoutUnevaluated(schema: JsonObject): JsonObject {
  const isAlone = !inPlace.some((name) => schema[name] !== undefined);
  const { unevaluatedItems, unevaluatedProperties, ...rest } = schema;
  const isList = isAlone && rest["contains"] === undefined;
  return {
    ...rest,
    ...(unevaluatedProperties !== undefined &&
      rest["additionalProperties"] === undefined && {
        [isAlone ? "additionalProperties" : "unevaluatedProperties"]: unevaluatedProperties,
      }),
    ...(unevaluatedItems !== undefined &&
      rest["items"] === undefined && { [isList ? "items" : "unevaluatedItems"]: unevaluatedItems }),
  };
}

/** What one branch of an `anyOf` accepts as a whole type, the others need not accept too. */
function withoutCovered(parts: readonly JsonValue[]): JsonValue[] {
  return parts.map((part) => {
    if (!isObject(part) || !Array.isArray(part["type"])) return part;
    const whole = parts.filter((other) => other !== part).flatMap(wholeTypeOf);
    const left = part["type"].filter((type) => !whole.includes(type));
    return left.length === 0 ? part : simplified({ ...part, type: left }, false);
  });
}

/** The one type that a schema accepts every value of, and nothing else. */
function wholeTypeOf(schema: JsonValue): JsonValue[] {
  const { type, ...rest } = isObject(schema) ? schema : {};
  return typeof type === "string" && Object.keys(rest).length === 0 ? [type] : [];
}

/** Types that one part of an `allOf` refuses, the others need not refuse too. */
function withSharedTypes(schema: JsonObject, isEvaluated: boolean): JsonObject {
  const { allOf } = schema;
  if (!Array.isArray(allOf)) return schema;
  const lists = [schema, ...allOf].flatMap((part) =>
    isObject(part) && part["type"] !== undefined ? [[part["type"]].flat()] : [],
  );
  if (lists.length < 2 || lists.some((list) => list.includes("integer") || list.includes("number")))
    return schema;
  const [first = []] = lists;
  const shared = first.filter((type) => lists.every((list) => list.includes(type)));
  if (shared.length === 0) return schema;
  const type = shared.length === 1 ? (shared[0] ?? null) : shared.toSorted(byText);
  const sharing = (part: JsonValue): JsonValue =>
    isObject(part) && part["type"] !== undefined ? simplified({ ...part, type }, isEvaluated) : part;
  return { ...schema, ...(schema["type"] !== undefined && { type }), allOf: allOf.map(sharing).sort(byText) };
}

/** What a schema requires anyway, its `if` need not ask for: a value without it is refused one way or the other. */
function withPlainIf(schema: JsonObject): JsonObject {
  const { if: condition, required } = schema;
  if (!isObject(condition) || !Array.isArray(condition["required"]) || !Array.isArray(required))
    return schema;
  const asked = condition["required"].filter((name) => !required.includes(name));
  return { ...schema, if: { ...condition, required: asked } };
}

function referred(document: JsonObject, reference: string, siblings: JsonObject, within: Within): JsonValue {
  const { above = [] } = within;
  const rest = canonicalSchema(document, siblings, within);
  const target = above.includes(reference)
    ? { $ref: reference }
    : canonicalSchema(document, valueAt(document, reference.slice(1)), {
        ...within,
        above: [...above, reference],
      });
  return rest === true ? target : { allOf: [target, rest].sort(byText) };
}

function canonicalKeyword(document: JsonObject, name: string, value: JsonValue, within: Within): JsonValue {
  const below = (inner: JsonValue | undefined): JsonValue => canonicalSchema(document, inner, within);
  if (["properties", "patternProperties", "$defs", "dependentSchemas"].includes(name) && isObject(value)) {
    return sorted(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, below(inner)])));
  }
  if (["allOf", "anyOf", "oneOf"].includes(name) && Array.isArray(value)) {
    const parts = value.map(below).filter((part) => name !== "allOf" || part !== true);
    return (name === "anyOf" ? withoutCovered(parts) : parts).sort(byText);
  }
  if (name === "prefixItems" && Array.isArray(value)) return value.map(below);
  if (
    ["items", "contains", "not", "if", "then", "else", "additionalProperties", "propertyNames"].includes(name)
  )
    return below(value);
  if (["unevaluatedProperties", "unevaluatedItems"].includes(name)) return below(value);
  if (["required", "enum", "type"].includes(name) && Array.isArray(value))
    return [...new Map(value.map((item) => [JSON.stringify(item), item])).values()].sort(byText);
  return value;
}

function simplified(schema: JsonObject, isEvaluated: boolean): JsonValue {
  const named = withWholeBounds(isEvaluated ? schema : withoutFree(schema));
  const typed = withSharedTypes(withAnchors(withTypes(named)), isEvaluated);
  const kept = Object.entries(typed).filter(
    ([name, value]) => (isEvaluated && evaluating.has(name)) || !saysNothing(typed, name, value),
  );
  const result = sorted(Object.fromEntries(kept));
  const { allOf, ...others } = result;
  if (Array.isArray(allOf) && allOf.length === 1 && Object.keys(others).length === 0) return allOf[0] ?? true;
  return Object.keys(result).length === 0 ? true : result;
}

/**
 * What `const` and `enum` already say of a value need not be said again, a list of one type is that one, and a number
 * that is a multiple of an integer is an integer.
 */
function withTypes(schema: JsonObject): JsonObject {
  const { const: constant, enum: choices, type, ...rest } = schema;
  const isWhole = Number.isInteger(rest["multipleOf"]);
  const numbers = isWhole ? "integer" : "number";
  const given = [type ?? []].flat();
  const types = given.includes("number")
    ? given.flatMap((name) => (name === "integer" ? [] : [name === "number" ? numbers : name])).sort(byText)
    : type;
  const only = Array.isArray(types) && types.length === 1 ? types[0] : types;
  const typed = only === undefined ? {} : { type: only };
  const allowed = constant !== undefined ? [constant] : choices;
  if (!Array.isArray(allowed)) return { ...rest, ...typed };
  const plain = Object.entries(rest).filter(([name]) => judged.has(name));
  const accepts = judgeOf({ ...typed, ...Object.fromEntries(plain) });
  const others = Object.entries(rest).filter(([name]) => !judged.has(name));
  return { ...Object.fromEntries(others), enum: allowed.filter(accepts) };
}

/** The keywords that say all they say without a subschema. */
const judged = new Set([
  ...["exclusiveMaximum", "exclusiveMinimum", "format", "maxItems", "maxLength", "maximum", "maxProperties"],
  ...["minItems", "minLength", "minimum", "minProperties", "multipleOf", "pattern", "uniqueItems"],
]);

/** Of the multiples of an integer the least and the most are bounds too, whatever number is stated. */
function withWholeBounds(schema: JsonObject): JsonObject {
  const { maximum, minimum, multipleOf } = schema;
  if (typeof multipleOf !== "number" || !Number.isInteger(multipleOf) || multipleOf < 1) return schema;
  return {
    ...schema,
    ...(typeof minimum === "number" && { minimum: Math.ceil(minimum / multipleOf) * multipleOf }),
    ...(typeof maximum === "number" && { maximum: Math.floor(maximum / multipleOf) * multipleOf }),
  };
}

function withAnchors(schema: JsonObject): JsonObject {
  const { format, pattern } = schema;
  const isBoth = typeof format === "string" && typeof pattern === "string" && assertedFormats.has(format);
  return isBoth ? { ...schema, pattern: anchoredWithin(pattern, format) } : schema;
}

/** Where members may be added, those that may be anything need not be named. */
function withoutFree(schema: JsonObject): JsonObject {
  const { additionalProperties, properties } = schema;
  if (!isObject(properties) || (additionalProperties !== undefined && additionalProperties !== true))
    return schema;
  const told = Object.entries(properties).filter(([, member]) => member !== true);
  return { ...schema, properties: Object.fromEntries(told) };
}

/** Keywords by which members and items count as evaluated, even if they accept everything. */
const evaluating = new Set([
  ...["additionalProperties", "contains", "items", "patternProperties", "prefixItems", "properties"],
  ...["unevaluatedItems", "unevaluatedProperties"],
]);

function saysNothing(schema: JsonObject, name: string, value: JsonValue | undefined): boolean {
  if (Object.hasOwn(neutral, name) && JSON.stringify(value) === JSON.stringify(neutral[name])) return true;
  const isNumeric = name === "format" && typeof value === "string" && numericFormats.has(value);
  const type = isNumeric ? "number" : speaksOf[name];
  const types = [schema["type"] ?? []].flat();
  const speaks =
    types.length === 0 || types.some((each) => each === type || (each === "integer" && type === "number"));
  if (type !== undefined && !speaks) return true;
  return name === "format" && isFormatImplied(schema, value, types);
}

/** Whether a format is one that nothing is held to, or asks for no more than what stands beside it. */
function isFormatImplied(
  schema: JsonObject,
  format: JsonValue | undefined,
  types: readonly JsonValue[],
): boolean {
  if (typeof format !== "string") return false;
  const range = numericFormats.get(format);
  if (range !== undefined) return types.length > 0 && !types.includes("number") && isWithin(schema, range);
  const { pattern } = schema;
  return !assertedFormats.has(format) || (typeof pattern === "string" && impliesFormat(pattern, format));
}

/** Whether the bounds of a schema are within those of a format of integers; no validator holds them to 64 bits. */
function isWithin(schema: JsonObject, { maximum, minimum }: JsonObject): boolean {
  const bound = (...names: readonly string[]): number[] =>
    names.flatMap((name) => (typeof schema[name] === "number" ? [schema[name]] : []));
  const least = Math.max(Number.NEGATIVE_INFINITY, ...bound("minimum", "exclusiveMinimum"));
  const most = Math.min(Number.POSITIVE_INFINITY, ...bound("maximum", "exclusiveMaximum"));
  return (
    (typeof minimum !== "number" || least >= minimum) && (typeof maximum !== "number" || most <= maximum)
  );
}

/** An object with its members in the order of their names. */
export function sorted(object: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function byText(one: JsonValue, other: JsonValue): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
