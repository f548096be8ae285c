import {
  type Contract,
  facetsOf,
  type HttpRequest,
  type HttpResponse,
  isEqual,
  type JsonValue,
  type Parameter,
  requestFor,
  type Violation,
} from "@workflow-api/contract";
import { deriveCases } from "../derive.ts";
import { deriveResponses } from "../responses.ts";
import { isHurt, placesOf, type Reading, readRequest, readResponse, undeclared } from "./reading.ts";

/** A request or a response that one of two contracts allows and the other does not. */
export interface Witness {
  /**
   * `callers`: who calls by the old contract is refused, or gets what it does not allow. `servers`: who serves by the old
   * contract does not keep the new one.
   */
  readonly for: "callers" | "servers";
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
  /** The JSON Pointers of what it follows from, of both documents, nearest first. */
  readonly places: readonly string[];
}

/** A derived message, and how a contract reads it. */
interface Exhibit extends Pick<Witness, "title" | "request" | "response"> {
  read(contract: Contract): Reading | undefined;
}

/**
 * Replays what is derived from two contracts against the other one: callers send requests of the old one and get responses
 * of the new one, servers the reverse. Nothing is sent.
 *
 * @returns What held and no longer does; of several that show the same, the first.
 */
export function replay(old: Contract, changed: Contract): Witness[] {
  const found = new Map<string, Witness>();
  for (const exhibit of [old, changed].flatMap(exhibitsOf)) {
    const [before, after] = [exhibit.read(old), exhibit.read(changed)];
    if (before === undefined || after === undefined) continue;
    for (const whom of ["callers", "servers"] as const) showLost(found, exhibit, whom, before, after);
  }
  return [...found.values()];
}

/** Adds to the witnesses what a message shows and none has shown before. */
function showLost(
  found: Map<string, Witness>,
  { request, response, title }: Exhibit,
  whom: Witness["for"],
  before: Reading,
  after: Reading,
): void {
  const isForward = (whom === "callers") === (response === undefined);
  const [own, other] = isForward ? [before, after] : [after, before];
  const { operationId = "" } = own.operation ?? {};
  for (const violation of lost(whom, response, own, other)) {
    const { keyword, part, pointer } = violation;
    const place = pointer.replaceAll(/\/\d+/g, "/[]");
    const kind = [whom, response?.status, operationId, part, keyword, place].join(" ");
    if (found.has(kind)) continue;
    const places = [...placesOf(other, violation), ...placesOf(own, violation)];
    const reason = reasonOf(isForward ? "new" : "old", violation);
    found.set(kind, { for: whom, operationId, reason, title, request, response, pointer, places });
  }
}

/**
 * Whether both contracts refuse the same message for the same: a constraint that the texts do not state in the same place
 * holds in both.
 *
 * @param pointer - The JSON Pointer of the keyword, in the old document or the new one.
 */
export function isHeld(old: Contract, changed: Contract, pointer: string): boolean {
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  return [old, changed].flatMap(exhibitsOf).some(({ read }) => {
    const [before, after] = [read(old), read(changed)];
    if (before === undefined || after === undefined) return false;
    const shared = before.violations.filter(
      (one) =>
        one.keyword === name &&
        after.violations.some((other) => isEqual({ ...one, message: "" }, { ...other, message: "" })),
    );
    return shared.some((violation) =>
      [before, after].some((reading) => placesOf(reading, violation).includes(pointer)),
    );
  });
}

/** What is derived of a contract is often replayed against several: the versions of a history, each edit of a test. */
const derived = new WeakMap<Contract, readonly Exhibit[]>();

function exhibitsOf(contract: Contract): readonly Exhibit[] {
  const exhibits = derived.get(contract) ?? deriveExhibits(contract);
  derived.set(contract, exhibits);
  return exhibits;
}

