import { setImmediate } from "node:timers/promises";
import {
  type Contract,
  createRedactor,
  type HttpRequest,
  type HttpResponse,
  type Operation,
  type Violation,
} from "@workflow-api/contract";
import { responseFor } from "@workflow-api/contract/http";
import { groupBy, parsePointer } from "@workflow-api/contract/json";
import type { Difference, Party } from "./aspect-differences.ts";
import { readCounterpartOf, renamedPart } from "./counterpart.ts";
import { hiddenOperation, hiddenRequest } from "./hidden.ts";
import {
  type Message,
  messagesOf,
  pointersTo,
  type Reading,
  readMessage,
  withoutMembers,
  withValue,
} from "./messages.ts";
import { aliases } from "./schemas/narrowings.ts";

/** A request or a response that one of two contracts allows, and the other does not. */
export interface Counterexample {
  /**
   * The party that follows the old contract: it is refused, receives what its contract does not
   * allow, or does not conform to the new one.
   */
  readonly for: Party;
  readonly operationId: string;
  /** What breaks, as a sentence. */
  readonly reason: string;
  /** The request; for a response, its request. Placeholders stand for secrets. */
  readonly request: HttpRequest;
  /** `undefined`: the request itself shows it. */
  readonly response: HttpResponse | undefined;
  /** The JSON Pointer of the break in the body or the parameter. */
  readonly pointer: string;
}

/** A contract, and its version of an operation. */
interface Side {
  readonly name: "new" | "old";
  readonly contract: Contract;
  readonly operation: Operation | undefined;
  /** The messages that were read before. */
  readonly known: Map<Message, Reading | undefined>;
}

/** An operation in both contracts, and messages that are derived from it. */
interface Scene {
  readonly old: Side;
  readonly changed: Side;
  readonly messages: readonly Message[];
}

/** In how many operations a change of what they share is looked for, and shown. */
const mostTried = 8;
const mostShown = 3;

/**
 * Finds a counterexample of each difference for each party: a message that one of the contracts
 * allows and the other does not, or reads as something else. Clients send requests of the old one
 * and get responses of the new one, servers the reverse.
 */
export async function replay(
  old: Contract,
  changed: Contract,
  differences: readonly Difference[],
): Promise<ReadonlyMap<Difference, readonly Counterexample[]>> {
  const found = new Map<Difference, readonly Counterexample[]>();
  const tried = new Map<string, number>();
  const shown = new Map<string, number>();
  const isUseful = (key: string): boolean =>
    (tried.get(key) ?? 0) < mostTried && (shown.get(key) ?? 0) < mostShown;
  // A new operation may have the id of a removed one.
  const groups = groupBy(
    differences.filter(({ isWritten, parties }) => !isWritten && parties.length > 0),
    (each) => `${isOfAdded(each)} ${each.operationId}`,
  );
  for (const among of groups.values()) {
    // A signal that ends the process is seen in between.
    await setImmediate();
    let scene: Scene | undefined;
    for (const difference of among) {
      const examples = difference.parties.flatMap((party) => {
        const key = changeKey(difference, party);
        if (!isUseful(key)) return [];
        scene ??= createScene(old, changed, difference);
        const example = counterexampleFor(difference, party, scene);
        tried.set(key, (tried.get(key) ?? 0) + 1);
        if (example !== undefined) shown.set(key, (shown.get(key) ?? 0) + 1);
        return example ?? [];
      });
      found.set(difference, examples);
    }
  }
  return found;
}

/** The same for an equal change of several operations. */
function changeKey({ keyword, newPointers, oldPointers }: Difference, party: Party): string {
  const places = [oldPointers, newPointers].map((pointers) =>
    pointers.map((pointer) => pointer.replace(/^\/paths\/[^/]*\/[^/]*(?=\/)/, "")),
  );
  return JSON.stringify([party, keyword, ...places]);
}

/** Whether a difference is that an operation was added. */
function isOfAdded({ keyword, oldPointers }: Difference): boolean {
  return keyword === "path" && oldPointers.length === 0;
}

