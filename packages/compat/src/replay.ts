import {
  type Contract,
  createRedactor,
  groupBy,
  type HttpRequest,
  type HttpResponse,
  type Operation,
  parsePointer,
  responseFor,
  type Violation,
} from "@workflow-api/contract";
import { counterpartOf, renamedPart } from "./counterpart.ts";
import type { Difference, Party } from "./differences.ts";
import {
  type Message,
  messagesOf,
  pointersTo,
  type Reading,
  readMessage,
  withValue,
} from "./messages.ts";
import { aliases } from "./schemas/losses.ts";

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

/**
 * Finds a counterexample of each difference for each party: a message that one of the contracts
 * allows and the other does not, or reads as something else. Clients send requests of the old one
 * and get responses of the new one, servers the reverse.
 */
export function replay(
  old: Contract,
  changed: Contract,
  differences: readonly Difference[],
): ReadonlyMap<Difference, readonly Counterexample[]> {
  const shown = new Map<Difference, Counterexample[]>();
  // A new operation may have the id of a removed one.
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
          const isByOld = (party === difference.caller) === isOfRequest(difference);
          const [own, against] = isByOld ? [one, other] : [other, one];
          return counterexampleOf(difference, party, own, against, messages) ?? [];
        }),
      );
  }
  return shown;
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
  const varied = difference.examples.flatMap((value) =>
    allowed.slice(0, mostVaried).flatMap((each) => {
      return withValue(each, renamedPart(part, before, each.operation), at, value) ?? [];
    }),
  );
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
    (each) => party !== difference.caller || !isTolerated(each, response, mine, theirs),
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
