import { onOperations, type Subject } from "./on-operations.ts";
import { child, follow, get, members, type Place } from "./reading/place.ts";
import { findUndeclared } from "./reading/undeclared.ts";
import type { Context, HouseRule } from "./redocly.ts";

export const examplesDeclared: HouseRule = {
  id: "examples-declared",
  asks: "The examples of a body or parameter hold no member that its schema does not declare for them.",
  create: () => {
    const told = new Set<string>();
    return onOperations((operation, context) => {
      for (const holder of holdersOf(operation, context)) {
        const undeclared = examplesOf(context, holder).flatMap((example) =>
          findUndeclared(context, child(holder, "schema"), example),
        );
        for (const { at } of undeclared) {
          if (told.has(at.absolutePointer)) continue;
          told.add(at.absolutePointer);
          context.report({
            message: "The schema does not declare this member. Declare it, or take it out of the example.",
            location: at.key(),
          });
        }
      }
    });
  },
};

/** What has a schema and examples of it. */
function holdersOf({ parameters, requestBody, answers }: Subject, context: Context): Place[] {
  const bodies = [...(requestBody?.bodies ?? []), ...answers.flatMap((answer) => answer.bodies)];
  const contents = parameters.flatMap(({ place }) =>
    members(child(place, "content")).map(([, content]) => follow(context, content)),
  );
  return [...bodies.map(({ place }) => place), ...parameters.map(({ place }) => place), ...contents];
}

function examplesOf(context: Context, holder: Place): Place[] {
  const named = members(child(holder, "examples")).map(([, example]) =>
    get(context, follow(context, example), "value"),
  );
  return [...named, child(holder, "example")].filter(({ value }) => value !== undefined);
}
