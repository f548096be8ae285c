import { type Field, fieldOf } from "./document-grammar.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";

/** A document with its schemas changed, those around before those within. */
export function mapSchemas(document: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  const mapped = mapValue(document, { kind: "document", shape: "one" }, change);
  return isObject(mapped) ? mapped : document;
}

function mapValue(
  value: JsonValue,
  { kind, shape }: Field,
  change: (schema: JsonObject) => JsonObject,
): JsonValue {
  if (kind === "data") return value;
  if (Array.isArray(value)) {
    const item: Field = { kind: shape === "list" ? kind : "other", shape: "one" };
    return value.map((each) => mapValue(each, item, change));
  }
  if (!isObject(value)) return value;
  const changed = kind === "schema" && shape === "one" ? change(value) : value;
  return Object.fromEntries(
    Object.entries(changed).map(([name, member]) => [
      name,
      member === undefined
        ? member
        : mapValue(member, shape === "map" ? { kind, shape: "one" } : fieldOf(kind, name), change),
    ]),
  );
}
