import {
  appendPointer,
  type Contract,
  createRedactor,
  groupBy,
  type HttpRequest,
  type HttpResponse,
  type JsonValue,
  parsePointer,
  responseFor,
  type Violation,
} from "@workflow-api/contract";
import { counterpartOf } from "./counterpart.ts";
import { type Difference, defaultOf, type Party } from "./differences.ts";
import type { Reading } from "./reading.ts";
import { readSample, type Sample, samplesOf, varied } from "./samples.ts";

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
export type Shown = Map<Difference, readonly Counterexample[]>;

/** What one contract allows is held against the other one. */
interface Direction {
  readonly own: Contract;
  readonly other: Contract;
  /** The name of the other one in a sentence. */
  readonly name: "new" | "old";
  readonly requests: Party;
  readonly responses: Party;
}

/**
 * Holds what each of two contracts allows against the other one: clients send requests of the old
 * one and get responses of the new one, servers the reverse. What no derived message shows is tried
 * with values that are made for the difference.
 */
export function replay(
  old: Contract,
  changed: Contract,
  differences: readonly Difference[],
): Shown {
  const shown: Shown = new Map();
  const directions: readonly Direction[] = [
    { own: old, other: changed, name: "new", requests: "clients", responses: "servers" },
    { own: changed, other: old, name: "old", requests: "servers", responses: "clients" },
  ];
  const byOperation = groupBy(differences, ({ operationId }) => operationId);
  for (const direction of directions) {
    for (const operation of direction.own.operations) {
      const among = byOperation.get((counterpartOf(operation, old) ?? operation).operationId);
      if (among !== undefined) showIn(shown, samplesOf(direction.own, operation), direction, among);
    }
  }
  return shown;
}

/** Adds what the messages of an operation show of its differences. */
function showIn(
  shown: Shown,
  samples: readonly Sample[],
  direction: Direction,
  among: readonly Difference[],
): void {
  const show = (sample: Sample): void => {
    const codes = codesOf(sample, direction);
    // What a parameter includes is seen in responses.
    const own = among.filter(({ code, keyword }) => codes.includes(code) || /^x-/.test(keyword));
    for (const violation of refusals(sample, direction, own)) {
      const found = counterexample(sample, direction, violation);
      const difference = differenceOf(violation, found.for, own);
      if (difference === undefined || isShown(shown, difference, found.for)) continue;
      shown.set(difference, [...(shown.get(difference) ?? []), found]);
    }
  };
  samples.forEach(show);
  for (const { difference, probe } of probesOf(shown, direction, among)) {
    const messages = samples.filter((each) => codesOf(each, direction).includes(difference.code));
    const tried = messages
      .slice(0, mostVaried)
      .flatMap((each) => varied(each, difference.part, difference.at, probe) ?? []);
    tried.forEach(show);
  }
}

/** By what contracts document the response of a sample; of a request `undefined`. */
function codesOf(
  { operation, response }: Sample,
  { other, own }: Direction,
): (string | undefined)[] {
  if (response === undefined) return [undefined];
  return [own, other].flatMap((contract) => {
    const counterpart = counterpartOf(operation, contract);
    return (counterpart && responseFor(counterpart, response.status))?.code ?? [];
  });
}

function isShown(shown: Shown, difference: Difference, party: Party): boolean {
  return shown.get(difference)?.some((each) => each.for === party) === true;
}

/** A part that these messages do not have, others rarely have. */
const mostVaried = 40;

type Probe = Difference["probes"][number]["probe"];

/** What is to be tried where no derived message has shown a difference. */
function probesOf(
  shown: Shown,
  { requests, responses }: Direction,
  differences: readonly Difference[],
): { readonly difference: Difference; readonly probe: Probe }[] {
  return differences.flatMap((difference) => {
    const { code, parties, probes } = difference;
    const party = code === undefined ? requests : responses;
    if (!parties.includes(party) || isShown(shown, difference, party)) return [];
    const own = probes.filter((each) => each.party === party);
    return own.map(({ probe }) => ({ difference, probe }));
  });
}

function counterexample(
  { operation, request, response, title }: Sample,
  { name, own, requests, responses }: Direction,
  { message, part, pointer }: Violation,
): Counterexample {
  const { operationId } = operation;
  const place = pointer === "" ? "" : ` at ${pointer}`;
  const reason = `By the ${name} contract, ${part}${place} ${message}.`;
  const party = response === undefined ? requests : responses;
  const redactor = createRedactor(own);
  const shown = {
    request: redactor.message(request),
    response: response && redactor.message(response),
  };
  return { for: party, operationId, reason, title, pointer, ...shown };
}

/** What the other contract refuses of a sample, or takes for something else. */
function refusals(sample: Sample, direction: Direction, among: readonly Difference[]): Violation[] {
  const own = readSample(sample, direction.own);
  const other = readSample(sample, direction.other);
  if (own?.operation === undefined || own.violations.length > 0 || other === undefined) return [];
  const { operation, violations } = other;
  const { response } = sample;
  if (response !== undefined)
    return violations.filter(
      (each) => direction.responses === "servers" || !isTolerated(each, response, own, other),
    );
  const misread = operation ? among.flatMap((each) => misreading(each, own, other, direction)) : [];
  return [...violations, ...misread];
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
function misreading(
  { at, code, keyword, part }: Difference,
  own: Reading,
  other: Reading,
  direction: Direction,
): Violation[] {
  const told = (message: string, pointer = ""): Violation[] => [
    { part, pointer, keyword, message },
  ];
  if (code !== undefined) return [];
  const [sent, read] = [own.values.get(part), other.values.get(part)];
  const [parameter, twin] = [own, other].map(({ operation }) =>
    operation?.parameters.find(({ key }) => key === part),
  );
  if (keyword === "properties") {
    const [pointer] = pointersTo(own.body, at);
    return pointer === undefined ? [] : told("is not read", pointer);
  }
  if (keyword === "in") return sent !== undefined && twin === undefined ? told("is not read") : [];
  if (keyword === "explode" && Array.isArray(sent) && Array.isArray(read))
    return sent.length === read.length ? [] : told(`is read as ${JSON.stringify(read)}`);
  if (keyword !== "default" || sent !== undefined || !parameter || !twin) return [];
  const value = JSON.stringify(defaultOf(direction.other, twin)) ?? "nothing";
  return told(`is ${value} where it is not sent`);
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

/** The difference that a violation follows from: the nearest by the part and the path into it. */
function differenceOf(
  { keyword, part, pointer }: Violation,
  party: Party,
  among: readonly Difference[],
): Difference | undefined {
  const path = parsePointer(pointer);
  const fits = ({ at }: Difference, length: number): boolean =>
    at.slice(0, length).every((token, index) => token === "*" || token === path[index]);
  const own = among.filter((each) => each.parties.includes(party));
  const inPart = own.filter(
    (each) => each.part === part && fits(each, Math.min(each.at.length, path.length)),
  );
  const isSame = (each: Difference): boolean => sameKeyword(each.keyword, keyword);
  return (
    inPart.find((each) => isSame(each) && each.at.length === path.length) ??
    inPart.find(isSame) ??
    inPart.find((each) => each.at.length === path.length) ??
    inPart[0] ??
    own.find(isSame)
  );
}

/** Differences have one name for keywords that say the same. */
function sameKeyword(one: string, other: string): boolean {
  const names = {
    const: "enum",
    anyOf: "oneOf",
    exclusiveMinimum: "minimum",
    exclusiveMaximum: "maximum",
    mediaType: "content",
  };
  return one === other || one === new Map(Object.entries(names)).get(other);
}
