import { onOperations, type Subject } from "./on-operations.ts";
import { askedBy, choicesOf, type Includes, includesOf, isSuccess } from "./reading/includes.ts";
import { isObject } from "./reading/place.ts";
import { parsePointer } from "./reading/pointer.ts";
import type { Scenario } from "./reading/scenario.ts";
import type { Context, HouseRule } from "./redocly.ts";

export const includesShown: HouseRule = {
  id: "includes-shown",
  asks: "A 2xx example holds what its scenario asks for by `x-includes` and nothing that it does not, and one scenario asks for everything.",
  create: () => onOperations(check),
};

function check(operation: Subject, context: Context): void {
  const successes = operation.scenarios.filter(({ answer, body }) => isSuccess(answer) && body !== undefined);
  for (const includes of includesOf(operation)) {
    const choices = choicesOf(includes, context);
    if (
      !successes.some((scenario) => choices.every((choice) => askedBy(includes, scenario).includes(choice)))
    ) {
      const message = `No 2xx scenario of ${operation.name} asks for all of ${choices.join(", ")}. Let one do so: what is asked for less is pruned from it.`;
      context.report({ message, location: includes.place.at.key() });
    }
    for (const scenario of successes) {
      if (scenario.values.has(includes.parameter.key)) checkExample(includes, scenario, context);
    }
  }
}

function checkExample(includes: Includes, scenario: Scenario, context: Context): void {
  const asked = askedBy(includes, scenario).map(String);
  for (const [name, pointer] of includes.adds) {
    const tokens = parsePointer(pointer.value);
    if (tokens === undefined) continue;
    const isShown = has(scenario.body?.value, tokens);
    if (isShown === asked.includes(name)) continue;
    const message = isShown
      ? `The example "${scenario.name}" holds ${pointer.value}, but its scenario does not ask for "${name}". Take it out, or ask for it.`
      : `The scenario "${scenario.name}" asks for "${name}", but its example lacks ${pointer.value}. Add it, or do not ask for it.`;
    context.report({ message, location: scenario.at.key() });
  }
}

function has(value: unknown, [token, ...rest]: readonly string[]): boolean {
  if (token === undefined) return value !== undefined;
  return isObject(value) && Object.hasOwn(value, token) && has(value[token], rest);
}
