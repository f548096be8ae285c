import { isObject, type JsonObject, type JsonValue, valueAt } from "@workflow-api/contract";

/** Who sends what a schema describes: `readOnly` members do not go to the server, `writeOnly` ones not to the client. */
export type Sender = "client" | "server";

/** A member that does not travel in this direction is neither required nor looked at (OpenAPI 3.1, Schema Object). */
export function withoutForeign(
  document: JsonObject,
  schema: JsonObject,
  sender: Sender | undefined,
): JsonObject {
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
export function isOwnMark(name: string, sender: Sender | undefined): boolean {
  return (sender === "client" && name === "writeOnly") || (sender === "server" && name === "readOnly");
}
