import { onOperations, type Subject } from "./on-operations.ts";
import type { Input } from "./reading/operation.ts";
import { child } from "./reading/place.ts";
import { inputsOf } from "./reading/scenario.ts";
import type { Context, HouseRule, KeyLocation, Location } from "./redocly.ts";

export const scenariosComplete: HouseRule = {
  id: "scenarios-complete",
  asks: "Each scenario has a value for every parameter of its operation, and a body if the operation requires one.",
  create: () => onOperations(check),
};

function check(operation: Subject, context: Context): void {
  for (const scenario of operation.scenarios) {
    for (const input of inputsOf(operation)) {
      const optional = input.key === "request body" && !input.required;
      if (optional || scenario.values.has(input.key)) continue;
      context.report({
        message: `The scenario "${scenario.name}" of ${operation.name} (${scenario.answer.status}) has no value for its ${input.label}. Add an example "${scenario.name}" here.`,
        location: whereToAdd(input),
      });
    }
  }
}

function whereToAdd({ key, place }: Input): Location | KeyLocation {
  const holder = child(place, key === "request body" ? "content" : "examples");
  return holder.value === undefined ? place.at : holder.at.key();
}
