import type { JsonObject } from "@workflow-api/contract";
import { operationsOf, parametersOf } from "./canonical-form.ts";
import { canonicalSchema } from "./canonical-schema.ts";

/**
 * What of a contract the generated types show beyond `wireForm`: the names of the operations, and which
 * values a parameter takes before it is text.
 */
export function typesForm(document: JsonObject): string {
  const operations = operationsOf(document).map((placed) => {
    const parameters = parametersOf(document, placed).map(([key, parameter]) => [
      key,
      parameter["deprecated"] === true,
      canonicalSchema(document, parameter["schema"]),
    ]);
    return JSON.stringify([placed.path, placed.method, placed.operation["operationId"] ?? null, parameters]);
  });
  return JSON.stringify(operations.sort());
}
