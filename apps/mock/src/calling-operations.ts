import { appendPointer, type Contract, isObject, valueAt } from "@workflow-api/contract";

/** The ids of the operations that send callbacks, which Prism does each time that it answers: once is not enough. */
export function callingOperations({ document, operations }: Contract): ReadonlySet<string> {
  const calling = operations.filter(({ pointer }) => {
    const callbacks = valueAt(document, appendPointer(pointer, "callbacks"));
    return isObject(callbacks) && Object.keys(callbacks).length > 0;
  });
  return new Set(calling.map(({ operationId }) => operationId));
}
