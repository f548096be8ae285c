import {
  type Contract,
  createRedactor,
  type Operation,
  type Violation,
} from "@workflow-api/contract";
import {
  appendPointer,
  groupBy,
  isObject,
  type JsonValue,
  parsePointer,
  replaceAt,
} from "@workflow-api/contract/json";
import {
  type Audience,
  audiences,
  type Counterexample,
  type Difference,
  type Versions,
} from "../change.ts";
import { standsFor } from "../compare/narrowings.ts";
import { readCounterpartOf, renamedPart } from "../pair/counterpart.ts";
import {
  type Message,
  readMessage,
  requestOf,
  requestsOf,
  responseSites,
  responsesOf,
} from "./messages.ts";
import { differingValues, messagesWith } from "./samples.ts";

/** A contract, and its version of an operation. */
interface ContractVersion {
  readonly name: "new" | "old";
  readonly contract: Contract;
  readonly operation: Operation | undefined;
}

/** In how many operations a change of what they share is looked for. */
const mostTried = 3;

/** How many messages are tried for one difference. */
const mostMessages = 400;

/**
 * A counterexample of an edit for each audience, if one is found: a message that one of the
 * contracts allows and the other does not, or reads as something else. Clients send requests of the
 * old one and get responses of the new one, servers the reverse.
 */
export function counterexamplesOf(differences: readonly Difference[]): Counterexample[] {
  const decidable = differences.filter(({ undecided }) => undecided === "");
  const alike = groupBy(decidable, ({ code, keyword }) =>
    JSON.stringify([code === undefined, keyword]),
  );
  const tried = [...alike.values()].flatMap((group) => group.slice(0, mostTried));
  return audiences.flatMap((whom) => {
    for (const difference of tried) {
      const found = difference.affects.includes(whom)
        ? counterexampleFor(difference, whom)
        : undefined;
      if (found !== undefined) return [found];
    }
    return [];
  });
}

/** Both sides of a difference. */
function sidesOf(difference: Difference): {
  readonly old: ContractVersion;
  readonly changed: ContractVersion;
} {
  const { keyword, oldPointers, operationId } = difference;
  const { changed, old }: Versions = difference.versions;
  const isNamed = (each: Operation): boolean => each.operationId === operationId;
  // A new operation may have the id of a removed one.
  const isAdded = keyword === "path" && oldPointers.length === 0;
  const before = isAdded ? undefined : old.operations.find(isNamed);
  const after = isAdded
    ? changed.operations.find(isNamed)
    : before && readCounterpartOf(before, changed);
  return {
    old: { name: "old", contract: old, operation: before },
    changed: { name: "new", contract: changed, operation: after },
  };
}

function counterexampleFor(difference: Difference, whom: Audience): Counterexample | undefined {
  const { changed, old } = sidesOf(difference);
  const isByOld = whom === difference.sender;
  const sender = isByOld ? old : changed;
  const receiver = isByOld ? changed : old;
  const part = renamedPart(difference.part, old.operation, receiver.operation);
  const sought = { ...difference, part };
  const sentPart = renamedPart(difference.part, old.operation, sender.operation);
  for (const message of candidates({ ...difference, part: sentPart }, sender, receiver)) {
    const found = readMessage(message, receiver.contract, receiver.operation);
    const violation =
      found?.find((each) => isShownBy(sought, each)) ?? (found && misreading(sought, message));
    if (violation !== undefined)
      return counterexampleBy({ message, sender, receiver, violation }, whom);
  }
  return undefined;
}

/** Messages that the sender allows: plain ones, and ones with a sample at the place. */
function* candidates(
  difference: Difference,
  sender: ContractVersion,
  receiver: ContractVersion,
): Generator<Message> {
  const operations = [sender.operation ?? [], receiver.operation ?? []].flat();
  let count = 0;
  for (const message of counterexampleMessages(difference, operations, sender)) {
    if (++count > mostMessages) return;
    if (isAllowedBy(sender, message)) yield message;
  }
}

function* counterexampleMessages(
  difference: Difference,
  operations: readonly Operation[],
  { operation }: ContractVersion,
): Generator<Message> {
  const { at, code, keyword, part } = difference;
  // Only what has all around a member shows that it has another default.
  const isDefault = keyword === "default" && part === "body";
  if (!isDefault) for (const each of operations) yield* plainMessages(each, code, keyword);
  if (operation === undefined) return;
  const [site] = code === undefined ? [] : responseSites(operation, code);
  if (code !== undefined && site === undefined) return;
  const place = { operation, site, part, at };
  for (const value of differingValues(difference, place))
    for (const message of messagesWith(place, value))
      yield* isDefault ? without(message, difference) : [message];
}

