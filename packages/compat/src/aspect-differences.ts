import type { Shape } from "@workflow-api/contract";
import { isEqual, type JsonValue } from "@workflow-api/contract/json";
import type { Aspect } from "./aspects.ts";
import { narrowingsOf } from "./schemas/inclusion.ts";
import type { Narrowing } from "./schemas/narrowings.ts";

/** Who may break: code that sends requests, or code that responds to them. */
export type Party = "clients" | "servers";

/** A part that is not proved to mean the same in two contracts. */
export interface Difference extends Pick<Aspect, "code" | "keyword" | "part"> {
  /** The operationId in the old contract, or in the new one for an added operation. */
  readonly operationId: string;
  /** The path into the value of the part: names, and `*` for any. */
  readonly at: readonly string[];
  /** The parties for whom it is not proved harmless. */
  readonly parties: readonly Party[];
  /** Whether it removes a name that code can use of the generated types. */
  readonly breaksBuild: boolean;
  /** Whether it is compared as it is written, because no rule reads it. */
  readonly isWritten: boolean;
  /** The JSON Pointers of what differs, in both contracts. */
  readonly oldPointers: readonly string[];
  readonly newPointers: readonly string[];
  /** Values at that path that may show a break. */
  readonly examples: readonly JsonValue[];
}

type Aspects = ReadonlyMap<string, Aspect>;

/** The differences between the aspects of an operation, by their keys. */
export function ofAspects(operationId: string, before: Aspects, after: Aspects): Difference[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].flatMap((key) => {
    const found = ofAspect(operationId, before, after, key);
    const { code = "" } = before.get(key) ?? after.get(key) ?? {};
    const [oldPointers, newPointers] = [before.get(code)?.pointers, after.get(code)?.pointers];
    if (oldPointers === undefined || newPointers === undefined) return found;
    // One of them documents just this status, the other one by a range.
    const isMoved = oldPointers.length === 0 || newPointers.length === 0;
    return isMoved ? found.map((each) => ({ ...each, oldPointers, newPointers })) : found;
  });
}

function ofAspect(operationId: string, before: Aspects, after: Aspects, key: string): Difference[] {
  const [own, other] = [before.get(key), after.get(key)];
  const aspect = own ?? other;
  if (aspect === undefined) return [];
  // The fields of an added or removed part are no differences of their own.
  const { code, holder, isWritten = false, keyword, part } = aspect;
  if (holder !== undefined && !(before.has(holder) && after.has(holder))) return [];
  const place = { operationId, code, part };
  const inside = own?.shape && other?.shape ? ofSchemas(place, own.shape, other.shape) : [];
  const isGiven = (own?.pointers.length ?? 0) + (other?.pointers.length ?? 0) > 0;
  if (saysTheSame(own, other) || !isGiven) return inside;
  const isRequired = keyword === "in" && own !== undefined && other !== undefined;
  const pointersOf = (each: Aspect | undefined): string[] =>
    (each?.pointers ?? []).map((pointer) => (isRequired ? `${pointer}/required` : pointer));
  const whole: Difference = {
    ...place,
    at: [],
    examples: [],
    keyword: isRequired ? "required" : keyword,
    parties: partiesOf(aspect, own, other, before),
    breaksBuild: !isWritten && losesName(own, other),
    isWritten,
    oldPointers: pointersOf(own),
    newPointers: pointersOf(other),
  };
  return [whole, ...inside];
}

function saysTheSame(own: Aspect | undefined, other: Aspect | undefined): boolean {
  // A status that has become one of a range is no longer a name in the types.
  const isRanged = own?.keyword === "status" && losesName(own, other);
  return isEqual(own?.value, other?.value) && !isRanged;
}

