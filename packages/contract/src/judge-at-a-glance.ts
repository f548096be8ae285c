import { formats } from "./example-texts.ts";
import { isEqual } from "./is-equal.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { pointerOfReference, valueAt } from "./json-pointer.ts";

/** Whether a schema accepts a value. `undefined`: that cannot be told at a glance. */
export type Glance = boolean | undefined;

/** What a keyword says of a value. */
type Rule = (stated: JsonValue, value: JsonValue, at: Glancing) => Glance;

interface Glancing {
  /** The schema that the keyword stands in. */
  readonly schema: JsonObject;
  readonly judge: (schema: JsonValue | undefined, value: JsonValue) => Glance;
  readonly document: JsonObject;
}

/**
 * Judges a value by the keywords that most schemas are made of, without compiling the schema, which takes a millisecond
 * for each. What it says is what any other validator says.
 */
export function judgeAtAGlance(
  document: JsonObject,
  schema: JsonValue | undefined,
  value: JsonValue,
): Glance {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema)) return undefined;
  const at: Glancing = {
    schema,
    document,
    judge: (inner, part) => judgeAtAGlance(document, inner, part),
  };
  return every(
    Object.entries(schema).map(([keyword, stated = null]) => rules.get(keyword)?.(stated, value, at)),
  );
}

function every(glances: readonly Glance[]): Glance {
  if (glances.includes(false)) return false;
  return glances.includes(undefined) ? undefined : true;
}

const nothing: Rule = () => true;

/** A rule of a keyword that states a number, for the values that the keyword speaks of. */
function bound(
  measure: (value: JsonValue) => number | undefined,
  holds: (measured: number, stated: number) => boolean,
): Rule {
  return (stated, value) => {
    const measured = measure(value);
    if (typeof stated !== "number") return undefined;
    return measured === undefined || holds(measured, stated);
  };
}

const size = (value: JsonValue): number | undefined => (typeof value === "number" ? value : undefined);
const length = (value: JsonValue): number | undefined =>
  typeof value === "string" ? [...value].length : undefined;
const items = (value: JsonValue): number | undefined => (Array.isArray(value) ? value.length : undefined);
const members = (value: JsonValue): number | undefined =>
  isObject(value) ? Object.keys(value).length : undefined;

const atLeast = (measured: number, stated: number): boolean => measured >= stated;
const atMost = (measured: number, stated: number): boolean => measured <= stated;

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...["$comment", "title", "description", "default", "example", "examples"].map(
    (name) => [name, nothing] as const,
  ),
  ...["deprecated", "readOnly", "writeOnly", "externalDocs"].map((name) => [name, nothing] as const),
  ["type", (stated, value) => [stated].flat().some((type) => isOfType(type, value))],
  ["const", (stated, value) => isEqual(stated, value)],
  [
    "enum",
    (stated, value) => (Array.isArray(stated) ? stated.some((one) => isEqual(one, value)) : undefined),
  ],
  ["minimum", bound(size, atLeast)],
  ["maximum", bound(size, atMost)],
  ["exclusiveMinimum", bound(size, (measured, stated) => measured > stated)],
  ["exclusiveMaximum", bound(size, (measured, stated) => measured < stated)],
  ["multipleOf", isMultiple],
  ["minLength", bound(length, atLeast)],
  ["maxLength", bound(length, atMost)],
  ["pattern", (stated, value) => typeof value !== "string" || new RegExp(String(stated), "u").test(value)],
  // Of a format only the texts are known that examples have.
  ["format", (stated, value) => (formats[String(stated)] === value ? true : undefined)],
  ["minItems", bound(items, atLeast)],
  ["maxItems", bound(items, atMost)],
  [
    "items",
    (stated, value, { judge, schema }) => {
      if (schema["prefixItems"] !== undefined) return undefined;
      return !Array.isArray(value) || every(value.map((item) => judge(stated, item)));
    },
  ],
  ["minProperties", bound(members, atLeast)],
  ["maxProperties", bound(members, atMost)],
  [
    "required",
    (stated, value) =>
      !isObject(value) || [stated].flat().every((name) => Object.hasOwn(value, String(name))),
  ],
  [
    "properties",
    (stated, value, { judge }) =>
      !isObject(value) ||
      every(
        Object.entries(isObject(stated) ? stated : {}).map(([name, schema]) =>
          Object.hasOwn(value, name) ? judge(schema, value[name] ?? null) : true,
        ),
      ),
  ],
  ["allOf", (stated, value, { judge }) => every([stated].flat().map((part) => judge(part, value)))],
  [
    "$ref",
    (stated, value, { document, judge }) => {
      const reference = String(stated);
      return reference.startsWith("#/")
        ? judge(valueAt(document, pointerOfReference(reference)), value)
        : undefined;
    },
  ],
]);

function isOfType(type: JsonValue, value: JsonValue): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "null") return value === null;
  if (type === "integer") return Number.isInteger(value);
  return type === typeof value;
}

/** Of fractions the validators have opinions of their own. */
function isMultiple(stated: JsonValue, value: JsonValue): Glance {
  if (typeof value !== "number") return true;
  const areWhole = Number.isSafeInteger(stated) && Number.isSafeInteger(value);
  return areWhole ? value % Number(stated) === 0 : undefined;
}
