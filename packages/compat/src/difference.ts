import type { JsonValue } from "@workflow-api/contract/json";
import type { Acceptance } from "./accepted.ts";

/** Who may break: code that sends requests, or code that responds to them. */
export type Party = "clients" | "servers";

/** A part of an operation. */
export interface Place {
  /** The operationId in the old contract, or in the new one for an added operation. */
  readonly operationId: string;
  /** The response: `404`, `4XX`. `undefined`: the request. */
  readonly code: string | undefined;
  /** As in a `Violation`: `query include`, `body`, `status`. */
  readonly part: string;
}

/** A part that is not proved to mean the same in two contracts. */
export interface Difference extends Place {
  /** The path into the value of the part: names, and `*` for any. */
  readonly at: readonly string[];
  /** The field of OpenAPI; `in`, `content`, `status` and `path`: that the part exists. */
  readonly keyword: string;
  /** What has happened to what stands at the pointers. The empty string: a keyword differs. */
  readonly summary: string;
  /** The parties for whom it is not proved harmless. */
  readonly parties: readonly Party[];
  /** Whether it removes a name that code can use of the generated types. */
  readonly breaksBuild: boolean;
  /** Whether it is compared as it is written, because no rule reads it. */
  readonly isWritten: boolean;
  /** Whether it is a description or another text for people. */
  readonly isText: boolean;
  /** The JSON Pointers of what differs, in both contracts. */
  readonly oldPointers: readonly string[];
  readonly newPointers: readonly string[];
  /** Values at that path that may show a break. */
  readonly examples: readonly JsonValue[];
  /** Why the removal of a deprecated operation is accepted. `undefined`: it is not. */
  readonly sunset: Acceptance | undefined;
}

/** A difference; what is not given is empty. */
export function differenceOf(
  { code, operationId, part }: Place,
  keyword: string,
  given: Partial<Difference>,
): Difference {
  return {
    operationId,
    code,
    part,
    keyword,
    at: [],
    summary: "",
    parties: [],
    breaksBuild: false,
    isWritten: false,
    isText: false,
    oldPointers: [],
    newPointers: [],
    examples: [],
    sunset: undefined,
    ...given,
  };
}

/** That something was added, removed or changed as a whole, by its JSON Pointers. */
export function existenceOf(
  place: Place,
  keyword: string,
  oldPointer: string | undefined,
  newPointer: string | undefined,
  given: Partial<Difference>,
): Difference {
  const change =
    newPointer === undefined ? "removed" : oldPointer === undefined ? "added" : "changed";
  return differenceOf(place, keyword, {
    summary: `was ${change}.`,
    oldPointers: [oldPointer ?? []].flat(),
    newPointers: [newPointer ?? []].flat(),
    ...given,
  });
}

/** Those parties to whom a condition applies. */
export function partiesOf(areClients: boolean, areServers: boolean): Party[] {
  return [
    ...(areClients ? (["clients"] as const) : []),
    ...(areServers ? (["servers"] as const) : []),
  ];
}

/** The keys of two maps, with what each has there. */
export function paired<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): (readonly [key: string, before: Value | undefined, after: Value | undefined])[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].map((key) => [key, before.get(key), after.get(key)]);
}
