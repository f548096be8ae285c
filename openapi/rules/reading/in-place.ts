import type { Context } from "../redocly.ts";
import { accepts } from "./accepts.ts";
import { child, follow, isObject, items, members, type Place } from "./place.ts";

/** The schemas inside of a schema that the same value is held to (JSON Schema 2020-12, 10.2). */
export function inPlace(schema: Place): Place[] {
  const inside = [
    ...["allOf", "anyOf", "oneOf"].flatMap((keyword) => items(child(schema, keyword))),
    ...["not", "if", "then", "else"].map((keyword) => child(schema, keyword)),
    ...members(child(schema, "dependentSchemas")).map(([, place]) => place),
  ];
  return inside.filter(({ value }) => isObject(value));
}

/** A schema and all that its values are held to in place, through `$ref`. */
export function inPlaceOf(context: Context, schema: Place): Place[] {
  return closure(context, schema, inPlace);
}

/** The same, without the alternatives that are of another shape than the value. */
export function applyingTo(context: Context, schema: Place, value: unknown): Place[] {
  return closure(context, schema, (part) =>
    inPlace(part).filter(({ at }) => {
      const alternative = ["anyOf", "oneOf"]
        .flatMap((keyword) => items(child(part, keyword)))
        .find((each) => each.at.absolutePointer === at.absolutePointer);
      return alternative === undefined || accepts(context, alternative, value);
    }),
  );
}

function closure(context: Context, schema: Place, next: (part: Place) => readonly Place[]): Place[] {
  const found = new Map<string, Place>();
  const open = [schema];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    // What stands beside a `$ref` is a part of its own.
    for (const part of [place, follow(context, place)]) {
      if (!isObject(part.value) || found.has(part.at.absolutePointer)) continue;
      found.set(part.at.absolutePointer, part);
      open.push(...next(part));
    }
  }
  return [...found.values()];
}
