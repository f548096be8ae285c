import { onOperations, type Subject } from "./on-operations.ts";
import { answeredNames, bodilessAnswer, inputsOf } from "./reading/scenario.ts";
import type { Context, HouseRule } from "./redocly.ts";

export const scenariosAnswered: HouseRule = {
  id: "scenarios-answered",
  asks: "An example name on an operation's own parameter or request body also names a response example of it, unless it is the scenario of a response without a body.",
  create: () => onOperations(check),
};

function check(operation: Subject, context: Context): void {
  const known = new Set([...answeredNames(operation), ...operation.scenarios.map(({ name }) => name)]);
  const advice =
    bodilessAnswer(operation) === undefined
      ? "Correct the name, or add a response example of that name."
      : "Correct the name, add a response example of that name, or, for the response without a body, give every parameter an example of that name.";
  for (const { shared, label, examples } of inputsOf(operation)) {
    if (shared !== "no") continue;
    for (const [name, { at }] of examples) {
      if (known.has(name)) continue;
      context.report({
        message: `The example "${name}" of the ${label} of ${operation.name} belongs to no scenario: no response example has this name. ${advice}`,
        location: at.key(),
      });
    }
  }
}
