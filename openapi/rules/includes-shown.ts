import { onOperations, type Subject } from "./on-operations.ts";
import { type Add, asksFor, includesOf, isSuccess, validAdds } from "./reading/includes.ts";
import { isObject } from "./reading/place.ts";
import type { Scenario } from "./reading/scenario.ts";
import type { Context, HouseRule } from "./redocly.ts";

export const includesShown: HouseRule = {
  id: "includes-shown",
  asks: "A 2xx example holds what its scenario asks for by `x-includes` and nothing that it does not, and one scenario asks by all parameters for everything.",
  create: () => onOperations(check),
};

function check(operation: Subject, context: Context): void {
  const successes = operation.scenarios.filter(({ answer, body }) => isSuccess(answer) && body !== undefined);
  const all = includesOf(operation);
  const adds = all.flatMap((includes) => validAdds(operation, includes, context));
  const [first] = all.filter((includes) => adds.some((add) => add.includes === includes));
  if (first === undefined) return;
  if (!successes.some((scenario) => adds.every((add) => isAsked(adds, scenario, add)))) {
    const message = `No 2xx scenario of ${operation.name} asks for all of ${adds.map(({ name }) => name).join(", ")}. Let one do so: what is asked for less is pruned from it.`;
    context.report({ message, location: first.place.at.key() });
  }
  for (const scenario of successes) {
    const own = adds.filter(({ includes }) => scenario.values.has(includes.parameter.key));
    for (const add of distinct(own)) {
      if (!isBrought(adds, scenario, add)) checkExample(adds, scenario, add, context);
    }
  }
}

/** One of those that add the same. */
function distinct(adds: readonly Add[]): Add[] {
  return [...new Map(adds.map((add) => [JSON.stringify(add.tokens), add])).values()];
}

/** Whether a scenario asks for what a value adds, by it or by another that adds the same. */
function isAsked(adds: readonly Add[], scenario: Scenario, { tokens }: Add): boolean {
  const same = adds.filter((other) => other.tokens.length === tokens.length && startsWith(other, tokens));
  return same.some(({ includes, name }) => asksFor(includes, scenario, name));
}

/** Whether something else that the scenario asks for stands in it, and so brings it. */
function isBrought(adds: readonly Add[], scenario: Scenario, { tokens }: Add): boolean {
  return adds.some(
    (other) =>
      other.tokens.length > tokens.length &&
      startsWith(other, tokens) &&
      asksFor(other.includes, scenario, other.name),
  );
}

function startsWith({ tokens }: Add, beginning: readonly string[]): boolean {
  return beginning.every((token, index) => tokens[index] === token);
}

function checkExample(adds: readonly Add[], scenario: Scenario, add: Add, context: Context): void {
  const { name, tokens } = add;
  const asked = isAsked(adds, scenario, add);
  if (has(scenario.body?.value, tokens) === asked) return;
  const pointer = `/${tokens.join("/")}`;
  const message = asked
    ? `The scenario "${scenario.name}" asks for "${name}", but its example lacks ${pointer}. Add it, or do not ask for it.`
    : `The example "${scenario.name}" holds ${pointer}, but its scenario does not ask for "${name}". Take it out, or ask for it.`;
  context.report({ message, location: scenario.at.key() });
}

function has(value: unknown, [token, ...rest]: readonly string[]): boolean {
  if (token === undefined) return value !== undefined;
  return isObject(value) && Object.hasOwn(value, token) && has(value[token], rest);
}
