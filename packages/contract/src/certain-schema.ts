import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { pointerOfReference, valueAt } from "./json-pointer.ts";

/** Judges the value of a keyword. The schemas in it are given to `each`. */
type Rule = (value: JsonValue, each: (schema: JsonValue) => boolean) => boolean;

const anything: Rule = () => true;
const number: Rule = (value) => typeof value === "number";
const flag: Rule = (value) => typeof value === "boolean";
const string: Rule = (value) => typeof value === "string";
const pattern: Rule = (value) => typeof value === "string" && isPattern(value);
const schema: Rule = (value, each) => each(value);
const schemas: Rule = (value, each) => Array.isArray(value) && value.length > 0 && value.every(each);
const members: Rule = (value, each) =>
  isObject(value) && Object.values(value).every((member = null) => each(member));

const values: Rule = (value) => Array.isArray(value) && value.length > 0;
const names: Rule = (value) => Array.isArray(value) && value.every((name) => typeof name === "string");
const types: readonly unknown[] = ["array", "boolean", "integer", "null", "number", "object", "string"];
const type: Rule = (value) => {
  const given = [value].flat();
  return given.length > 0 && given.every((each) => types.includes(each));
};

/** The keywords of JSON Schema 2020-12 whose values are easily told to be good, and the annotations. */
const rules: ReadonlyMap<string, Rule> = new Map([
  ...ruled(anything, ["$comment", "title", "description", "default", "examples", "example", "const"]),
  ...ruled(anything, ["deprecated", "readOnly", "writeOnly", "discriminator", "externalDocs", "xml"]),
  ...ruled(number, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
  ...ruled(number, ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"]),
  ...ruled(schema, ["items", "additionalProperties", "unevaluatedProperties", "propertyNames", "not"]),
  ...ruled(schemas, ["allOf", "anyOf", "oneOf", "prefixItems"]),
  ...ruled(members, ["properties", "$defs"]),
  ...ruled(flag, ["uniqueItems"]),
  ...ruled(string, ["format"]),
  ...ruled(pattern, ["pattern"]),
  ...ruled(type, ["type"]),
  ...ruled(values, ["enum"]),
  ...ruled(names, ["required"]),
]);

function ruled(rule: Rule, keywords: readonly string[]): [string, Rule][] {
  return keywords.map((keyword) => [keyword, rule]);
}

/**
 * Tells of the schemas of a document which are sure to compile, with all that they refer to: compiling them can wait
 * until a value is judged. Of any other only compiling it tells.
 */
export function createCertainty(document: JsonObject): (pointer: string) => boolean {
  const certain = new Set<JsonValue>();
  const isCertain = (value: JsonValue, seen: Set<JsonValue>): boolean => {
    if (typeof value === "boolean" || certain.has(value) || seen.has(value)) return true;
    if (!isObject(value)) return false;
    seen.add(value);
    return Object.entries(value).every(([name, member = null]) => {
      if (name === "$ref") return typeof member === "string" && isCertain(targetOf(document, member), seen);
      if (name.startsWith("x-")) return true;
      return rules.get(name)?.(member, (inner) => isCertain(inner, seen)) === true;
    });
  };
  return (pointer) => {
    const seen = new Set<JsonValue>();
    if (!isCertain(valueAt(document, pointer) ?? null, seen)) return false;
    for (const each of seen) certain.add(each);
    return true;
  };
}

/** Only what is referred to by its place is looked up. */
function targetOf(document: JsonObject, reference: string): JsonValue {
  return reference.startsWith("#/") ? (valueAt(document, pointerOfReference(reference)) ?? null) : null;
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
