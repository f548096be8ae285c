import {
  appendPointer,
  type Contract,
  createRedactor,
  groupBy,
  type HttpRequest,
  type HttpResponse,
  type JsonValue,
  type Operation,
  parsePointer,
  responseFor,
  type Violation,
} from "@workflow-api/contract";
import { counterpartOf } from "./counterpart.ts";
import type { Difference, Party } from "./differences.ts";
import { type Message, messagesOf, type Reading, readMessage, withValue } from "./messages.ts";

/** A request or a response that one of two contracts allows, and the other does not. */
export interface Counterexample {
  /**
   * Who sends by the old contract, or who answers by it: they are refused, get what it does not
   * allow, or do not conform to the new one.
   */
  readonly for: Party;
  readonly operationId: string;
  /** What no longer holds, as a sentence. */
  readonly reason: string;
  /** The derived case. */
  readonly title: string;
  /** The request; of a response, the one that it answers. Placeholders stand for secrets. */
  readonly request: HttpRequest;
  /** `undefined`: the request itself shows it. */
  readonly response: HttpResponse | undefined;
  /** The JSON Pointer into the body or the parameter of what is wrong. */
  readonly pointer: string;
}

/** The counterexamples of a difference, one for each party. */
export type Shown = ReadonlyMap<Difference, readonly Counterexample[]>;

/** A contract, and an operation as it has it. */
interface Side {
  readonly name: "new" | "old";
  readonly contract: Contract;
  readonly operation: Operation | undefined;
  /** What was read before. */
  readonly known: Map<Message, Reading | undefined>;
}

/**
 * Finds a counterexample of each difference for each party: a message that one of the contracts
 * allows and the other does not, or reads as something else. Clients send requests of the old one
 * and get responses of the new one, servers the reverse.
 */
export function replay(
  old: Contract,
  changed: Contract,
  differences: readonly Difference[],
): Shown {
  const shown = new Map<Difference, Counterexample[]>();
  // An operation that is new may have the id of one that is gone.
  const isNew = ({ keyword, oldPointers }: Difference): boolean =>
    keyword === "path" && oldPointers.length === 0;
  const groups = groupBy(differences, (each) => `${isNew(each)} ${each.operationId}`);
  for (const among of groups.values()) {
    const isNamed = (each: Operation): boolean => each.operationId === among[0]?.operationId;
    const before = among.some(isNew) ? undefined : old.operations.find(isNamed);
    const after = before ? counterpartOf(before, changed) : changed.operations.find(isNamed);
    const one: Side = { name: "old", contract: old, operation: before, known: new Map() };
    const other: Side = { name: "new", contract: changed, operation: after, known: new Map() };
    const messages = [one, other].flatMap(({ contract, operation }) =>
      operation === undefined ? [] : messagesOf(contract, operation),
    );
    for (const difference of among)
      shown.set(
        difference,
        difference.parties.flatMap((party) => {
          const isByOld = (party === "clients") === isOfRequest(difference);
          const [own, against] = isByOld ? [one, other] : [other, one];
          return counterexampleOf(difference, party, own, against, messages) ?? [];
        }),
      );
  }
  return shown;
}

/** Whether requests show a difference. What a parameter includes or names is seen in responses. */
function isOfRequest({ code, keyword }: Difference): boolean {
  return code === undefined && !keyword.startsWith("x-");
}

/** A part that these messages do not have, others rarely have. */
const mostVaried = 40;

function counterexampleOf(
  difference: Difference,
  party: Party,
  own: Side,
  other: Side,
  messages: readonly Message[],
): Counterexample | undefined {
  const isOf = ({ response }: Message): boolean => {
    if (response === undefined || isOfRequest(difference))
      return (response === undefined) === isOfRequest(difference);
    const codes = [own, other].map(
      ({ operation }) => operation && responseFor(operation, response.status)?.code,
    );
    return difference.code === undefined || codes.includes(difference.code);
  };
  const allowed = messages.filter(
    (each) => isOf(each) && readingBy(own, each)?.violations.length === 0,
  );
  const { at, part } = difference;
  const varied = (difference.examples.get(party) ?? []).flatMap((value) =>
    allowed.slice(0, mostVaried).flatMap((each) => withValue(each, part, at, value) ?? []),
  );
  for (const isShownBy of [isJust, isRoughly])
    for (const message of [...allowed, ...varied]) {
      const refused = refusals(message, difference, party, own, other);
      const violation = refused.find((each) => isShownBy(difference, each));
      if (violation !== undefined) return told(message, party, own, other, violation);
    }
  return undefined;
}

function readingBy({ contract, known, operation }: Side, message: Message): Reading | undefined {
  const reading = known.get(message) ?? readMessage(message, contract, operation);
  known.set(message, reading);
  return reading;
}

function told(
  { operation, request, response, title }: Message,
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
  return { for: party, operationId, reason, title, pointer, ...shown };
}

/** What the other contract refuses of an allowed message, or takes for something else. */
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
    (each) => party === "servers" || !isTolerated(each, response, mine, theirs),
  );
}

/**
 * What does not disturb clients: an error status that they do not know, which is the first of its
 * class to them (RFC 9110, 15), a body where they expect none, and a media type beside those that
 * they ask for.
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

/** A difference by which a request is allowed, and means something else. */
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
  const value = JSON.stringify(twin.shape.keyword("default")) ?? "nothing";
  return means(`is ${value} where it is not sent`);
}

/** The JSON Pointers of what is at a path; `*` stands for any member. */
function pointersTo(value: JsonValue | undefined, at: readonly string[]): string[] {
  const [token, ...rest] = at;
  if (token === undefined) return value === undefined ? [] : [""];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    token === "*" || token === name
      ? pointersTo(member, rest).map((below) => appendPointer("", name) + below)
      : [],
  );
}

/** Whether a violation is one of just that keyword, at just that place. */
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

/** Differences have one name for keywords that say the same. */
function isSameKeyword(difference: Difference, { keyword }: Violation): boolean {
  return difference.keyword === (oneName.get(keyword) ?? keyword);
}

const oneName: ReadonlyMap<string, string> = new Map([
  ["const", "enum"],
  ["anyOf", "oneOf"],
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
  ["mediaType", "content"],
]);
