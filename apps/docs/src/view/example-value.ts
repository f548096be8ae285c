import type { Contract, JsonValue } from "@workflow-api/contract";
import { appendPointer, isObject } from "@workflow-api/contract";
import { type Part, partsOf } from "./make-schema-view.ts";
import type { SchemaPlace } from "./schema-view.ts";
import { placeholderOf } from "./security.ts";

/** How deep a value is made. What encloses itself ends there. */
const deepest = 8;

/**
 * A value for a schema: the one that it shows, or the smallest that has what it requires. A text that it says nothing of
 * is a placeholder that is plainly one, such as `YOUR_ID`.
 * @param name What the value is called.
 */
export function exampleValue(contract: Contract, place: SchemaPlace, name: string, depth = 0): JsonValue {
  const parts = partsOf(place, { contract, anchor: "", trail: new Map() });
  const inner = (each: SchemaPlace, of: string): JsonValue => exampleValue(contract, each, of, depth + 1);
  const shown = firstOf(parts, shownIn);
  const option = firstOf(parts, (part) => childrenOf(part, "oneOf")[0] ?? childrenOf(part, "anyOf")[0]);
  if (shown !== undefined || depth > deepest) {
    return shown ?? null;
  }
  const type = firstOf(parts, ({ schema }) => [schema["type"]].flat().find((each) => each !== "null"));
  const required = parts.flatMap(({ schema }) => [schema["required"]].flat());
  const fields = parts.flatMap((part) => membersOf(part, "properties"));
  if (type === "object" || fields.length > 0) {
    const needed = fields.filter(([field]) => required.includes(field));
    return Object.fromEntries(needed.map(([field, each]) => [field, inner(each, field)]));
  }
  if (option !== undefined) {
    return inner(option, name);
  }
  if (type === "array") {
    const item = firstOf(parts, (part) => placeIn(part, "items"));
    return item === undefined ? [] : [inner(item, name)];
  }
  return type === "integer" || type === "number"
    ? numberOf(parts)
    : type === "boolean"
      ? true
      : placeholderOf(name);
}

function shownIn({ schema }: Part): JsonValue | undefined {
  const [example] = [schema["examples"]].flat();
  const [value] = [schema["enum"]].flat();
  return schema["example"] ?? example ?? schema["default"] ?? schema["const"] ?? value;
}

function numberOf(parts: readonly Part[]): number {
  const least = firstOf(parts, ({ schema }) => schema["minimum"]);
  return typeof least === "number" ? least : 1;
}

function placeIn({ schema, pointer }: Part, keyword: string): SchemaPlace | undefined {
  const inner = schema[keyword];
  return isObject(inner) ? { schema: inner, pointer: appendPointer(pointer, keyword) } : undefined;
}

function childrenOf({ schema, pointer }: Part, keyword: string): SchemaPlace[] {
  const list = schema[keyword];
  return (Array.isArray(list) ? list : []).flatMap((each, index) =>
    isObject(each) ? [{ schema: each, pointer: appendPointer(pointer, keyword, index) }] : [],
  );
}

function membersOf({ schema, pointer }: Part, keyword: string): [string, SchemaPlace][] {
  const members = schema[keyword];
  return Object.entries(isObject(members) ? members : {}).flatMap(([name, each]): [string, SchemaPlace][] =>
    isObject(each) ? [[name, { schema: each, pointer: appendPointer(pointer, keyword, name) }]] : [],
  );
}

function firstOf<T>(parts: readonly Part[], read: (part: Part) => T | undefined): T | undefined {
  return parts.map(read).find((each) => each !== undefined);
}
