import { isObject, type Json } from "./reading/place.ts";
import { createRefinements } from "./reading/refinements.ts";
import { isInCondition } from "./reading/schema.ts";
import type { HouseRule } from "./redocly.ts";

export const typed: HouseRule = {
  id: "typed",
  asks: "Every body has a schema, and every schema says what it takes: by a type, constants, alternatives or a reference, a list also by its `items`.",
  create: () => {
    const refinements = createRefinements();
    return {
      MediaType(body, { location, report }) {
        if (!isObject(body) || body["schema"] !== undefined) return;
        report({ message: "This body has no schema. State what it holds.", location: location.key() });
      },
      Schema(schema, context) {
        refinements.note(schema, context);
        const { location, report } = context;
        if (!isObject(schema) || isRefinement(location.pointer)) return;
        if (refinements.isNarrowing({ value: schema, at: location })) return;
        if (isListOfAnything(schema)) {
          const message =
            "This list takes anything. State its `items`; `items: true` if it is to take anything.";
          report({ message, location: location.key() });
        }
        if (sayings.some((keyword) => says(schema[keyword]))) return;
        report({
          message:
            'This schema takes anything. State its type; if it is to take anything, `type: [string, number, boolean, object, array, "null"]`.',
          location: location.key(),
        });
      },
    };
  },
};

const sayings = ["type", "const", "enum", "allOf", "anyOf", "oneOf", "$ref", "$dynamicRef"];

/** Whether a keyword is there, and no empty list. */
function says(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

function isListOfAnything({ type, items, prefixItems, $ref, allOf }: Json): boolean {
  const isList = [type].flat().includes("array");
  return isList && [items, prefixItems, $ref, allOf].every((keyword) => keyword === undefined);
}

const refining = new Set(["propertyNames", "contains", "unevaluatedItems", "unevaluatedProperties"]);
const lists = new Set(["allOf", "anyOf", "oneOf", "dependentSchemas"]);

/** Whether a schema stands beside another one that says what the value is. */
function isRefinement(pointer: string): boolean {
  const [parent = "", last = ""] = pointer.split("/").slice(-2);
  const isName = parent === "properties" || parent === "patternProperties" || parent === "schemas";
  return isInCondition(pointer) || lists.has(parent) || (refining.has(last) && !isName);
}
