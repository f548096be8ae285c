import { inPlace } from "./reading/in-place.ts";
import { child, isObject, type Place } from "./reading/place.ts";
import type { Context, HouseRule } from "./redocly.ts";

export const loopsEnding: HouseRule = {
  id: "loops-ending",
  asks: "A schema leads back to itself through members or items only: to check a value by another loop never ends.",
  create: () => ({
    ref(node, context) {
      if (context.type.name !== "Schema") return;
      const from = { value: node, at: context.rawLocation };
      if (!leadsBack(context, from)) return;
      context.report({
        message:
          "This $ref leads back to the schema that it stands in, and no part of a value is looked into on the way, so that to check one never ends. Lead the loop through properties or items, or take a $ref out of it.",
        location: child(from, "$ref").at.key(),
      });
    },
  }),
};

/** Whether the same value is held to a schema again. */
function leadsBack(context: Context, from: Place): boolean {
  const visited = new Set<string>();
  const open = stepsFrom(context, from);
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const id = place.at.absolutePointer;
    if (id === from.at.absolutePointer) return true;
    if (visited.has(id)) continue;
    visited.add(id);
    open.push(...stepsFrom(context, place));
  }
  return false;
}

function stepsFrom(context: Context, schema: Place): Place[] {
  return [...targetOf(context, schema), ...inPlace(schema)];
}

function targetOf(context: Context, { value, at }: Place): Place[] {
  if (!isObject(value) || typeof value["$ref"] !== "string") return [];
  const { node, location } = context.resolve(value, at.source.absoluteRef);
  return location === undefined || !isObject(node) ? [] : [{ value: node, at: location }];
}
