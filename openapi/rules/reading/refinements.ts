import type { Context, Visit } from "../redocly.ts";
import { child, isObject, items, members, type Place } from "./place.ts";
import { partsOf } from "./schema.ts";

/** What the parts of an `allOf` may leave to one another. */
export interface Refinements {
  /** To be called at each schema, before the schemas inside of it are. */
  readonly note: Visit;
  /** Whether a property only narrows one that another part of the `allOf` declares. */
  readonly isNarrowing: (property: Place) => boolean;
  /** Whether the schema that holds this part of its `allOf` states what is required. */
  readonly isRequiredAbove: (part: Place) => boolean;
}

export function createRefinements(): Refinements {
  const narrowing = new Set<string>();
  const requiredAbove = new Set<string>();
  return {
    note(node, context) {
      if (!isObject(node)) return;
      const schema = { value: node, at: context.location };
      const inline = items(child(schema, "allOf"));
      if (inline.length === 0) return;
      for (const property of narrowingProperties(context, schema)) narrowing.add(property.at.absolutePointer);
      if (node["required"] === undefined) return;
      for (const { at } of inline) requiredAbove.add(at.absolutePointer);
    },
    isNarrowing: ({ at }) => narrowing.has(at.absolutePointer),
    isRequiredAbove: ({ at }) => requiredAbove.has(at.absolutePointer),
  };
}

/** The properties that a later part of an `allOf` states again. */
function narrowingProperties(context: Context, schema: Place): Place[] {
  const declared = new Set<string>();
  // The parts that are referred to are the base, wherever they stand.
  const parts = partsOf(context, schema).toSorted((a, b) => rank(a, schema) - rank(b, schema));
  return parts.flatMap((part) => {
    const properties = members(child(part, "properties"));
    const again = properties.filter(([name]) => declared.has(name)).map(([, property]) => property);
    for (const [name] of properties) declared.add(name);
    return again;
  });
}

function rank(part: Place, schema: Place): number {
  return part.at.absolutePointer.startsWith(schema.at.absolutePointer) ? 1 : 0;
}
