import { child } from "./reading/place.ts";
import type { HouseRule } from "./redocly.ts";

const dialect = "https://json-schema.org/draft/2020-12/schema";

export const dialectStated: HouseRule = {
  id: "dialect-stated",
  asks: `The contract states \`jsonSchemaDialect: ${dialect}\`: the mock ignores the later keywords without it, and every keyword with another one.`,
  create: () => ({
    Root(root, context) {
      const place = { value: root, at: context.location };
      const stated = child(place, "jsonSchemaDialect");
      if (stated.value === dialect) return;
      context.report({
        message: `The mock validates by the dialect that the contract states. State \`jsonSchemaDialect: ${dialect}\`.`,
        location: (stated.value === undefined ? child(place, "openapi") : stated).at.key(),
      });
    },
  }),
};
