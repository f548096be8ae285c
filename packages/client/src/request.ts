import type { BoundOperation, CheckedCallOptions } from "./configuration.ts";
import { ApiError, refuse } from "./errors.ts";
import { emptyRecord, type Given } from "./given.ts";
import type { Expected, Headers, Parameter } from "./operation.ts";
import type { Draft } from "./serializers.ts";

/** The request of a call, without credentials. */
export interface CallRequest {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
  /** What the body of the response must hold, because the call asks for it. */
  readonly included: readonly Expected[];
}

/**
 * Writes the arguments of a call, and the headers that it adds, into its request. Throws an
 * `ApiError` if one cannot be sent.
 */
export function createRequest(
  operation: BoundOperation,
  args: Given,
  added: CheckedCallOptions["headers"],
): CallRequest {
  const { baseUrl, parameters, path } = operation;
  const names = parameters.map(({ argument }) => argument);
  for (const name of Object.keys(args))
    if (!names.includes(name) && args[name] !== undefined)
      refuseArgument(operation, name, `is unknown, beside ${names.join(", ") || "none"}`);
  const headers = Object.assign(emptyRecord<string>(), operation.headers);
  const draft: Draft = { path: emptyRecord(), query: "", headers, body: null, included: [] };
  for (const parameter of parameters) {
    const { argument } = parameter;
    // Null is a body, and no other argument.
    const value = argument === "body" ? args[argument] : (args[argument] ?? undefined);
    write(operation, draft, parameter, value);
  }
  for (const [name, value] of added) {
    if (operation.configuration.reservedHeaders.has(name) || name in headers)
      refuse("headers", `cannot set ${name}, which the client sends`, operation);
    headers[name] = value;
  }
  const written = path.replace(/\{(.*?)\}/g, (_, name) => `${draft.path[name]}`);
  return { ...draft, url: baseUrl + written + draft.query.replace("&", "?") };
}

/** Writes an argument into a request, if it is given. */
function write(
  operation: BoundOperation,
  draft: Draft,
  parameter: Parameter,
  value: unknown,
): void {
  const { argument, required, serializer } = parameter;
  if (value === undefined) {
    if (required) refuseArgument(operation, argument, "is required");
    return;
  }
  try {
    serializer.write(draft, parameter, value);
  } catch (thrown) {
    refuseArgument(operation, argument, `cannot be sent: ${Object(thrown).message}`);
  }
}

function refuseArgument(operation: BoundOperation, argument: string, problem: string): never {
  throw new ApiError("argument", `The argument ${argument} ${problem}.`, operation, { argument });
}
