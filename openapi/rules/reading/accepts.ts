import type { Context } from "../redocly.ts";
import { child, get, isObject, items, members, type Place } from "./place.ts";
import { partsOf, typesOf } from "./schema.ts";

/**
 * Whether a value has the shape of a schema: types, constants, enums, members and items. It tells the alternatives of a
 * `oneOf` apart; bounds, patterns and formats are left to the validation of the examples.
 */
export function accepts(
  context: Context,
  schema: Place,
  value: unknown,
  above: readonly string[] = [],
): boolean {
  // An alternative that leads back to itself adds nothing.
  if (above.includes(schema.at.absolutePointer)) return false;
  const path = [...above, schema.at.absolutePointer];
  return partsOf(context, schema).every((part) => {
    if (typeof part.value === "boolean") return part.value;
    return (
      hasType(part, value) &&
      isAmong(part, value) &&
      hasMembers(context, part, value) &&
      hasItems(context, part, value) &&
      isOneOf(context, part, value, path)
    );
  });
}

function hasType(schema: Place, value: unknown): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.some((type) => isOfType(type, value));
}

function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function isAmong(schema: Place, value: unknown): boolean {
  const { value: only } = child(schema, "const");
  const { value: choices } = child(schema, "enum");
  const text = JSON.stringify(value);
  if (only !== undefined && JSON.stringify(only) !== text) return false;
  return !Array.isArray(choices) || choices.some((choice) => JSON.stringify(choice) === text);
}

function hasMembers(context: Context, schema: Place, value: unknown): boolean {
  if (!isObject(value)) return true;
  const properties = get(context, schema, "properties");
  const required = items(child(schema, "required"));
  const patterns = members(child(schema, "patternProperties"));
  const isClosed = child(schema, "additionalProperties").value === false && patterns.length === 0;
  return (
    required.every(({ value: name }) => typeof name === "string" && Object.hasOwn(value, name)) &&
    members(properties).every(
      ([name, member]) => !Object.hasOwn(value, name) || accepts(context, member, value[name]),
    ) &&
    (!isClosed || Object.keys(value).every((name) => child(properties, name).value !== undefined))
  );
}

function hasItems(context: Context, schema: Place, value: unknown): boolean {
  if (!Array.isArray(value)) return true;
  const prefix = items(child(schema, "prefixItems"));
  const rest = child(schema, "items");
  return value.every((item, index) => {
    const itemSchema = prefix[index] ?? rest;
    return itemSchema.value === undefined || accepts(context, itemSchema, item);
  });
}

function isOneOf(context: Context, schema: Place, value: unknown, path: readonly string[]): boolean {
  return ["oneOf", "anyOf"].every((keyword) => {
    const alternatives = items(child(schema, keyword));
    return (
      alternatives.length === 0 ||
      alternatives.some((alternative) => accepts(context, alternative, value, path))
    );
  });
}
