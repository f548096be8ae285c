import {
  appendPointer,
  type Contract,
  isEqual,
  type JsonValue,
  type Shape,
  valueAt,
} from "@workflow-api/contract";
import { counterpartOf } from "./counterpart.ts";
import { type Fact, factsOf } from "./facts.ts";
import { lossesOf } from "./schemas/inclusion.ts";
import type { Loss } from "./schemas/losses.ts";

/** Who may break: code that sends requests, or code that responds to them. */
export type Party = "clients" | "servers";

/** A part that is not proved to mean the same in two contracts. */
export interface Difference extends Pick<Fact, "code" | "keyword" | "part"> {
  /** The operationId in the old contract, or in the new one for an added operation. */
  readonly operationId: string;
  /** Who sends the requests of the operation: servers those of callbacks and webhooks. */
  readonly caller: Party;
  /** The path into the value of the part: names, and `*` for any. */
  readonly at: readonly string[];
  /** The parties for whom it is not proved harmless. */
  readonly parties: readonly Party[];
  /** The JSON Pointers of what differs, in both contracts. */
  readonly oldPointers: readonly string[];
  readonly newPointers: readonly string[];
  /** Values at that path that may show a break. */
  readonly examples: readonly JsonValue[];
}

/** Every difference in meaning between two contracts. Empty: they mean the same. */
export function differencesOf(old: Contract, changed: Contract): Difference[] {
  return [...differencesOfOperations(old, changed, "clients"), ...ofUnusedSchemas(old, changed)];
}

/**
 * The differences between the operations of two contracts.
 *
 * @param caller - Who sends the requests.
 */
export function differencesOfOperations(
  old: Contract,
  changed: Contract,
  caller: Party,
): Difference[] {
  // A parameter that became a credential is compared as security.
  const credentials = changed.securitySchemes.map(({ header }) => `header ${header.toLowerCase()}`);
  const path = { code: undefined, part: "path", keyword: "path", at: [], examples: [] };
  const added = changed.operations.filter((each) => counterpartOf(each, old) === undefined);
  return [
    ...old.operations.flatMap((before): Difference[] => {
      const { operationId, pointer } = before;
      const whole = { ...path, caller, operationId, oldPointers: [pointer], newPointers: [] };
      const after = counterpartOf(before, changed);
      if (after === undefined) return [{ ...whole, parties: ["clients"] }];
      const codes = [before, after].flatMap(({ responses }) => responses.map(({ code }) => code));
      const others = factsOf(changed, after, codes);
      const facts = new Map(
        [...factsOf(old, before, codes)].filter(
          ([key]) => !credentials.includes(key) || others.has(key),
        ),
      );
      return ofFacts({ operationId, caller, facts, others });
    }),
    ...added.map(({ method, operationId, path: at, pointer }): Difference => {
      // What clients send to a path with a parameter may lead to the new operation.
      const isHiding = old.route(method, at).operation !== undefined;
      const parties: Party[] = isHiding ? ["clients", "servers"] : ["servers"];
      return { ...path, caller, operationId, parties, oldPointers: [], newPointers: [pointer] };
    }),
  ];
}

/** The facts of an operation in two contracts. */
interface Pair {
  readonly operationId: string;
  readonly caller: Party;
  readonly facts: ReadonlyMap<string, Fact>;
  readonly others: ReadonlyMap<string, Fact>;
}

function ofFacts(pair: Pair): Difference[] {
  const { facts, others } = pair;
  const keys = new Set([...facts.keys(), ...others.keys()]);
  return [...keys].flatMap((key) => {
    const found = ofFact(pair, key);
    const { code = "" } = facts.get(key) ?? others.get(key) ?? {};
    const [before, after] = [facts.get(code)?.pointers, others.get(code)?.pointers];
    if (before === undefined || after === undefined) return found;
    // One of them states just this status, the other one by a range.
    const isMoved = before.length === 0 || after.length === 0;
    const places = isMoved ? { oldPointers: before, newPointers: after } : {};
    return found.map((each) => ({ ...each, ...places }));
  });
}