function createScene(old: Contract, changed: Contract, difference: Difference): Scene {
  const isNamed = (each: Operation): boolean => each.operationId === difference.operationId;
  const added = isOfAdded(difference) ? changed.operations.find(isNamed) : undefined;
  const before = added ? hiddenOperation(old, added) : old.operations.find(isNamed);
  const after = added ?? (before && readCounterpartOf(before, changed));
  const messages = [
    ...(before === undefined ? [] : messagesOf(old, before)),
    ...(after === undefined ? [] : messagesOf(changed, after)),
  ];
  return {
    old: { name: "old", contract: old, operation: before, known: new Map() },
    changed: { name: "new", contract: changed, operation: after, known: new Map() },
    messages,
  };
}

function counterexampleFor(
  difference: Difference,
  party: Party,
  scene: Scene,
): Counterexample | undefined {
  const { changed, messages, old } = scene;
  const isAdded = isOfAdded(difference);
  const taken = isAdded ? takenExample(party, scene) : undefined;
  if (taken !== undefined || (isAdded && party === "clients")) return taken;
  const isByOld = (party === "clients") === isOfRequest(difference);
  // The old contract has no such operation, even if it has one that takes its requests.
  const before = isAdded ? { ...old, operation: undefined } : old;
  const [own, other] = isByOld ? [before, changed] : [changed, before];
  return counterexampleOf(difference, party, own, other, messages);
}

/**
 * A request that leads to an operation with a parameter in the old contract, and to the added one
 * in the new contract.
 */
function takenExample(party: Party, { changed, messages, old }: Scene): Counterexample | undefined {
  const added = changed.operation;
  const [own, other] = party === "clients" ? [old, changed] : [changed, old];
  const requests = messages.filter(
    ({ operation, response }) => operation === own.operation && response === undefined,
  );
  for (const message of requests) {
    const request = added ? hiddenRequest(message.request, added) : message.request;
    const sent = own.contract.judge(request);
    const { operation: taken } = other.contract.route(request.method, request.path);
    const isAllowed = sent.unauthenticated.length + sent.violations.length === 0;
    if (sent.operation !== own.operation || !isAllowed || taken === undefined) continue;
    return {
      for: party,
      operationId: sent.operation?.operationId ?? "",
      reason: `By the ${other.name} contract, the request leads to ${taken.operationId}.`,
      request: createRedactor(own.contract).message(request),
      response: undefined,
      pointer: "",
    };
  }
  return undefined;
}

/**
 * Whether requests can show a difference. The effects of includes and ids are seen in responses.
 */
function isOfRequest({ code, keyword }: Difference): boolean {
  return code === undefined && !keyword.startsWith("x-");
}

/** If this many messages lack a part, others rarely have it. */
const mostVaried = 40;

function counterexampleOf(
  difference: Difference,
  party: Party,
  own: Side,
  other: Side,
  messages: readonly Message[],
): Counterexample | undefined {
  const isOf = ({ response }: Message): boolean => {
    if (isOfRequest(difference)) return response === undefined;
    if (response === undefined) return false;
    const codes = [own, other].map(
      ({ operation }) => operation && responseFor(operation, response.status)?.code,
    );
    return difference.code === undefined || codes.includes(difference.code);
  };
  const allowed = messages.filter(
    (each) => isOf(each) && readingBy(own, each)?.violations.length === 0,
  );
  const { at, part } = difference;
  const before = [own, other].find(({ name }) => name === "old")?.operation;
  const varied = allowed.slice(0, mostVaried).flatMap((message) => {
    const name = renamedPart(part, before, message.operation);
    const values =
      difference.keyword === "required" ? withoutMembers(message, name, at) : difference.examples;
    return values.flatMap((value) => withValue(message, name, at, value) ?? []);
  });
  const sought = { ...difference, part: renamedPart(part, before, other.operation) };
  for (const isShownBy of [isJust, isRoughly])
    for (const message of [...allowed, ...varied]) {
      const refused = refusals(message, sought, party, own, other);
      const violation = refused.find((each) => isShownBy(sought, each));
      if (violation !== undefined) return counterexampleBy(message, party, own, other, violation);
    }
  return undefined;
}

function readingBy({ contract, known, operation }: Side, message: Message): Reading | undefined {
  const reading = known.get(message) ?? readMessage(message, contract, operation);
  known.set(message, reading);
  return reading;
}

