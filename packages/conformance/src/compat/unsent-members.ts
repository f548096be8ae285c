import { type Contract, type JsonValue, type Parameter, parseParameter } from "@workflow-api/contract";
import { readings } from "../wire.ts";
import { hasOneWay, withoutReadOnly } from "./one-way-members.ts";

/** A parameter, and the contract that has it. */
type Said = readonly [contract: Contract, parameter: Parameter];

/**
 * The paths of the members of a parameter that came which are `readOnly` by one contract, and by its own are not.
 * @param raw See `parseParameter`.
 */
export function unsentMembers(
  [by, own]: Said,
  [other, theirs]: Said,
  raw: string | undefined,
): readonly string[] {
  if (theirs.shape === "primitive" || !hasOneWay(other, "client")) return [];
  const value = readAs(theirs, raw);
  if (value === undefined) return [];
  const before = new Set(withoutReadOnly(by, own, value).lost);
  return withoutReadOnly(other, theirs, value).lost.filter((path) => !before.has(path));
}

/** What came for a parameter, as a value that its schema accepts: text has no types. */
export function readAs(parameter: Parameter, raw: string | undefined): JsonValue | undefined {
  const arrived = parseParameter(parameter, raw);
  if (arrived === undefined) return undefined;
  const read = parameter.mediaType === undefined ? readings(arrived) : parsed(String(arrived));
  return read.find((value) => parameter.accepts(value));
}

function parsed(text: string): JsonValue[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}
