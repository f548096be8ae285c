import {
  type Contract,
  type Operation,
  type Parameter,
  parameterKey,
  type Response,
  valueAt,
} from "@workflow-api/contract";

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

/** Every response outside 2xx and 3xx, in the order of their statuses; what several operations state alike, once. */
export function errorsOf({ document, operations }: Contract): SharedError[] {
  const found = new Map<string, { response: Response; operations: Operation[] }>();
  for (const operation of operations) {
    for (const response of operation.responses.filter(({ status }) => !/^[123]/.test(status))) {
      const key = `${response.status} ${JSON.stringify(valueAt(document, response.pointer))}`;
      const entry = found.get(key) ?? { response, operations: [] };
      found.set(key, { ...entry, operations: [...entry.operations, operation] });
    }
  }
  return [...found.values()].sort((a, b) => a.response.status.localeCompare(b.response.status));
}

/** The operations by what they take for credentials: those that take the same stand together. Each list has one or more. */
export function operationsBySecurity({ document, operations }: Contract): Operation[][] {
  const ofAll = valueAt(document, "/security");
  const found = new Map<string, Operation[]>();
  for (const operation of operations) {
    const key = JSON.stringify(valueAt(document, `${operation.pointer}/security`) ?? ofAll ?? []);
    found.set(key, [...(found.get(key) ?? []), operation]);
  }
  return [...found.values()];
}