function counterexampleBy(
  { operation, request, response }: Message,
  party: Party,
  own: Side,
  other: Side,
  { message, part, pointer }: Violation,
): Counterexample {
  const { operationId } = own.operation ?? operation;
  const place = pointer === "" ? "" : ` at ${pointer}`;
  const reason = `By the ${other.name} contract, ${part}${place} ${message}.`;
  const redactor = createRedactor(own.contract);
  const shown = {
    request: redactor.message(request),
    response: response && redactor.message(response),
  };
  return { for: party, operationId, reason, pointer, ...shown };
}

/** How the other contract refuses an allowed message, or misreads it. */
function refusals(
  message: Message,
  difference: Difference,
  party: Party,
  own: Side,
  other: Side,
): readonly Violation[] {
  const [mine, theirs] = [readingBy(own, message), readingBy(other, message)];
  if (mine?.violations.length !== 0 || theirs === undefined) return [];
  const { response } = message;
  if (response === undefined)
    return theirs.operation === undefined
      ? theirs.violations
      : [...theirs.violations, ...misreading(difference, mine, theirs)];
  return theirs.violations.filter(
    (each) => party !== "clients" || !isTolerated(each, response, mine, theirs),
  );
}

/**
 * Whether clients tolerate a violation: an unknown error status, which they treat as the first of
 * its class (RFC 9110, 15), a body where they expect none, or a media type that they did not ask
 * for.
 */
function isTolerated(
  { keyword, part }: Violation,
  { status }: HttpResponse,
  own: Reading,
  other: Reading,
): boolean {
  if (part === "status") return status >= 400;
  if (keyword !== "mediaType") return part === "body" && keyword === "content";
  const [offered = [], known = []] = [own, other].map(({ operation }) => {
    const documented = operation && responseFor(operation, status);
    return documented?.content.map(({ mediaType }) => mediaType);
  });
  return known.every((mediaType) => offered.includes(mediaType));
}

/** Whether a request is valid in both contracts, and means something else. */
function misreading({ at, keyword, part }: Difference, own: Reading, other: Reading): Violation[] {
  const means = (message: string, pointer = ""): Violation[] => [
    { part, pointer, keyword, message },
  ];
  const [sent, read] = [own.values.get(part), other.values.get(part)];
  const [parameter, twin] = [own, other].map(({ operation }) =>
    operation?.parameters.find(({ key }) => key === part),
  );
  if (keyword === "properties") {
    const [pointer] = pointersTo(own.body, at);
    return pointer === undefined ? [] : means("is not read", pointer);
  }
  if (keyword === "in") return sent !== undefined && twin === undefined ? means("is not read") : [];
  if (keyword === "explode" && Array.isArray(sent) && Array.isArray(read))
    return sent.length === read.length ? [] : means(`is read as ${JSON.stringify(read)}`);
  if (keyword !== "default" || sent !== undefined || !parameter || !twin) return [];
  const value = twin.shape.keyword("default");
  return means(
    value === undefined ? "has no default" : `is ${JSON.stringify(value)} where it is not sent`,
  );
}

/** Whether a violation has exactly the keyword and the place of a difference. */
function isJust(difference: Difference, violation: Violation): boolean {
  return (
    isNear(difference, violation) &&
    isSameKeyword(difference, violation) &&
    parsePointer(violation.pointer).length === difference.at.length
  );
}

/** Whether a violation may follow from a difference, perhaps in another part. */
function isRoughly(difference: Difference, violation: Violation): boolean {
  const isElsewhere = /^(content|security|x-)/.test(difference.keyword);
  return isNear(difference, violation) || (isElsewhere && isSameKeyword(difference, violation));
}

function isNear({ at, part }: Difference, violation: Violation): boolean {
  const path = parsePointer(violation.pointer);
  const shared = Math.min(at.length, path.length);
  return (
    part === violation.part &&
    at.slice(0, shared).every((token, index) => token === "*" || token === path[index])
  );
}

/** Differences use one name for equivalent keywords. */
function isSameKeyword({ keyword }: Difference, { keyword: broken }: Violation): boolean {
  const isContent = keyword === "content" && broken === "mediaType";
  return keyword === broken || aliases.get(keyword) === broken || isContent;
}
