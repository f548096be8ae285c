import { onOperations, type Subject } from "./on-operations.ts";
import type { Answer } from "./reading/operation.ts";
import { bodilessAnswer, inputsOf } from "./reading/scenario.ts";
import type { Context, HouseRule } from "./redocly.ts";

export const statusesReached: HouseRule = {
  id: "statuses-reached",
  asks: "Every declared status of an operation has a scenario.",
  create: () => onOperations(check),
};

function check(operation: Subject, context: Context): void {
  // Without an input there is nothing to choose a response without a body by.
  const chooses = inputsOf(operation).length > 0;
  for (const answer of operation.answers) {
    const reached = operation.scenarios.some((scenario) => scenario.answer === answer);
    if (reached || (answer.bodies.length === 0 && !chooses)) continue;
    context.report({
      message: `No scenario of ${operation.name} gets its ${answer.status}. ${advise(operation, answer)}`,
      location: answer.key.key(),
    });
  }
}

function advise(operation: Subject, answer: Answer): string {
  if (answer.bodies.length > 0) {
    return "Add a named example to the response, and one of the same name to each parameter.";
  }
  return bodilessAnswer(operation) === answer
    ? "Give every parameter an example of one name that no response example has."
    : "Only the first response without a body can have a scenario: give this one a body with a named example.";
}