/** Whom a changed, added or removed aspect may break. */
function partiesOf(
  { code, isWritten, keyword }: Aspect,
  own: Aspect | undefined,
  other: Aspect | undefined,
  before: Aspects,
): readonly Party[] {
  const [was, is] = [own?.value, other?.value];
  const parties = (isOfClients: boolean, isOfServers: boolean): Party[] => [
    ...(isOfClients ? (["clients"] as const) : []),
    ...(isOfServers ? (["servers"] as const) : []),
  ];
  // Nobody depends on what is new.
  if (isWritten) return parties(was !== undefined, was !== undefined && is !== undefined);
  const [isLess, isMore] = [was === true && is !== true, is === true && was !== true];
  switch (keyword) {
    case "in":
      if (code !== undefined) return parties(isLess, isMore);
      return parties(isMore || is === undefined, isLess || was === undefined);
    case "content": {
      if (isLess) return parties(true, code !== undefined);
      // A client that asks for a known representation gets no other one, while that is offered.
      const isOffered = [...before.values()].some(
        (each) => each.keyword === keyword && each.code === code,
      );
      return parties(false, code === undefined || !isOffered);
    }
    case "status":
      // Clients treat an unknown error status as the first of its class (RFC 9110, 15).
      return parties(isMore && other?.isError !== true, isLess);
    case "flows":
    case "servers":
      return parties(!isCovered(was, is), false);
    case "security":
      return parties(!isCovered(was, is), !isCovered(is, was));
    case "operationId":
    case "template":
      return [];
    case "x-identifies":
    case "x-includes":
      // A new promise concerns servers, a removed one clients.
      return parties(was !== undefined, is !== undefined);
    default:
      return parties(true, true);
  }
}

/** Whether code that uses the types can no longer name something, or has to. */
function losesName(own: Aspect | undefined, other: Aspect | undefined): boolean {
  switch (own?.keyword ?? other?.keyword) {
    case "operationId":
    case "template":
      return true;
    case "content":
      return other === undefined;
    case "in":
      return own !== undefined && (other === undefined || other.value === true);
    case "status":
      return (own?.pointers.length ?? 0) > 0 && (other?.pointers.length ?? 0) === 0;
    default:
      return false;
  }
}

/** Credentials for one option satisfy every option that asks for no more. */
function isCovered(options: JsonValue | undefined, by: JsonValue | undefined): boolean {
  const listsIn = (value: JsonValue | undefined): JsonValue[][] =>
    [value ?? []].flat().map((each) => [each].flat());
  return listsIn(options).every((sent) =>
    listsIn(by).some((asked) => asked.every((each) => sent.includes(each))),
  );
}

/** An empty segment or list is not sent. */
const sent = { pointer: "", schema: { minItems: 1 } };
const segment = { pointer: "", schema: { minItems: 1, minLength: 1 } };

/** What breaks nobody who reads a response: members that are added or removed, and defaults. */
const unread: ReadonlySet<string> = new Set(["properties", "writeOnly", "default"]);

/** The part of an operation that a schema describes. */
export type Place = Pick<Difference, "code" | "operationId" | "part">;

/** The differences between the values of a part. */
export function ofSchemas(place: Place, before: Shape, after: Shape): Difference[] {
  const { code, part } = place;
  const isWire = part !== "body";
  const implied = part.startsWith("path ") ? [segment] : isWire && code === undefined ? [sent] : [];
  const [own, other] = [before.and(...implied), after.and(...implied)];
  const isRequest = code === undefined;
  const form = isWire ? "wire" : isRequest ? "request" : "response";
  const differ = (party: Party, narrowing: Narrowing, isOld: boolean): Difference => {
    const { keyword, narrower, wider } = narrowing;
    return {
      ...place,
      at: narrowing.at,
      keyword,
      examples: narrowing.examples,
      oldPointers: isOld ? wider : narrower,
      newPointers: isOld ? narrower : wider,
      parties: !isRequest && unread.has(keyword) ? [] : [party],
      breaksBuild: isOld && keyword === "properties",
      isWritten: false,
    };
  };
  return [
    ...narrowingsOf(own, other, form).map((each) =>
      differ(isRequest ? "clients" : "servers", each, true),
    ),
    ...narrowingsOf(other, own, form).map((each) =>
      differ(isRequest ? "servers" : "clients", each, false),
    ),
  ];
}