function deriveExhibits(contract: Contract): Exhibit[] {
  const cases = deriveCases(contract).filter(({ expected }) => expected.kind !== "odd");
  return [
    ...cases.map(({ request, title }): Exhibit => {
      return { request, response: undefined, title, read: (by) => readRequest(by, request) };
    }),
    ...deriveResponses(contract).map((one): Exhibit => {
      const request = requestFor(one.operation, one.values);
      return { request, response: one.response, title: one.title, read: (by) => readResponse(by, one) };
    }),
  ];
}

/** What one contract allows of a message, and the other refuses or takes for something else. */
function lost(
  whom: Witness["for"],
  response: HttpResponse | undefined,
  own: Reading,
  other: Reading,
): Violation[] {
  if (own.operation === undefined || own.violations.length > 0) return [];
  const isRead = other.violations.length === 0;
  if (isRead) return response === undefined ? misread(own, other) : [];
  const refused = other.violations.filter((violation) => isHurt(own, other, violation));
  if (whom === "servers" || response === undefined) return refused;
  return refused.filter((violation) => !isTolerated(violation, response.status, own, other));
}

/**
 * What does not disturb callers: an error status that they do not know, which is the first of its class to them (RFC 9110,
 * 15), a body where they expect none, and a media type beside those that they ask for.
 */
function isTolerated({ keyword, part }: Violation, status: number, own: Reading, other: Reading): boolean {
  if (part === "status") return status >= 400;
  if (keyword !== "mediaType") return part === "body" && keyword === "content";
  const [offered, known] = [own, other].map(
    ({ operation }) => operation?.responses.find((each) => each.status === status)?.content ?? [],
  );
  return known?.every(({ mediaType }) => offered?.some((each) => each.mediaType === mediaType)) ?? false;
}

/** What another contract allows of a request, and gives no meaning to or another one. */
function misread(own: Reading, other: Reading): Violation[] {
  const members = undeclared(own, other).map((pointer) => told("body", "properties", "is not read", pointer));
  return [...members, ...own.fields.flatMap((parameter) => misreadField(own, other, parameter) ?? [])];
}

function misreadField(own: Reading, other: Reading, parameter: Parameter): Violation | undefined {
  const { in: place, key } = parameter;
  const twin = other.fields.find((each) => each.key === key);
  const [value, theirs] = [own.values.get(key), other.values.get(key)];
  if (place === "path") return undefined;
  if (twin === undefined)
    return value === undefined || isCredential(other, key) ? undefined : told(key, "in", "is not read");
  if (value === undefined) {
    const [before, after] = [defaultOf(own, parameter), defaultOf(other, twin)];
    if (isEqual(before, after)) return undefined;
    return told(key, "default", `is ${JSON.stringify(after) ?? "nothing"} where it is not sent`);
  }
  if (theirs === undefined || isEqual([value].flat().map(String), [theirs].flat().map(String)))
    return undefined;
  return told(key, "explode", `is read as ${JSON.stringify(theirs)}`);
}

function told(part: string, keyword: string, message: string, pointer = ""): Violation {
  return { part, pointer, keyword, message };
}

function isCredential({ contract }: Reading, key: string): boolean {
  return contract.securitySchemes.some(({ header }) => key === `header ${header.toLowerCase()}`);
}

function defaultOf({ contract }: Reading, parameter: Parameter): JsonValue | undefined {
  const facets = facetsOf(contract.document, [parameter]);
  return facets.map(({ schema }) => schema["default"]).find((value) => value !== undefined);
}

function reasonOf(which: "new" | "old", { message, part, pointer }: Violation): string {
  if (part === "path") return `The ${which} contract ${message}.`;
  const [, place, name] = /^(path|query|header) (.+)$/.exec(part) ?? [];
  const noun =
    name === undefined ? part : place === "header" ? `${name} header` : `${place} parameter ${name}`;
  return `By the ${which} contract the ${noun}${pointer === "" ? "" : ` at ${pointer}`} ${message}.`;
}
