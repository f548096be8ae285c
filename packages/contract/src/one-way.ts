import { type Field, fieldOf } from "./document-grammar.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { valueAt } from "./json-pointer.ts";
import { walkDocument } from "./walk-document.ts";

/** Who sends what a schema describes. */
export type Sender = "client" | "server";

/** What marks a member as one that does not travel in a direction. */
const foreignMarks = { client: "readOnly", server: "writeOnly" } as const;

/** The members of a schema that do not go where it goes: `readOnly` ones to the server, `writeOnly` ones to the client. */
export function foreignMembers(document: JsonObject, schema: JsonObject, sender: Sender): string[] {
  const { properties } = schema;
  if (!isObject(properties)) return [];
  return Object.keys(properties).filter((name) => isForeign(document, properties[name], sender, []));
}

function isForeign(
  document: JsonObject,
  schema: JsonValue | undefined,
  sender: Sender,
  seen: readonly string[],
): boolean {
  if (!isObject(schema)) return false;
  if (schema[foreignMarks[sender]] === true) return true;
  const reference = schema["$ref"];
  if (typeof reference !== "string" || !reference.startsWith("#/") || seen.includes(reference)) return false;
  return isForeign(document, valueAt(document, reference.slice(1)), sender, [...seen, reference]);
}

/**
 * A schema for one direction: of a member that does not travel in it nothing is required (OpenAPI 3.0, "Schema Object",
 * which 3.1 leaves to JSON Schema) and nothing is asked.
 */
export function schemaAsSentBy(document: JsonObject, schema: JsonObject, sender: Sender): JsonObject {
  const foreign = foreignMembers(document, schema, sender);
  if (foreign.length === 0) return schema;
  const { properties, required } = schema;
  const opened = Object.fromEntries(foreign.map((name) => [name, { [foreignMarks[sender]]: true }]));
  return {
    ...schema,
    properties: { ...(isObject(properties) && properties), ...opened },
    ...(Array.isArray(required) && { required: required.filter((name) => !foreign.includes(String(name))) }),
  };
}

/** A document with every schema as {@link schemaAsSentBy} has it; the document itself if that changes nothing. */
export function documentAsSentBy(document: JsonObject, sender: Sender): JsonObject {
  const isMarked = [...walkDocument(document)].some(
    ({ kind, value }) => kind === "schema" && value[foreignMarks[sender]] === true,
  );
  if (!isMarked) return document;
  const rewritten = rewrite(document, { kind: "document", shape: "one" }, (schema) =>
    schemaAsSentBy(document, schema, sender),
  );
  return isObject(rewritten) ? rewritten : document;
}

/** A value with its schemas changed, those around before those within. */
function rewrite(
  value: JsonValue,
  { kind, shape }: Field,
  change: (schema: JsonObject) => JsonObject,
): JsonValue {
  if (kind === "data") return value;
  if (Array.isArray(value)) {
    const item: Field = { kind: shape === "list" ? kind : "other", shape: "one" };
    return value.map((each) => rewrite(each, item, change));
  }
  if (!isObject(value)) return value;
  const changed = kind === "schema" && shape === "one" ? change(value) : value;
  return Object.fromEntries(
    Object.entries(changed).map(([name, member]) => [
      name,
      member === undefined
        ? member
        : rewrite(member, shape === "map" ? { kind, shape: "one" } : fieldOf(kind, name), change),
    ]),
  );
}
