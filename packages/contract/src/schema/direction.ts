import { isObject, type JsonObject, type JsonValue } from "../json.ts";
import { type SchemaLocation, schemasOf, subschemas } from "./schemas.ts";

// What is sent in one direction only: `readOnly` members in responses, `writeOnly` ones in
// requests.

/** Which way a value is sent. `undefined`: either. */
export type Direction = "request" | "response" | undefined;

const excludedKeywords = { request: "readOnly", response: "writeOnly" } as const;

/** The names of the members that are not sent this way: `readOnly` and `writeOnly` ones. */
export function excludedNames(
  document: JsonObject,
  locations: readonly SchemaLocation[],
  direction: Direction,
): ReadonlySet<string> {
  if (direction === undefined) return new Set();
  const keyword = excludedKeywords[direction];
  const schemas = schemasOf(document, locations);
  const names = schemas.flatMap(({ schema }) => Object.keys(schema["properties"] ?? {}));
  const isExcluded = (name: string): boolean => {
    const members = schemas.flatMap((each) => subschemas(each, "properties", name));
    return schemasOf(document, members).some(({ schema }) => schema[keyword] === true);
  };
  return new Set(names.filter(isExcluded));
}

const none: ReadonlySet<string> = new Set();
const inPlaceKeywords = ["allOf", "anyOf", "oneOf"];

/** A copy of a document whose schemas require no member that a direction excludes. */
export function directedDocument(document: JsonObject, direction: Direction): JsonObject {
  if (direction === undefined || !hasFlag(document, excludedKeywords[direction])) return document;
  const copyOf = (value: JsonValue, inherited: ReadonlySet<string>): JsonValue => {
    if (Array.isArray(value)) return value.map((item) => copyOf(item, inherited));
    return isObject(value) ? copyOfObject(value, inherited) : value;
  };
  const copyOfObject = (schema: JsonObject, inherited: ReadonlySet<string>): JsonObject => {
    const isRequiring = Array.isArray(schema["required"]);
    const isConcerned = isRequiring || inPlaceKeywords.some((keyword) => keyword in schema);
    const excluded = isConcerned
      ? new Set([...inherited, ...excludedNames(document, [{ schema, pointer: "" }], direction)])
      : none;
    const members = Object.entries(schema).map(([keyword, value = null]) => {
      if (keyword === "required" && Array.isArray(value))
        return [keyword, value.filter((name) => !excluded.has(String(name)))];
      return [keyword, copyOf(value, inPlaceKeywords.includes(keyword) ? excluded : none)];
    });
    return Object.fromEntries(members);
  };
  return copyOfObject(document, none);
}

/** Whether a member with this name is true, anywhere in a value. */
function hasFlag(value: JsonValue | undefined, name: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isObject(value) && value[name] === true) return true;
  return Object.values(value).some((part) => hasFlag(part, name));
}
