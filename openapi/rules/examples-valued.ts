import { child, isObject, items, members, text } from "./reading/place.ts";
import type { HouseRule } from "./redocly.ts";

export const examplesValued: HouseRule = {
  id: "examples-valued",
  asks: "Every example has a value, and that of a path parameter is not empty: an empty segment names no operation.",
  create: () => ({
    Example(example, { location, report }) {
      if (isObject(example) && Object.hasOwn(example, "value")) return;
      const message = "This example has no value here. Add it under `value`.";
      report({ message, location: location.key() });
    },
    Parameter(parameter, { location, report }) {
      const place = { value: parameter, at: location };
      if (text(place, "in") !== "path") return;
      for (const [name, example] of members(child(place, "examples"))) {
        const value = child(example, "value");
        const isEmpty = value.value === "" || (Array.isArray(value.value) && value.value.length === 0);
        if (!isEmpty) continue;
        const message = `The value "${name}" of the path parameter ${text(place, "name")} is empty, and an empty segment names no operation. Give it a text.`;
        report({ message, location: value.at });
      }
    },
    Schema(schema, { location, report }) {
      const examples = child({ value: schema, at: location }, "examples");
      if (!Array.isArray(examples.value) || items(examples).length > 0) return;
      report({
        message: "This list of examples is empty. Add one, or take it out.",
        location: examples.at.key(),
      });
    },
  }),
};
