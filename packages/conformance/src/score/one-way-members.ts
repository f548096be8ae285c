import {
  foreignMembers,
  isObject,
  type JsonObject,
  type JsonValue,
  type Sender,
} from "@workflow-api/contract";

/** A member that does not travel in this direction is neither required nor looked at (OpenAPI 3.1, Schema Object). */
export function withoutForeign(
  document: JsonObject,
  schema: JsonObject,
  sender: Sender | undefined,
): JsonObject {
  const { properties, required } = schema;
  if (sender === undefined || !isObject(properties)) return schema;
  const foreign = foreignMembers(document, schema, sender);
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

/** What marks a member as one that goes where this schema goes. */
export function isOwnMark(name: string, sender: Sender | undefined): boolean {
  return (sender === "client" && name === "writeOnly") || (sender === "server" && name === "readOnly");
}
