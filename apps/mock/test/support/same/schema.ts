import { isObject, type JsonObject } from "@workflow-api/contract";
import { mapped } from "./walk.ts";

/** Rewrites a schema, and those of its items and members. */
export function deeply(schema: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  const { items, properties } = schema;
  return change({
    ...schema,
    ...(isObject(items) && { items: deeply(items, change) }),
    ...(isObject(properties) && {
      properties: mapped(properties, (member) => (isObject(member) ? deeply(member, change) : member)),
    }),
  });
}

/** A schema of text, without saying so. */
export function untyped(schema: JsonObject): JsonObject {
  const { type, ...rest } = schema;
  return type === "string" ? rest : schema;
}

/** A schema of any text, or of null. */
export function nullable(schema: JsonObject): JsonObject {
  const isFree = schema["type"] === "string" && schema["enum"] === undefined;
  return isFree ? { ...schema, type: ["string", "null"] } : schema;
}

/** Members that go one way only, required and of another type. */
export function changedMember(mark: "readOnly" | "writeOnly"): (schema: JsonObject) => JsonObject {
  return (schema) => {
    const { properties, required } = schema;
    if (!isObject(properties)) return schema;
    const marked = Object.entries(properties).flatMap(([name, member]) =>
      isObject(member) && member[mark] === true ? [name] : [],
    );
    return {
      ...schema,
      required: [...(Array.isArray(required) ? required : []), ...marked],
      properties: mapped(properties, (member, name) =>
        marked.includes(name) ? { [mark]: true, type: "array", minItems: 1 } : member,
      ),
    };
  };
}

/** Members without the mark that they go one way only. */
export function unmarkedMember(mark: "readOnly" | "writeOnly"): (schema: JsonObject) => JsonObject {
  return (schema) => ({
    ...schema,
    ...(isObject(schema["properties"]) && {
      properties: mapped(schema["properties"], (member) => {
        const { [mark]: _, ...rest } = isObject(member) ? member : {};
        return rest;
      }),
    }),
  });
}
