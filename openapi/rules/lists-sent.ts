import { onOperations, type Subject } from "./on-operations.ts";
import type { Input } from "./reading/operation.ts";
import { child, get, type Place } from "./reading/place.ts";
import { allowsType } from "./reading/schema.ts";
import type { Context, HouseRule } from "./redocly.ts";

export const listsSent: HouseRule = {
  id: "lists-sent",
  asks: "At least one scenario of an operation sends two or more values of each list parameter.",
  create: () => onOperations(check),
};

function check(operation: Subject, context: Context): void {
  for (const parameter of operation.parameters) {
    if (operation.scenarios.length === 0 || !takesTwo(parameter, context)) continue;
    const sent = operation.scenarios.some(({ values }) => {
      const value = values.get(parameter.key);
      return Array.isArray(value) && value.length >= 2;
    });
    if (sent) continue;
    const examples = child(parameter.place, "examples");
    context.report({
      message: `No scenario of ${operation.name} sends two values of its ${parameter.label}, so nothing shows how they are joined. Let one do so.`,
      location: examples.value === undefined ? parameter.place.at : examples.at.key(),
    });
  }
}

/** Whether a parameter is a list that can hold two values. */
function takesTwo({ place }: Input, context: Context): boolean {
  const schema = get(context, place, "schema");
  if (!allowsType(schema, "array") || atMostOne(child(schema, "maxItems"))) return false;
  const { value: choices } = child(get(context, schema, "items"), "enum");
  const distinct = child(schema, "uniqueItems").value === true && Array.isArray(choices) ? choices.length : 2;
  return distinct >= 2;
}

function atMostOne({ value }: Place): boolean {
  return typeof value === "number" && value <= 1;
}
