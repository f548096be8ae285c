import type { Context, Visit } from "../redocly.ts";
import { child, isObject, items, members, type Place } from "./place.ts";
import { partsOf } from "./schema.ts";

/** What the parts of an `allOf`, and alternatives, may leave to one another and to their schema. */
export interface Refinements {
  /** To be called at each schema, before the schemas inside of it are. */
  readonly note: Visit;
  /** Whether a property only narrows one that the schema or another part of its `allOf` declares. */
  readonly isNarrowing: (property: Place) => boolean;
  /** Whether the schema that this is a part of states what is required. */
  readonly isRequiredAbove: (part: Place) => boolean;
}

export function createRefinements(): Refinements {
  const narrowing = new Set<string>();
  const requiredAbove = new Set<string>();
  return {
    note(node, context) {
      if (!isObject(node)) return;
      const schema = { value: node, at: context.location };
      const parts = items(child(schema, "allOf"));
      const alternatives = ["anyOf", "oneOf"].flatMap((keyword) => items(child(schema, keyword)));
      const again = [
        ...(parts.length === 0 ? [] : narrowingProperties(context, schema)),
        ...alternatives.flatMap((alternative) => declaredAbove(context, schema, alternative)),
      ];
      for (const property of again) narrowing.add(property.at.absolutePointer);
      if (node["required"] === undefined) return;
      for (const { at } of parts) requiredAbove.add(at.absolutePointer);
      for (const alternative of alternatives) {
        const own = members(child(alternative, "properties"));
        if (own.length === declaredAbove(context, schema, alternative).length)
          requiredAbove.add(alternative.at.absolutePointer);
      }
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

/** The properties of an alternative that the schema itself declares, or a part of its `allOf`. */
function declaredAbove(context: Context, schema: Place, alternative: Place): Place[] {
  const parts = partsOf(context, schema);
  const declared = new Set(parts.flatMap((part) => members(child(part, "properties")).map(([name]) => name)));
  return members(child(alternative, "properties")).flatMap(([name, place]) =>
    declared.has(name) ? [place] : [],
  );
}

function rank(part: Place, schema: Place): number {
  return part.at.absolutePointer.startsWith(schema.at.absolutePointer) ? 1 : 0;
}
