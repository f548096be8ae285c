import { operationOperators } from "./operation.ts";
import type { Operator } from "./operator.ts";
import { parameterOperators } from "./parameter.ts";
import { responseOperators } from "./response.ts";
import { schemaOperators } from "./schema.ts";

/** The table of operators. What deletes, empties or renames is an edit of the tree, and not here. */
export const operators: readonly Operator[] = [
  ...schemaOperators,
  ...parameterOperators,
  ...operationOperators,
  ...responseOperators,
];
