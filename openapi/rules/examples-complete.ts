import { onOperations, type Subject } from "./on-operations.ts";
import { findUnshown } from "./reading/coverage.ts";
import type { Body } from "./reading/operation.ts";
import { child } from "./reading/place.ts";
import type { Context, HouseRule, Visitor } from "./redocly.ts";

export const examplesComplete: HouseRule = {
  id: "examples-complete",
  asks: "The examples of a response or request body together show every declared property, an element of every list and every alternative.",
  create: createVisitor,
};

function createVisitor(): Visitor {
  const seen = new Set<string>();
  const isFirst = ({ place }: Body): boolean => {
    const id = place.at.absolutePointer;
    return !seen.has(id) && seen.add(id).has(id);
  };
  return onOperations((operation: Subject, context: Context) => {
    for (const body of operation.requestBody?.bodies.filter(isFirst) ?? []) {
      check(body, `request body of ${operation.name}`, "readOnly", context);
    }
    for (const { status, bodies } of operation.answers) {
      for (const body of bodies.filter(isFirst))
        check(body, `${status} of ${operation.name}`, "writeOnly", context);
    }
  });
}

function check(body: Body, name: string, unsent: "readOnly" | "writeOnly", context: Context): void {
  const schema = child(body.place, "schema");
  const values = valuesOf(body);
  if (schema.value === undefined || values.length === 0) return;
  for (const { what, at } of findUnshown(context, { schema, values }, unsent)) {
    context.report({
      message: `No example of the ${name} shows the ${what}. Add it to one of them.`,
      location: at.key(),
    });
  }
}

function valuesOf({ place, examples }: Body): unknown[] {
  const single = child(place, "example").value;
  const named = [...examples.values()].map(({ value }) => value).filter((value) => value !== undefined);
  return single === undefined ? named : [...named, single];
}
