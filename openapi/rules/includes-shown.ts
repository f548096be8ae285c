import { onOperations, type Subject } from "./on-operations.ts";
import { type Add, asksFor, type Includes, includesOf, isSuccess, validAdds } from "./reading/includes.ts";
import { isObject } from "./reading/place.ts";
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
    const adds = validAdds(operation, includes, context);
    if (adds.length === 0) continue;
    if (!successes.some((scenario) => adds.every(({ name }) => asksFor(includes, scenario, name)))) {
      const message = `No 2xx scenario of ${operation.name} asks for all of ${adds.map(({ name }) => name).join(", ")}. Let one do so: what is asked for less is pruned from it.`;
      context.report({ message, location: includes.place.at.key() });
    }
    for (const scenario of successes.filter(({ values }) => values.has(includes.parameter.key))) {
      for (const add of adds) {
        if (!isBrought(includes, scenario, adds, add)) checkExample(includes, scenario, add, context);
      }
    }
  }
}

/** Whether something else that the scenario asks for stands in it, and so brings it. */
function isBrought(includes: Includes, scenario: Scenario, adds: readonly Add[], { tokens }: Add): boolean {
  return adds.some(
    (other) =>
      other.tokens.length > tokens.length &&
      tokens.every((token, index) => other.tokens[index] === token) &&
      asksFor(includes, scenario, other.name),
  );
}

function checkExample(includes: Includes, scenario: Scenario, { name, tokens }: Add, context: Context): void {
  const isAsked = asksFor(includes, scenario, name);
  if (has(scenario.body?.value, tokens) === isAsked) return;
  const pointer = `/${tokens.join("/")}`;
  const message = isAsked
    ? `The scenario "${scenario.name}" asks for "${name}", but its example lacks ${pointer}. Add it, or do not ask for it.`
    : `The example "${scenario.name}" holds ${pointer}, but its scenario does not ask for "${name}". Take it out, or ask for it.`;
  context.report({ message, location: scenario.at.key() });
}

function has(value: unknown, [token, ...rest]: readonly string[]): boolean {
  if (token === undefined) return value !== undefined;
  return isObject(value) && Object.hasOwn(value, token) && has(value[token], rest);
}
