import { child, get, text } from "./reading/place.ts";
import { typesOf } from "./reading/schema.ts";
import type { HouseRule } from "./redocly.ts";

export const listsStyled: HouseRule = {
  id: "lists-styled",
  asks: "A list or object in the query or a cookie states its `style` and `explode`: tools differ in what they take a missing one for; `deepObject` is for objects.",
  create: () => ({
    Parameter(parameter, context) {
      const place = { value: parameter, at: context.location };
      const types = typesOf(get(context, place, "schema"));
      if (!["query", "cookie"].includes(text(place, "in"))) return;
      if (!types.includes("array") && !types.includes("object")) return;
      // A deepObject has one form only.
      const stated = text(place, "style") === "deepObject" ? ["style"] : ["style", "explode"];
      const missing = stated.filter((name) => child(place, name).value === undefined);
      if (text(place, "style") === "deepObject" && !types.includes("object")) {
        context.report({
          message: `The ${text(place, "in")} parameter "${text(place, "name")}" is a list in the style deepObject, which is that of objects. Use \`style: form\` with \`explode: false\`.`,
          location: child(place, "style").at,
        });
      }
      if (missing.length === 0) return;
      context.report({
        message: `The ${text(place, "in")} parameter "${text(place, "name")}" is a list or an object and does not state its ${missing.join(" and ")}. Add it: \`style: form\` with \`explode: false\` joins by commas.`,
        location: context.location.key(),
      });
    },
  }),
};