/** Messages without anything special: of a status of a range, all that it covers. */
function* plainMessages(
  operation: Operation,
  code: string | undefined,
  keyword: string,
): Generator<Message> {
  if (code === undefined) yield* requestsOf(operation);
  const sites = code === undefined ? [] : responseSites(operation, code);
  for (const site of keyword === "status" ? sites : sites.slice(0, 1)) yield* responsesOf(site);
}

function isAllowedBy({ contract, operation }: ContractVersion, message: Message): boolean {
  return readMessage(message, contract, operation)?.length === 0;
}

/** The message without the value at a place of its body. */
function without(message: Message, { at, part }: Difference): Message[] {
  const { body, operation, response, values } = message;
  const { headers } = message.request;
  const [found] = valuesAt(message, part, at);
  const mediaType = headers["content-type"];
  if (part !== "body" || response !== undefined || found === undefined || mediaType === undefined)
    return [];
  const value = replaceAt(body ?? null, found.pointer, undefined);
  return [requestOf(operation, { values, body: { mediaType, value } })];
}

/** What shows a break, and between whom. */
interface ShownBreak {
  readonly message: Message;
  readonly sender: ContractVersion;
  readonly receiver: ContractVersion;
  readonly violation: Violation;
}

function counterexampleBy(
  { message, receiver, sender, violation }: ShownBreak,
  whom: Audience,
): Counterexample {
  const { operation, request, response } = message;
  const { message: text, part, pointer } = violation;
  const place = pointer === "" ? "" : ` at ${pointer}`;
  const redactor = createRedactor(sender.contract);
  return {
    for: whom,
    operationId: (sender.operation ?? operation).operationId,
    reason: `By the ${receiver.name} contract, ${part}${place} ${text}.`,
    pointer,
    request: redactor.message(request),
    response: response && redactor.message(response),
  };
}

/** What has become of a part that a message has, and that is not refused. */
const misreadings: ReadonlyMap<string, string> = new Map([
  ["explode", "is read as another value"],
  ["style", "is read as another value"],
  ["in", "is not read"],
  ["properties", "is not read"],
]);

/** How a message is read as something else: a part means something else, or nothing. */
function misreading(difference: Difference, message: Message): Violation | undefined {
  const { at, keyword, part, sender } = difference;
  if (sender === "servers") return undefined;
  const [found] = valuesAt(message, part, at);
  const isDefault = keyword === "default" && found === undefined;
  const text = isDefault ? "has another default" : misreadings.get(keyword);
  // A list of one item is read alike.
  const isAlike =
    /^(explode|style)$/.test(keyword) && Array.isArray(found?.value) && found.value.length < 2;
  if (text === undefined || isAlike || (!isDefault && found === undefined)) return undefined;
  return { part, pointer: found?.pointer ?? "", keyword, message: text };
}

/** The keywords of violations that show that a part was added, removed or changed. */
const shownBy: ReadonlyMap<string, RegExp> = new Map([
  ["path", /^path$/],
  ["security", /^security$/],
  ["status", /^status$/],
  ["content", /^(content|mediaType)$/],
  ["in", /^(required|content)$/],
]);

/** Differences that are seen in the violations of members or branches, too. */
const seenWithin = /^(additionalProperties|enum|not|oneOf|patternProperties|size|type)$/;

/** Whether a violation is that of a difference: by its keyword and its place. */
function isShownBy(difference: Difference, violation: Violation): boolean {
  const { at, keyword, part } = difference;
  const keywords = shownBy.get(keyword);
  if (keywords !== undefined)
    return keywords.test(violation.keyword) && (keyword !== "in" || part === violation.part);
  if (part !== violation.part) return false;
  const path = parsePointer(violation.pointer);
  const depth = keyword === "members" ? at.length - 1 : at.length;
  const isNear = at.slice(0, depth).every((token, index) => token === "*" || token === path[index]);
  if (!isNear) return false;
  if (keyword === "members")
    return path.length >= depth && /propert|schema|^not$/i.test(violation.keyword);
  const isSame = [keyword, ...(standsFor.get(keyword) ?? [])].includes(violation.keyword);
  return (isSame && path.length === depth) || seenWithin.test(keyword);
}

/** A value in a part of a message. */
interface PartValue {
  readonly pointer: string;
  readonly value: JsonValue;
}

/** What a message has at a path into a part; `*` stands for any member. */
function valuesAt({ body, values }: Message, part: string, at: readonly string[]): PartValue[] {
  const value = part === "body" ? body : values.get(part);
  const start: PartValue[] = value === undefined ? [] : [{ pointer: "", value }];
  return at.reduce((found, token) => found.flatMap((each) => membersAt(each, token)), start);
}

function membersAt({ pointer, value }: PartValue, token: string): PartValue[] {
  const members = Object.entries(isObject(value) || Array.isArray(value) ? value : {});
  return members
    .filter(([name]) => token === "*" || token === name)
    .map(([name, member = null]) => ({ pointer: appendPointer(pointer, name), value: member }));
}
