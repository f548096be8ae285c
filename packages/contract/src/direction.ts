import { isObject, type JsonObject, type JsonSchema, type JsonValue } from "./json.ts";
import { type Direction, excludedNames } from "./schemas.ts";

// What is sent in one direction only: `readOnly` members in responses, `writeOnly` ones in requests.

/**
 * Rewrites schemas so that they require no member that a direction excludes.
 *
 * @returns The copy of a schema. The second argument is the copy whose `$ref` leads to it: what is
 * excluded beside a `$ref` is not required by its target.
 */
export function createDirected(
  document: JsonObject,
  direction: Direction,
): (schema: JsonSchema, holder?: JsonObject) => JsonSchema {
  if (direction === undefined) return (schema) => schema;
  const excludedAt = new WeakMap<JsonObject, ReadonlySet<string>>();
  const copies = new Map<JsonObject, Map<string, JsonSchema>>();
  const copyOf = (schema: JsonSchema, outer: ReadonlySet<string>): JsonSchema => {
    if (!isObject(schema)) return schema;
    const inner = excludedNames(document, [{ schema, pointer: "" }], direction);
    const excluded = new Set([...outer, ...inner]);
    const members = Object.entries(schema).map(([keyword, value = null]) => [
      keyword,
      copyKeyword(keyword, value, excluded, copyOf),
    ]);
    const copy: JsonObject = Object.fromEntries(members);
    excludedAt.set(copy, excluded);
    return copy;
  };
  return (schema, holder) => {
    if (!isObject(schema)) return schema;
    const outer = (holder && excludedAt.get(holder)) ?? new Set();
    const known = copies.get(schema) ?? new Map<string, JsonSchema>();
    copies.set(schema, known);
    const key = JSON.stringify([...outer].sort());
    const copy = known.get(key) ?? copyOf(schema, outer);
    known.set(key, copy);
    return copy;
  };
}

function copyKeyword(
  keyword: string,
  value: JsonValue,
  excluded: ReadonlySet<string>,
  copyOf: (schema: JsonSchema, outer: ReadonlySet<string>) => JsonSchema,
): JsonValue {
  const within = (part: JsonValue): JsonValue => copyOf(part as JsonSchema, new Set());
  if (Array.isArray(value)) {
    if (keyword === "required") return value.filter((name) => !excluded.has(String(name)));
    const isInPlace = /^(all|any|one)Of$/.test(keyword);
    return isInPlace ? value.map((part) => copyOf(part as JsonSchema, excluded)) : value;
  }
  if (/^(items|additionalProperties|propertyNames)$/.test(keyword)) return within(value);
  if (!isObject(value) || !/^(p|patternP)roperties$/.test(keyword)) return value;
  const members = Object.entries(value).map(([name, part = true]) => [name, within(part)]);
  return Object.fromEntries(members);
}
