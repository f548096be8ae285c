import { onOperations, type Subject } from "./on-operations.ts";
import type { Scenario } from "./reading/scenario.ts";
import type { Context, HouseRule } from "./redocly.ts";

export const scenariosDistinct: HouseRule = {
  id: "scenarios-distinct",
  asks: "No two scenarios of an operation have the same name, or the same values for everything.",
  create: () => onOperations(check),
};

function check(operation: Subject, context: Context): void {
  operation.scenarios.forEach((scenario, index) => {
    const earlier = operation.scenarios.slice(0, index);
    const namesake = earlier.find(({ name }) => name === scenario.name);
    const double = earlier.find((other) => isSameRequest(other, scenario));
    if (namesake !== undefined) {
      context.report({
        message: `The responses ${namesake.answer.status} and ${scenario.answer.status} of ${operation.name} both have an example "${scenario.name}", so it is open which one the request gets. Rename one.`,
        location: scenario.at.key(),
      });
    } else if (double !== undefined) {
      context.report({
        message: `The scenarios "${double.name}" and "${scenario.name}" of ${operation.name} have the same values, so it is open which one a request gets. Change a value of one.`,
        location: scenario.at.key(),
      });
    }
  });
}

function isSameRequest(a: Scenario, b: Scenario): boolean {
  // An operation without parameters cannot tell its scenarios apart, and two answers without a body are alike.
  if (a.values.size === 0 || (a.body === undefined && b.body === undefined)) return false;
  return a.values.size === b.values.size && [...a.values].every(([key, value]) => isSame(key, value, b));
}

function isSame(key: string, value: unknown, other: Scenario): boolean {
  return other.values.has(key) && wireForm(value) === wireForm(other.values.get(key));
}

/** A text that is the same for values that look the same in a request: 1 and "1", and members in any order. */
function wireForm(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === "number" || typeof part === "boolean") return String(part);
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
