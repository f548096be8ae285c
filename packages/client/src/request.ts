import type { BoundOperation, CheckedCallOptions } from "./configuration.ts";
import { ApiError, refuse } from "./errors.ts";
import { emptyRecord, type Given } from "./given.ts";
import type { Expected, Headers } from "./operation.ts";
import { type Draft, textOf } from "./serializers.ts";

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
  const { argumentNames, baseUrl, parameters, parts } = operation;
  for (const name of Object.keys(args))
    if (!argumentNames.includes(name) && args[name] !== undefined)
      refuseArgument(operation, name, `is unknown, beside ${argumentNames.join(", ") || "none"}`);
  const headers = Object.assign(emptyRecord<string>(), operation.headers);
  const draft: Draft = { path: emptyRecord(), query: "", headers, body: null, included: [] };
  /** Writes an argument that is given. */
  const write = (argument: string, required: boolean, writer: (value: unknown) => void): void => {
    const value = args[argument];
    // Null is a body, and no other argument.
    const isAbsent = value === undefined || (value === null && argument !== "body");
    if (isAbsent && required) refuseArgument(operation, argument, "is required");
    if (isAbsent) return;
    try {
      writer(value);
    } catch (thrown) {
      refuseArgument(operation, argument, `cannot be sent: ${Object(thrown).message}`);
    }
  };
  for (const parameter of parameters)
    write(parameter.argument, parameter.required, (value) =>
      parameter.serializer.write(draft, parameter, value),
    );
  const path = parts.map((part, index) => {
    if (index % 2 === 0) return part;
    write(part, true, (value) => {
      const segment = draft.path[part] ?? encodeURIComponent(textOf(value));
      // URL parsers remove these segments: the request would go to another resource.
      if (/^\.{0,2}$/.test(segment)) throw new TypeError('it must not be "", "." or ".."');
      draft.path[part] = segment;
    });
    return draft.path[part];
  });
  addHeaders(operation, headers, added);
  return { ...draft, url: baseUrl + path.join("") + draft.query.replace("&", "?") };
}

function refuseArgument(operation: BoundOperation, argument: string, problem: string): never {
  throw new ApiError("argument", `The argument ${argument} ${problem}.`, operation, { argument });
}

function addHeaders(
  operation: BoundOperation,
  headers: Headers,
  added: CheckedCallOptions["headers"],
): void {
  for (const [name, value] of added) {
    if (operation.configuration.reservedHeaders.has(name) || name in headers)
      refuse("headers", `cannot set ${name}, which the client sends`, operation);
    headers[name] = value;
  }
}
