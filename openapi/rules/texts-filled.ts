import { child, isObject } from "./reading/place.ts";
import type { HouseRule } from "./redocly.ts";

export const textsFilled: HouseRule = {
  id: "texts-filled",
  asks: "No name, address, version, pattern or summary is an empty text.",
  create: () => ({
    any(node, { location, type, report }) {
      for (const [key, value] of isObject(node) ? Object.entries(node) : []) {
        if (value !== "" || mayBeEmpty.has(key) || type.name === "Example") continue;
        report({
          message: `This ${key} is empty. Fill it, or take it out.`,
          location: child({ value: node, at: location }, key).at,
        });
      }
    },
  }),
};

/** Values, which are the business of their schema, and descriptions, which other rules ask for. */
const mayBeEmpty = new Set(["value", "example", "default", "const", "description"]);
