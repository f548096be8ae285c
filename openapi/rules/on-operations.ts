import { type Operation, readOperations } from "./reading/operation.ts";
import { type Scenario, scenariosOf } from "./reading/scenario.ts";
import type { Context, Visitor } from "./redocly.ts";

/** An operation with its scenarios. */
export interface Subject extends Operation {
  readonly scenarios: readonly Scenario[];
}

/** A visitor that checks each operation under `paths`. */
export function onOperations(check: (operation: Subject, context: Context) => void): Visitor {
  return {
    Root(root, context) {
      const operations = readOperations(context, { value: root, at: context.location });
      for (const operation of operations) {
        check({ ...operation, scenarios: scenariosOf(operation, operations) }, context);
      }
    },
  };
}
