import type { BoundOperation } from "./configuration.ts";
import { ApiError } from "./errors.ts";
import { emptyRecord, type Given } from "./given.ts";
import type { Expected, Headers } from "./operation.ts";
import { type Draft, encode, type Fail } from "./serializers.ts";

/** The request of a call, without credentials. */
export interface CallRequest {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
  /** What the body of the response must hold, because the call asks for it. */
  readonly included: readonly Expected[];
}

/** Writes the arguments of a call into its request. Throws an `ApiError` if one cannot be sent. */
export function createRequest(operation: BoundOperation, args: Given): CallRequest {
  const { argumentNames, baseUrl, parameters, parts } = operation;
  for (const name of Object.keys(args))
    if (!argumentNames.includes(name) && args[name] !== undefined)
      failOf(operation, name)(`is unknown, beside ${argumentNames.join(", ") || "none"}`);
  const headers = Object.assign(emptyRecord<string>(), operation.headers);
  const draft: Draft = { path: emptyRecord(), query: "", headers, body: null, included: [] };
  for (const parameter of parameters) {
    const { argument, required, serializer } = parameter;
    const fail = failOf(operation, argument);
    const isGiven = serializer.write(draft, parameter, args[argument], fail);
    if (!isGiven && required) fail("is required");
  }
  const path = parts.map((part, index) => {
    if (index % 2 === 0) return part;
    const fail = failOf(operation, part);
    const segment = draft.path[part] ?? segmentOf(args[part], fail);
    // URL parsers remove these segments: the request would go to another resource.
    if (/^\.{0,2}$/.test(segment)) fail('must not be "", "." or ".."');
    return segment;
  });
  return { ...draft, url: baseUrl + path.join("") + draft.query.replace("&", "?") };
}

function segmentOf(value: unknown, fail: Fail): string {
  if ((value ?? null) === null) fail("is required");
  if (typeof value !== "string") return fail("must be a string");
  return encode(value, fail);
}

function failOf(operation: BoundOperation, argument: string): Fail {
  return (problem) => {
    throw new ApiError("argument", `The argument ${argument} ${problem}.`, operation, { argument });
  };
}
