import {
  appendPointer,
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
  /** The JSON Pointers of what it follows from, of both documents. */
  readonly places: readonly string[];
}

/** A derived message, and how a contract reads it. */
interface Exhibit extends Pick<Witness, "title" | "request" | "response"> {
  readonly read: (contract: Contract) => Reading | undefined;
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
  const { operationId = "", pointer: at = "" } = own.operation ?? {};
  for (const violation of lost(whom, response, own, other)) {
    const { keyword, part, pointer } = violation;
    const where = `${response?.status} ${operationId} ${part} ${pointer.replaceAll(/\/\d+/g, "/[]")}`;
    if (found.has(`${whom} ${where} ${keyword}`)) continue;
    const answered = response === undefined ? [] : [appendPointer(at, "responses", response.status)];
    const places = [...placesOf(other, violation), ...placesOf(own, violation), ...answered];
    const reason = reasonOf(isForward ? "new" : "old", violation);
    const witness = { for: whom, operationId, reason, title, request, response, pointer, places };
    found.set(`${whom} ${where} ${keyword}`, witness);
  }
}

/**
 * Whether both contracts refuse a message for the same reason: the constraint holds in both, wherever it is stated.
 *
 * @param pointer - The JSON Pointer of its keyword, in one of the documents.
 */
export function isHeld(old: Contract, changed: Contract, pointer: string): boolean {
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  return [old, changed].flatMap(exhibitsOf).some(({ read }) => {
    const [before, after] = [read(old), read(changed)];
    if (before === undefined || after === undefined) return false;
    return before.violations.some(
      (violation) =>
        violation.keyword === name &&
        after.violations.some((other) => isEqual({ ...violation, message: "" }, { ...other, message: "" })) &&
        [before, after].some((reading) => placesOf(reading, violation).includes(pointer)),
    );
  });
}

/** A contract is often held against several: the versions of a history, each edit of a test. */
const derived = new WeakMap<Contract, readonly Exhibit[]>();

function exhibitsOf(contract: Contract): readonly Exhibit[] {
  const known = derived.get(contract);
  if (known !== undefined) return known;
  const cases = deriveCases(contract).filter(({ expected }) => expected.kind !== "odd");
  const requests = cases.map(({ request, title }): Exhibit => {
    return { request, response: undefined, title, read: (by) => readRequest(by, request) };
  });
  const responses = deriveResponses(contract).map((one): Exhibit => {
    const request = requestFor(one.operation, one.values);
    return { request, response: one.response, title: one.title, read: (by) => readResponse(by, one) };
  });
  derived.set(contract, [...requests, ...responses]);
  return [...requests, ...responses];
}

/** What one contract allows of a message, and the other refuses or takes for something else. */
function lost(
  whom: Witness["for"],
  response: HttpResponse | undefined,
  own: Reading,
  other: Reading,
): Violation[] {
  if (own.operation === undefined || own.violations.length > 0) return [];
  if (other.violations.length === 0) return response === undefined ? misread(own, other) : [];
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
  const [offered = [], known = []] = [own, other].map(({ operation }) => {
    const documented = operation?.responses.find((each) => each.status === status);
    return documented?.content.map(({ mediaType }) => mediaType);
  });
  return known.every((mediaType) => offered.includes(mediaType));
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
  if (place === "path" || isCredential(other, key)) return undefined;
  if (twin === undefined) return value === undefined ? undefined : told(key, "in", "is not read");
  if (value === undefined) {
    const [before, after] = [defaultOf(own, parameter), defaultOf(other, twin)];
    const message = `is ${JSON.stringify(after) ?? "nothing"} where it is not sent`;
    return isEqual(before, after) ? undefined : told(key, "default", message);
  }
  const isRead = isEqual([value].flat().map(String), [theirs ?? value].flat().map(String));
  return isRead ? undefined : told(key, "explode", `is read as ${JSON.stringify(theirs)}`);
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
  const noun = part.replace(/^(path|query) /, "$1 parameter ");
  return `By the ${which} contract the ${noun}${pointer === "" ? "" : ` at ${pointer}`} ${message}.`;
}
