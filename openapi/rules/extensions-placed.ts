import { child, isObject } from "./reading/place.ts";
import type { HouseRule } from "./redocly.ts";

export const extensionsPlaced: HouseRule = {
  id: "extensions-placed",
  asks: "`x-includes` stands on a parameter and `x-gaps` at the root, both so spelt: nothing reads them elsewhere.",
  create: () => ({
    any(node, context) {
      for (const key of isObject(node) ? Object.keys(node) : []) {
        const meant = meantBy(key);
        if (meant === undefined || (key === meant && context.type.name === places[meant])) continue;
        context.report({
          message: `Nothing reads "${key}" here. \`${meant}\` stands ${meant === "x-gaps" ? "at the root" : "on a parameter"}.`,
          location: child({ value: node, at: context.location }, key).at.key(),
        });
      }
    },
  }),
};

/** Where each extension of the vocabulary stands, by Redocly's name of the type. */
const places = { "x-gaps": "Root", "x-includes": "Parameter" };

/** The extension that a key is, or is a misspelling of. */
function meantBy(key: string): keyof typeof places | undefined {
  if (/^x-gaps?.?$/.test(key)) return "x-gaps";
  return /^x-includes?.?$/.test(key) ? "x-includes" : undefined;
}
