import type { Audience, Difference, DifferencePlace, Versions } from "../change.ts";

/** A part of an operation in two contracts. */
export interface ComparedPlace extends DifferencePlace {
  readonly versions: Versions;
}

/** A difference; what is not given is empty. */
export function differenceOf(
  { code, operationId, part, sender, versions }: ComparedPlace,
  keyword: string,
  fields: Partial<Difference>,
): Difference {
  return {
    ...{ operationId, code, part, sender, versions, keyword },
    at: [],
    happened: undefined,
    summary: "",
    affects: [],
    undecided: "",
    oldPointers: [],
    newPointers: [],
    shapes: undefined,
    values: [],
    ...fields,
  };
}

/** The JSON Pointers of something in the old and in the new contract. `undefined`: it has none. */
export interface Existence {
  readonly was: string | undefined;
  readonly is: string | undefined;
}

/** That something was added, removed or changed. */
export function existenceOf(
  place: ComparedPlace,
  keyword: string,
  { is, was }: Existence,
  fields: Partial<Difference>,
): Difference {
  const happened = is === undefined ? "removed" : was === undefined ? "added" : "changed";
  return differenceOf(place, keyword, {
    happened,
    summary: `was ${happened}.`,
    oldPointers: [was ?? []].flat(),
    newPointers: [is ?? []].flat(),
    ...fields,
  });
}

/** Those to whom a condition applies. */
export function audiencesWhere(areClients: boolean, areServers: boolean): Audience[] {
  return [
    ...(areClients ? (["clients"] as const) : []),
    ...(areServers ? (["servers"] as const) : []),
  ];
}

/** Who reads what the sender sends. */
export function receiverOf({ sender }: Pick<DifferencePlace, "sender">): Audience {
  return sender === "clients" ? "servers" : "clients";
}

/** The keys of two maps, with what each has there. */
export function paired<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): (readonly [key: string, before: Value | undefined, after: Value | undefined])[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].map((key) => [key, before.get(key), after.get(key)]);
}
