import { child, members, type Place } from "./reading/place.ts";
import type { Context, HouseRule } from "./redocly.ts";

export const patternsValid: HouseRule = {
  id: "patterns-valid",
  asks: "Each `pattern` is a regular expression: a mistaken one switches the mock's validation off.",
  create: () => ({
    Schema: (schema, context) => checkSchema({ value: schema, at: context.location }, context),
    ref(node, context) {
      if (context.type.name === "Schema") checkSchema({ value: node, at: context.rawLocation }, context);
    },
  }),
};

function checkSchema(schema: Place, context: Context): void {
  const pattern = child(schema, "pattern");
  if (typeof pattern.value === "string") check(pattern.value, pattern.at, context);
  for (const [key, { at }] of members(child(schema, "patternProperties"))) check(key, at.key(), context);
}

function check(
  pattern: string,
  location: Place["at"] | ReturnType<Place["at"]["key"]>,
  context: Context,
): void {
  try {
    // Validators compile patterns with the flag u (JSON Schema 2020-12, "Regular Expressions").
    new RegExp(pattern, "u");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.report({ message: `${reason}. Correct the pattern.`, location });
  }
}
