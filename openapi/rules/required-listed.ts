import { child } from "./reading/place.ts";
import { createRefinements } from "./reading/refinements.ts";
import { isInCondition } from "./reading/schema.ts";
import type { HouseRule } from "./redocly.ts";

export const requiredListed: HouseRule = {
  id: "required-listed",
  asks: "A schema with `properties` says which of them are `required`, `required: []` included.",
  create: () => {
    const refinements = createRefinements();
    return {
      Schema(schema, context) {
        refinements.note(schema, context);
        const place = { value: schema, at: context.location };
        const properties = child(place, "properties");
        if (properties.value === undefined || child(place, "required").value !== undefined) return;
        if (isInCondition(context.location.pointer) || refinements.isRequiredAbove(place)) return;
        context.report({
          message:
            "These properties come without a list of those that are required. Add it; `required: []` says that each can be absent.",
          location: properties.at.key(),
        });
      },
    };
  },
};
