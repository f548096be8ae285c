import { accepts } from "./reading/accepts.ts";
import { child } from "./reading/place.ts";
import type { HouseRule } from "./redocly.ts";

export const defaultsValid: HouseRule = {
  id: "defaults-valid",
  asks: "The `default` of a schema is a value that it takes.",
  create: () => ({
    Schema(node, context) {
      const schema = { value: node, at: context.location };
      const given = child(schema, "default");
      if (given.value === undefined || accepts(context, schema, given.value)) return;
      context.report({
        message: `The schema does not take its own default ${JSON.stringify(given.value)}. Correct one of them.`,
        location: given.at,
      });
    },
  }),
};
