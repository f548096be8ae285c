import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import { assertedFormats, numericFormats } from "../schema/judge.ts";
import { anchoredWithin, judgeOf } from "./implied.ts";
import { saysNothing } from "./silent-keyword.ts";
import { byText, sorted } from "./sorted.ts";

/** A schema whose subschemas are canonical, without what says nothing, and each fact in one of the ways to state it. */
export function simplified(schema: JsonObject, isEvaluated: boolean): JsonValue {
  const named = withWholeBounds(isEvaluated ? schema : withoutFree(schema));
  const typed = withSharedTypes(withAnchors(withTypes(named)), isEvaluated);
  const kept = Object.entries(typed).filter(
    ([name, value]) => (isEvaluated && evaluating.has(name)) || !saysNothing(typed, name, value),
  );
  const result = withoutImpliedType(sorted(Object.fromEntries(kept)));
  const { allOf, ...others } = result;
  if (Array.isArray(allOf) && allOf.length === 1 && Object.keys(others).length === 0) return allOf[0] ?? true;
  return Object.keys(result).length === 0 ? true : result;
}

/** What each branch of a choice is of, the whole need not be said to be of. */
function withoutImpliedType(schema: JsonObject): JsonObject {
  const { type, ...rest } = schema;
  const given = [type ?? []].flat();
  const allowed = given.includes("number") ? [...given, "integer"] : given;
  const isImplied = ["anyOf", "oneOf"].some((name) => {
    const branches = schema[name];
    if (!Array.isArray(branches) || branches.length === 0) return false;
    return branches.every((branch) => {
      const own = isObject(branch) ? [branch["type"] ?? []].flat() : [];
      return own.length > 0 && own.every((each) => allowed.includes(each));
    });
  });
  return type !== undefined && isImplied ? rest : schema;
}

/**
 * What `const` and `enum` already say of a value need not be said again, a list of one type is that one, and a number
 * that is a multiple of an integer, or has a format of integers, is an integer.
 */
function withTypes(schema: JsonObject): JsonObject {
  const { const: constant, enum: choices, type, ...rest } = schema;
  const isWhole = Number.isInteger(rest["multipleOf"]) || numericFormats.has(String(rest["format"]));
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

/**
 * Types that one part of an `allOf` refuses, the others need not refuse too, so that one place says of which it is. A part
 * that leads back to what it stands in says that by itself.
 */
function withSharedTypes(schema: JsonObject, isEvaluated: boolean): JsonObject {
  const { allOf, ...own } = schema;
  if (!Array.isArray(allOf) || (allOf.length === 1 && Object.keys(own).length === 0)) return schema;
  const lists = [schema, ...allOf].flatMap((part) =>
    isObject(part) && part["type"] !== undefined ? [[part["type"]].flat()] : [],
  );
  const [first = []] = lists;
  if (lists.some((list) => list.includes("integer") || list.includes("number"))) return schema;
  const shared = first.filter((type) => lists.every((list) => list.includes(type)));
  if (shared.length === 0) return schema;
  const type = shared.length === 1 ? (shared[0] ?? null) : shared.toSorted(byText);
  const parts = allOf
    .map((part) => (isObject(part) && part["$ref"] === undefined ? untyped(part, type, isEvaluated) : part))
    .filter((part) => part !== true)
    .sort(byText);
  const [only] = parts;
  const isAlone = Object.keys(own).every((name) => name === "type") && parts.length === 1;
  if (isAlone && isObject(only) && only["$ref"] === undefined) return { ...only, type };
  // By what the whole says itself, a parameter is read.
  if (own["type"] === undefined) return { ...own, allOf: [...parts, { type }].sort(byText) };
  return { ...own, type, ...(parts.length > 0 && { allOf: parts }) };
}

/** What a part says beyond the types of the whole. */
function untyped(part: JsonObject, type: JsonValue, isEvaluated: boolean): JsonValue {
  const typed = simplified({ ...part, type }, isEvaluated);
  if (!isObject(typed)) return typed;
  const { type: _, ...rest } = typed;
  return Object.keys(rest).length === 0 ? true : rest;
}
