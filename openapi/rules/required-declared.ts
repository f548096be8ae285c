import { inPlace, inPlaceOf } from "./reading/in-place.ts";
import { matches } from "./reading/matches.ts";
import { child, get, items, members, type Place } from "./reading/place.ts";
import type { Context, HouseRule } from "./redocly.ts";

export const requiredDeclared: HouseRule = {
  id: "required-declared",
  asks: "What is `required` is a property that the schema declares, or the one that it is a part or a condition of.",
  create: () => {
    const wholes = new Map<string, Place>();
    const check = (schema: Place, context: Context): void => {
      const whole = wholes.get(schema.at.absolutePointer) ?? schema;
      for (const part of inPlace(schema)) wholes.set(part.at.absolutePointer, whole);
      for (const { value: name, at } of items(child(schema, "required"))) {
        if (typeof name !== "string" || isDeclared(context, whole, name)) continue;
        context.report({
          message: `"${name}" is required here, and no property is called so. Declare it, or correct the name.`,
          location: at,
        });
      }
    };
    return {
      Schema: (schema, context) => check({ value: schema, at: context.location }, context),
      ref(node, context) {
        if (context.type.name === "Schema") check({ value: node, at: context.rawLocation }, context);
      },
    };
  },
};

function isDeclared(context: Context, schema: Place, name: string): boolean {
  return inPlaceOf(context, schema).some(
    (part) =>
      members(get(context, part, "properties")).some(([property]) => property === name) ||
      members(child(part, "patternProperties")).some(([pattern]) => matches(pattern, name)),
  );
}
