import type { Context } from "../redocly.ts";
import { child, follow, items, type Place, text } from "./place.ts";

/** The types that a schema names; none: it takes any. */
export function typesOf(schema: Place): readonly unknown[] {
  const { value } = child(schema, "type");
  return value === undefined ? [] : [value].flat();
}

/** Whether a schema names a type. */
export function allowsType(schema: Place, type: string): boolean {
  return typesOf(schema).includes(type);
}

/** Whether a schema, what it refers to or a part of its `allOf` has a description. */
export function isDescribed(context: Context, schema: Place): boolean {
  return (
    text(schema, "description") !== "" ||
    partsOf(context, schema).some((part) => text(part, "description") !== "")
  );
}

/**
 * A schema and the schemas of its `allOf`, through `$ref`: those that a value satisfies all of. What stands beside a
 * `$ref` is a part of its own (JSON Schema 2020-12).
 */
export function partsOf(context: Context, schema: Place): Place[] {
  const parts: Place[] = [];
  const open = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const target = follow(context, next);
    for (const part of target === next ? [next] : [next, target]) {
      if (parts.some(({ at }) => at.absolutePointer === part.at.absolutePointer)) continue;
      parts.push(part);
      open.push(...items(child(part, "allOf")).toReversed());
    }
  }
  return parts;
}

/** A schema with the parts of its `allOf` and every alternative of its `oneOf` and `anyOf`, through `$ref`. */
export function alternativesOf(context: Context, schema: Place): Place[] {
  const found: Place[] = [];
  const open = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const part of partsOf(context, next)) {
      if (found.some(({ at }) => at.absolutePointer === part.at.absolutePointer)) continue;
      found.push(part);
      open.push(...items(child(part, "oneOf")), ...items(child(part, "anyOf")));
    }
  }
  return found;
}

const conditional = new Set(["if", "then", "else", "not", "dependentSchemas", "contains"]);
const mapsOfSchemas = new Set(["properties", "patternProperties", "schemas", "$defs", "dependentSchemas"]);

/** Whether a JSON Pointer leads into a condition: what stands there describes no field of its own. */
export function isInCondition(pointer: string): boolean {
  const steps = pointer.split("/");
  return steps.some((step, index) => conditional.has(step) && !mapsOfSchemas.has(steps[index - 1] ?? ""));
}
