import { isDeepStrictEqual } from "node:util";
import { type JsonValue, type Operation, parameterKey } from "@workflow-api/contract";
import type { Call, Verdict } from "./case.ts";

/** What of a request the server is asked for. */
export interface Asked {
  readonly verdict: Verdict;
  /** `undefined`: the request is sent with the values of {@link Known.base}. */
  readonly call: Call | undefined;
}

/** What a server is known to have. */
export interface Known {
  /** The values that were given for it, by parameter key. */
  readonly given: ReadonlyMap<string, JsonValue>;
  /** The values of a right request. */
  readonly base: () => ReadonlyMap<string, JsonValue>;
}

/**
 * The statuses by which a server says that a value of a right request is not one of its own, documented or not: 404 for
 * a path with a value that nobody gave for this server; the 401 or 403 of a scenario, for another value of a parameter
 * whose value there is that of no success.
 */
export function statusesIfUnknown(operation: Operation, { call, verdict }: Asked, known: Known): string[] {
  if (!["scenario", "valid", "unacceptable"].includes(verdict)) return [];
  const isMissing = operation.parameters.some((parameter) => {
    const key = parameterKey(parameter);
    const value = known.given.get(key);
    return (
      parameter.in === "path" && (value === undefined || !isDeepStrictEqual(valueIn(call, key, value), value))
    );
  });
  return [...(isMissing ? ["404"] : []), ...refusalsOfOthers(operation, call, known)];
}

function valueIn(call: Call | undefined, key: string, otherwise: JsonValue): JsonValue | undefined {
  return call === undefined ? otherwise : call.values.get(key);
}

function refusalsOfOthers(
  { parameters, scenarios }: Operation,
  call: Call | undefined,
  { base }: Known,
): string[] {
  if (call === undefined) return [];
  const refusing = scenarios.filter(({ status }) => status === 401 || status === 403);
  const successes = scenarios.filter(({ status }) => status >= 200 && status < 300);
  return refusing.flatMap(({ status, values }) => {
    const isTied = parameters.some((parameter) => {
      const key = parameterKey(parameter);
      const value = values.get(key);
      return (
        value !== undefined &&
        !isDeepStrictEqual(call.values.get(key), base().get(key)) &&
        !successes.some((success) => isDeepStrictEqual(success.values.get(key), value))
      );
    });
    return isTied ? [String(status)] : [];
  });
}
