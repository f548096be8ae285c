import { child, isObject } from "./reading/place.ts";
import type { HouseRule } from "./redocly.ts";

export const referenceKeywords: HouseRule = {
  id: "reference-keywords",
  asks: "Beside the `$ref` of a schema stand keywords of JSON Schema only: Redocly looks for misspelt ones elsewhere.",
  create: () => ({
    ref(node, { type, rawLocation, report }) {
      if (type.name !== "Schema" || type.properties === undefined) return;
      for (const key of isObject(node) ? Object.keys(node) : []) {
        if (key === "$ref" || key.startsWith("x-") || key in type.properties) continue;
        report({
          message: `"${key}" beside this $ref is no keyword of JSON Schema. Correct it, or take it out.`,
          location: child({ value: node, at: rawLocation }, key).at.key(),
        });
      }
    },
  }),
};
