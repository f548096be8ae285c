import { type Operation, type Parameter, parameterKey, type Response } from "@workflow-api/contract";

/** The parameters that every operation requires. */
export function sharedParameters(operations: readonly Operation[]): Parameter[] {
  const [first, ...others] = operations;
  return (first?.parameters ?? []).filter(
    (parameter) =>
      parameter.required &&
      others.every((operation) =>
        operation.parameters.some((each) => each.required && parameterKey(each) === parameterKey(parameter)),
      ),
  );
}

/** An error response, and the operations that give it. */
export interface SharedError {
  readonly response: Response;
  readonly operations: readonly Operation[];
}

/** Every response outside 2xx and 3xx, in the order of their statuses; a shared one once. */
export function errorsOf(operations: readonly Operation[]): SharedError[] {
  const found = new Map<string, { response: Response; operations: Operation[] }>();
  for (const operation of operations) {
    for (const response of operation.responses.filter(({ status }) => !/^[123]/.test(status))) {
      const key = `${response.status} ${response.pointer}`;
      const entry = found.get(key) ?? { response, operations: [] };
      found.set(key, { response, operations: [...entry.operations, operation] });
    }
  }
  return [...found.values()].sort((a, b) => a.response.status.localeCompare(b.response.status));
}
