import { appendPointer } from "./json-pointer.ts";
import type { Operation } from "./model.ts";
import { type Reading, text } from "./reading.ts";
import { walkDocument } from "./walk-document.ts";

type Named = Pick<Operation, "operationId" | "pointer">;

/**
 * Looks at the operationIds: no two are the same, and those of the operations that the service calls itself count too
 * (OpenAPI 3.1, "Operation Object").
 */
export function checkOperationIds(reading: Reading, operations: readonly Named[]): void {
  const taken = new Set<string>();
  for (const { operationId, pointer } of [...operations, ...calledBack(reading, operations)]) {
    if (operationId !== "" && taken.has(operationId)) {
      reading.problem(
        `The operationId ${operationId} is taken: give each operation its own.`,
        appendPointer(pointer, "operationId"),
      );
    }
    taken.add(operationId);
  }
}

/** The operations of callbacks and webhooks. What stands among the path items counts where it is referred to. */
function calledBack({ document }: Reading, operations: readonly Named[]): Named[] {
  const known = new Set(operations.map(({ pointer }) => pointer));
  return [...walkDocument(document)].flatMap(({ kind, pointer, value }) =>
    kind !== "operation" || known.has(pointer) || /^\/components\/pathItems\/[^/]+\/[^/]+$/.test(pointer)
      ? []
      : [{ operationId: text(value, "operationId"), pointer }],
  );
}
