import { child, follow, isObject, items } from "./reading/place.ts";
import { reaches } from "./reading/reaches.ts";
import { partsOf } from "./reading/schema.ts";
import type { HouseRule } from "./redocly.ts";

export const loopsBare: HouseRule = {
  id: "loops-bare",
  asks: "Nothing stands beside a `$ref` to a schema whose alternatives lead back to it: it switches the mock's validation off.",
  create: () => ({
    ref(node, context) {
      if (context.type.name !== "Schema" || !isObject(node) || Object.keys(node).length === 1) return;
      const target = follow(context, { value: node, at: context.rawLocation });
      const alternatives = partsOf(context, target).flatMap((part) =>
        ["oneOf", "anyOf"].flatMap((keyword) => items(child(part, keyword))),
      );
      if (!alternatives.some((alternative) => reaches(context, alternative, target))) return;
      const others = Object.keys(node).filter((key) => key !== "$ref");
      context.report({
        message: `The schema that this $ref names leads back to itself, and with ${others.join(", ")} beside the $ref the mock checks nothing. Write \`allOf: [{ $ref: … }]\` instead of the $ref.`,
        location: context.rawLocation.key(),
      });
    },
  }),
};
