import { child, text } from "./reading/place.ts";
import type { HouseRule } from "./redocly.ts";

export const pathRequired: HouseRule = {
  id: "path-required",
  asks: "A path parameter states `required: true`, as OpenAPI demands.",
  create: () => ({
    Parameter(parameter, { location, report }) {
      const place = { value: parameter, at: location };
      const required = child(place, "required");
      if (text(place, "in") !== "path" || required.value === true) return;
      report({
        message: `The path parameter "${text(place, "name")}" is part of every request. State \`required: true\`.`,
        location: (required.value === undefined ? place : required).at.key(),
      });
    },
  }),
};
