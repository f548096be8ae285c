import { onOperations, type Subject } from "./on-operations.ts";
import { choicesOf, holdersOf, type Includes, includesOf, isInQuery } from "./reading/includes.ts";
import { child, type Place } from "./reading/place.ts";
import { parsePointer } from "./reading/pointer.ts";
import type { Context, HouseRule } from "./redocly.ts";

export const includesValid: HouseRule = {
  id: "includes-valid",
  asks: "`x-includes` stands on a query parameter, names each value of its enum, and points each to a member of the 2xx body that is declared and not required.",
  create: () => onOperations(check),
};

function check(operation: Subject, context: Context): void {
  for (const includes of includesOf(operation)) {
    if (!isInQuery(includes)) {
      const message = `x-includes stands on the ${includes.parameter.label} of ${operation.name}. Only a query parameter can ask for parts of the body.`;
      context.report({ message, location: includes.place.at.key() });
      continue;
    }
    checkNames(includes, context);
    for (const [name, pointer] of includes.adds) {
      const problem = problemOf(operation, pointer.value, context);
      if (problem !== undefined)
        context.report({ message: `The value "${name}" ${problem}`, location: pointer.at });
    }
  }
}

function checkNames(includes: Includes, context: Context): void {
  const choices = choicesOf(includes, context);
  const named = includes.adds.map(([name]) => name);
  for (const choice of choices) {
    if (named.includes(String(choice))) continue;
    const message = `The value "${choice}" of the ${includes.parameter.label} is not in x-includes. Say what it adds to the body.`;
    context.report({ message, location: includes.place.at.key() });
  }
  for (const [name, { at }] of includes.adds) {
    if (choices.map(String).includes(name)) continue;
    const message = `"${name}" is not in the enum of the ${includes.parameter.label}. Add it there, or correct the name.`;
    context.report({ message, location: at.key() });
  }
}

function problemOf(operation: Subject, pointer: unknown, context: Context): string | undefined {
  const tokens = parsePointer(pointer);
  if (tokens === undefined) return "has no JSON Pointer into the body, such as /data/relationships/author.";
  const holders = holdersOf(operation, tokens, context);
  const last = tokens.at(-1) ?? "";
  if (holders.length === 0) {
    return `points to nothing: no 2xx body of ${operation.name} declares ${pointer}. Correct the pointer; it cannot lead into the items of a list.`;
  }
  if (holders.some((holder) => isRequired(holder, last))) {
    return `points to ${pointer}, which the 2xx body of ${operation.name} requires, although it is sent only when asked for. Take "${last}" out of required.`;
  }
  return undefined;
}

function isRequired(object: Place, name: string): boolean {
  const { value } = child(object, "required");
  return Array.isArray(value) && value.includes(name);
}
