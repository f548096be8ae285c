import type { BoundOperation, CheckedCallOptions } from "./configuration.ts";
import { ApiError, refuse } from "./errors.ts";
import { emptyRecord, type Given } from "./given.ts";
import type { Parameter } from "./operation.ts";
import type { CallRequest } from "./serializers.ts";

/**
 * Writes the arguments of a call, and the headers that it adds, into its request. Throws an
 * `ApiError` if one cannot be sent.
 */
export function createRequest(
  operation: BoundOperation,
  args: Given,
  added: CheckedCallOptions["headers"],
): CallRequest {
  const { baseUrl, configuration, parameters, path } = operation;
  for (const name in args)
    if (args[name] !== undefined && !parameters.some(({ argument }) => argument === name))
      refuseArgument(operation, name, "is unknown");
  const headers = Object.assign(emptyRecord<string>(), operation.headers);
  const request: CallRequest = { url: baseUrl + path, headers, body: null, included: [] };
  for (const parameter of parameters) {
    const { argument } = parameter;
    // Null is a body, and no other argument.
    const value = argument === "body" ? args[argument] : (args[argument] ?? undefined);
    write(operation, request, parameter, value);
  }
  for (const [name, value] of added) {
    if (configuration.contract.headers.includes(name) || name in headers)
      refuse("headers", `cannot set ${name}, which the client sends`, operation);
    headers[name] = value;
  }
  return request;
}

/** Writes an argument into a request, if it is given. */
function write(
  operation: BoundOperation,
  request: CallRequest,
  parameter: Parameter,
  value: unknown,
): void {
  const { argument, required, serializer } = parameter;
  if (value === undefined) {
    if (required) refuseArgument(operation, argument, "is required");
    return;
  }
  try {
    serializer.write(request, parameter, value);
  } catch (thrown) {
    refuseArgument(
      operation,
      argument,
      `cannot be sent: ${thrown instanceof Error ? thrown.message : thrown}`,
    );
  }
}

function refuseArgument(operation: BoundOperation, argument: string, problem: string): never {
  throw new ApiError("argument", `The argument ${argument} ${problem}.`, operation, { argument });
}