function ofFact(pair: Pair, key: string): Difference[] {
  const { caller, facts, operationId, others } = pair;
  const [own, other] = [facts.get(key), others.get(key)];
  const fact = own ?? other;
  if (fact === undefined) return [];
  // The fields of an added or removed part are no differences of their own.
  const { code, holder, keyword, part } = fact;
  if (holder !== undefined && !(facts.has(holder) && others.has(holder))) return [];
  const place = { operationId, caller, code, part };
  const below = own?.shape && other?.shape ? ofSchemas(place, own.shape, other.shape) : [];
  if (isEqual(own?.value, other?.value)) return below;
  const isRequired = keyword === "in" && own !== undefined && other !== undefined;
  const pointersOf = (each: Fact | undefined): string[] =>
    (each?.pointers ?? []).map((pointer) => (isRequired ? `${pointer}/required` : pointer));
  const whole: Difference = {
    ...place,
    at: [],
    examples: [],
    keyword: isRequired ? "required" : keyword,
    parties: partiesOf(pair, fact, own, other),
    oldPointers: pointersOf(own),
    newPointers: pointersOf(other),
  };
  return [whole, ...below];
}

/** Whom a changed, added or removed fact may break. */
function partiesOf(
  { caller, facts }: Pair,
  { code, keyword }: Fact,
  own: Fact | undefined,
  other: Fact | undefined,
): readonly Party[] {
  const [was, is] = [own?.value, other?.value];
  const parties = (isCaller: boolean, isOther: boolean): Party[] =>
    (["clients", "servers"] as const).filter((each) => (each === caller ? isCaller : isOther));
  const [isLess, isMore] = [was === true && is !== true, is === true && was !== true];
  switch (keyword) {
    case "in":
      if (code !== undefined) return parties(isLess, isMore);
      // Servers ignore what is new to them. So do clients, whom it does not fail.
      return caller === "servers"
        ? parties(isMore, isLess)
        : parties(isMore || is === undefined, isLess || was === undefined);
    case "content": {
      if (isLess) return parties(true, code !== undefined);
      // A client that asks for a known representation gets no other one, while that is offered.
      const isOffered = [...facts.values()].some(
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
    case "x-identifies":
    case "x-includes":
      // A new promise concerns servers, a removed one clients.
      return parties(was !== undefined, is !== undefined);
    default:
      return parties(true, true);
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

/** What breaks no client that reads it: added or removed members, `readOnly` and defaults. */
const unread: ReadonlySet<string> = new Set(["properties", "readOnly", "default"]);

type Place = Pick<Difference, "caller" | "code" | "operationId" | "part">;

function ofSchemas(place: Place, before: Shape, after: Shape): Difference[] {
  const { caller, code, part } = place;
  const isText = part !== "body";
  const implied = part.startsWith("path ") ? [segment] : isText && code === undefined ? [sent] : [];
  const [own, other] = [before.and(...implied), after.and(...implied)];
  const isOfClients = (code === undefined) === (caller === "clients");
  const [sender, reader]: readonly [Party, Party] = isOfClients
    ? ["clients", "servers"]
    : ["servers", "clients"];
  const isObeyed = caller === "clients" && code === undefined;
  const differ = (party: Party, { examples, keyword, ...loss }: Loss, isOld: boolean) => ({
    ...place,
    at: loss.at,
    keyword,
    examples,
    oldPointers: isOld ? loss.own : loss.other,
    newPointers: isOld ? loss.other : loss.own,
    parties: (isObeyed ? keyword === "writeOnly" : unread.has(keyword)) ? [] : [party],
  });
  return [
    ...lossesOf(own, other, isText).map((each) => differ(sender, each, true)),
    ...lossesOf(other, own, isText).map((each) => differ(reader, each, false)),
  ];
}

/** Schemas that no operation uses break nobody, but people read them. */
function ofUnusedSchemas(old: Contract, changed: Contract): Difference[] {
  const root = "/components/schemas";
  const names = Object.keys(valueAt(old.document, root) ?? {});
  const place: Place = { operationId: "", caller: "clients", code: undefined, part: "body" };
  return names.flatMap((name) => {
    const pointer = appendPointer(root, name);
    if (valueAt(changed.document, pointer) === undefined) return [];
    const found = ofSchemas(place, old.shape(pointer), changed.shape(pointer));
    return found.map((each) => ({ ...each, parties: [] }));
  });
}
