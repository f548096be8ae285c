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
import type { Versions } from "./changes.ts";
import { readCounterpartOf, renamedPart } from "./counterpart.ts";
import type { Difference, Party } from "./difference.ts";
import {
  type Message,
  messagesOf,
  readMessage,
  valuesAt,
  variationsOf,
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
  /** What it finds wrong with the messages that were read before. */
  readonly known: Map<Message, readonly Violation[] | undefined>;
}

/** An operation in both contracts, and messages that are derived from it. */
interface Scene {
  readonly old: Side;
  readonly changed: Side;
  readonly messages: readonly Message[];
}

/** In how many operations a change of what they share is looked for. */
const mostTried = 3;

/** Finds a counterexample of a change for each party, if there is one. */
export type Replay = (differences: readonly Difference[]) => Counterexample[];

/**
 * A counterexample is a message that one of the contracts allows and the other does not, or reads
 * as something else. Clients send requests of the old one and get responses of the new one, servers
 * the reverse.
 */
export function createReplay({ changed, old }: Versions): Replay {
  const scenes = new Map<string, Scene>();
  const sceneOf = (difference: Difference): Scene => {
    // A new operation may have the id of a removed one.
    const key = `${isOfAdded(difference)} ${difference.operationId}`;
    const scene = scenes.get(key) ?? createScene(old, changed, difference);
    scenes.set(key, scene);
    return scene;
  };
  return (differences) => {
    const alike = groupBy(
      differences.filter(({ isWritten }) => !isWritten),
      ({ code, keyword }) => JSON.stringify([code === undefined, keyword]),
    );
    const tried = [...alike.values()].flatMap((group) => group.slice(0, mostTried));
    return (["clients", "servers"] as const).flatMap((party) => {
      for (const difference of tried) {
        const found = difference.parties.includes(party)
          ? counterexampleFor(difference, party, sceneOf(difference))
          : undefined;
        if (found !== undefined) return [found];
      }
      return [];
    });
  };
}

/** Whether a difference is that an operation was added. */
function isOfAdded({ keyword, oldPointers }: Difference): boolean {
  return keyword === "path" && oldPointers.length === 0;
}

function createScene(old: Contract, changed: Contract, difference: Difference): Scene {
  const isNamed = (each: Operation): boolean => each.operationId === difference.operationId;
  const isAdded = isOfAdded(difference);
  const before = isAdded ? undefined : old.operations.find(isNamed);
  const after = isAdded
    ? changed.operations.find(isNamed)
    : before && readCounterpartOf(before, changed);
  const operations = [before ?? [], after ?? []].flat();
  return {
    old: { name: "old", contract: old, operation: before, known: new Map() },
    changed: { name: "new", contract: changed, operation: after, known: new Map() },
    messages: operations.flatMap(messagesOf),
  };
}

/** Whether requests can show a difference. */
function isOfRequest({ code }: Difference): boolean {
  return code === undefined;
}

function counterexampleFor(
  difference: Difference,
  party: Party,
  { changed, messages, old }: Scene,
): Counterexample | undefined {
  const isByOld = (party === "clients") === isOfRequest(difference);
  const sender = isByOld ? old : changed;
  const receiver = isByOld ? changed : old;
  const before = old.operation;
  const allowed = messages.filter(
    (each) => isOf(difference, each) && violationsBy(sender, each)?.length === 0,
  );
  const { at, part } = difference;
  const varied = allowed.flatMap((message) => {
    const name = renamedPart(part, before, message.operation);
    const isVaried = !misreadings.has(difference.keyword) || difference.keyword === "explode";
    const others = isVaried ? variationsOf(message, name, at) : [];
    const values = [...difference.examples, ...others];
    return values
      .flatMap((value) => withValue(message, name, at, value) ?? [])
      .filter((each) => violationsBy(sender, each)?.length === 0);
  });
  const sought = { ...difference, part: renamedPart(part, before, receiver.operation) };
  for (const isShownBy of [isJust, isRoughly])
    for (const message of [...allowed, ...varied]) {
      const found = violationsBy(receiver, message);
      const misread = found === undefined ? [] : misreading(difference, message, sought.part);
      const violation = [...(found ?? []), ...misread].find((each) => isShownBy(sought, each));
      if (violation !== undefined)
        return counterexampleBy(message, party, sender, receiver, violation);
    }
  return undefined;
}

function isOf(difference: Difference, { operation, response }: Message): boolean {
  if (isOfRequest(difference)) return response === undefined;
  if (response === undefined) return false;
  const { code } = difference;
  const isCovered = (): boolean => responseFor(operation, response.status)?.code === code;
  return code === undefined || code === String(response.status) || isCovered();
}

function violationsBy(
  { contract, known, operation }: Side,
  message: Message,
): readonly Violation[] | undefined {
  const violations = known.get(message) ?? readMessage(message, contract, operation);
  known.set(message, violations);
  return violations;
}

function counterexampleBy(
  { operation, request, response }: Message,
  party: Party,
  sender: Side,
  receiver: Side,
  { message, part, pointer }: Violation,
): Counterexample {
  const { operationId } = sender.operation ?? operation;
  const place = pointer === "" ? "" : ` at ${pointer}`;
  const redactor = createRedactor(sender.contract);
  return {
    for: party,
    operationId,
    reason: `By the ${receiver.name} contract, ${part}${place} ${message}.`,
    pointer,
    request: redactor.message(request),
    response: response && redactor.message(response),
  };
}

/** What has become of a part that a message has. */
const misreadings: ReadonlyMap<string, string> = new Map([
  ["explode", "is read as another list"],
  ["in", "is not read"],
  ["members", "is not allowed"],
  ["properties", "is not read"],
]);

/** Whether a message has a part that means something else, or nothing, to the other contract. */
function misreading(
  { at, code, keyword, part }: Difference,
  message: Message,
  name: string,
): Violation[] {
  const found = valuesAt(message, part, at);
  const isMissing = keyword === "default" && part !== "body" && found.length === 0;
  const text = isMissing ? "has another default" : misreadings.get(keyword);
  const [first] = found;
  // A list of one item is read alike.
  const isAlike = keyword === "explode" && !(Array.isArray(first?.value) && first.value.length > 1);
  const isUnread = code !== undefined && keyword !== "members";
  if (text === undefined || isAlike || isUnread || (!isMissing && first === undefined)) return [];
  return [{ part: name, pointer: first?.pointer ?? "", keyword, message: text }];
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
  const isElsewhere = /^(content|path|security)/.test(difference.keyword);
  return isNear(difference, violation) || (isElsewhere && isSameKeyword(difference, violation));
}

/** Whether it is at or below the place of a difference. */
function isNear({ at, part }: Difference, violation: Violation): boolean {
  const path = parsePointer(violation.pointer);
  return (
    part === violation.part && at.every((token, index) => token === "*" || token === path[index])
  );
}

/** Differences use one name for equivalent keywords. */
function isSameKeyword({ keyword }: Difference, { keyword: broken }: Violation): boolean {
  const isContent = keyword === "content" && broken === "mediaType";
  return keyword === broken || aliases.get(keyword) === broken || isContent;
}
