import { deriveCases, deriveResponses } from "@workflow-api/conformance";
import {
  type Contract,
  facetsOf,
  type HttpRequest,
  type HttpResponse,
  isEqual,
  type JsonValue,
  type Parameter,
  requestFor,
  type SchemaPlace,
  type Violation,
} from "@workflow-api/contract";
import { placesOf, type Reading, readRequest, readResponse, undeclared } from "./reading.ts";

/** A request or a response that one of two contracts allows and the other does not. */
export interface Witness {
  /**
   * Who calls by the old contract, or who serves by it: they are refused, get what it does not
   * allow, or do not keep the new.
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
  readonly isValid: boolean;
  readonly read: (contract: Contract) => Reading | undefined;
}

/**
 * Holds what each of two contracts allows against the other one: callers send requests of the old
 * one and get responses of the new one, servers the reverse. Of several messages that show the
 * same, the first is a witness.
 */
export function replay(old: Contract, changed: Contract): Witness[] {
  const found = new Map<string, Witness>();
  for (const exhibit of exhibitsOf(old))
    show(found, exhibit, "new", exhibit.read(old), exhibit.read(changed));
  for (const exhibit of exhibitsOf(changed))
    show(found, exhibit, "old", exhibit.read(changed), exhibit.read(old));
  return [...found.values()];
}

/** Adds to the witnesses what a message shows and none has shown before. */
function show(
  all: Map<string, Witness>,
  exhibit: Exhibit,
  which: "new" | "old",
  own?: Reading,
  other?: Reading,
): void {
  const { request, response, title } = exhibit;
  if (!exhibit.isValid || own?.operation === undefined || other === undefined) return;
  const whom = (which === "new") === (response === undefined) ? "callers" : "servers";
  const { operationId, pointer: at } = own.operation;
  for (const violation of lost(whom, response?.status, own, other)) {
    const { keyword, message, part, pointer } = violation;
    const where = `${response?.status} ${part} ${pointer.replaceAll(/\/\d+/g, "/0")} ${keyword}`;
    if (all.has(`${whom} ${operationId} ${where}`)) continue;
    const answered = `${at}/responses/${response?.status}`;
    const places = [...placesOf(other, violation), ...placesOf(own, violation), answered];
    const reason = `By the ${which} contract, ${part}${pointer === "" ? "" : ` at ${pointer}`} ${message}.`;
    const witness = {
      for: whom,
      operationId,
      reason,
      title,
      request,
      response,
      pointer,
      places,
    } as const;
    all.set(`${whom} ${operationId} ${where}`, witness);
  }
}

/**
 * Whether each message that breaks the keyword at a pointer is refused by both contracts for the
 * same part of it.
 */
export function isHeld(old: Contract, changed: Contract, pointer: string): boolean {
  const broken = [old, changed].flatMap(exhibitsOf).filter(({ isValid }) => !isValid);
  const verdicts = broken.flatMap(({ read }) => {
    const readings = [read(old), read(changed)].filter((reading) => reading !== undefined);
    const isAbout = (reading: Reading, one: Violation): boolean =>
      pointer.endsWith(`/${one.keyword}`) && placesOf(reading, one).includes(pointer);
    const about = readings.flatMap((each) => each.violations.filter((one) => isAbout(each, one)));
    return about.map(({ part, pointer: at }) =>
      readings.every(({ violations }) =>
        violations.some((one) => one.part === part && one.pointer === at),
      ),
    );
  });
  return verdicts.length > 0 && verdicts.every(Boolean);
}

/** A contract is often held against several: the versions of a history, each edit of a test. */
const derived = new WeakMap<Contract, readonly Exhibit[]>();

function exhibitsOf(contract: Contract): readonly Exhibit[] {
  const known = derived.get(contract);
  if (known !== undefined) return known;
  const requests = deriveCases(contract).map(({ expected: { kind }, request, title }): Exhibit => {
    const isValid = kind === "scenario" || kind === "valid";
    return { request, response: undefined, title, isValid, read: (by) => readRequest(by, request) };
  });
  const responses = deriveResponses(contract).map((one): Exhibit => {
    const request = requestFor(one.operation, one.values);
    return { ...one, request, read: (by) => readResponse(by, one) };
  });
  const exhibits = [...requests, ...responses];
  derived.set(contract, exhibits);
  return exhibits;
}

/** What one contract allows of a message, and the other refuses or takes for something else. */
function lost(
  whom: Witness["for"],
  status: number | undefined,
  own: Reading,
  other: Reading,
): Violation[] {
  const { operation, violations } = other;
  if (status !== undefined)
    return violations.filter(
      (each) => whom === "servers" || !isTolerated(each, status, own, other),
    );
  if (operation === undefined) return [...violations];
  const members = undeclared(own, other).map((pointer) =>
    told("body", "properties", "is not read", pointer),
  );
  return [
    ...violations,
    ...members,
    ...own.fields.flatMap((field) => misread(own, other, field) ?? []),
  ];
}

/**
 * What does not disturb callers: an error status that they do not know, which is the first of its
 * class to them (RFC 9110, 15), a body where they expect none, and a media type beside those that
 * they ask for.
 */
function isTolerated(
  { keyword, part }: Violation,
  status: number,
  own: Reading,
  other: Reading,
): boolean {
  if (part === "status") return status >= 400;
  if (keyword !== "mediaType") return part === "body" && keyword === "content";
  const [offered = [], known = []] = [own, other].map(({ operation }) => {
    const documented = operation?.responses.find((each) => each.status === status);
    return documented?.content.map(({ mediaType }) => mediaType);
  });
  return known.every((mediaType) => offered.includes(mediaType));
}

/** What another contract does not read, or takes for something else where it is not sent. */
function misread(own: Reading, other: Reading, parameter: Parameter): Violation | undefined {
  const { in: place, key } = parameter;
  const twin = other.fields.find((each) => each.key === key);
  const isSent = own.values.has(key);
  const credentials = other.contract.securitySchemes.map(
    ({ header }) => `header ${header.toLowerCase()}`,
  );
  if (place === "path" || credentials.includes(key)) return undefined;
  if (twin === undefined) return isSent ? told(key, "in", "is not read") : undefined;
  const [sent, read] = [own.values.get(key), other.values.get(key)];
  if (Array.isArray(sent) && Array.isArray(read) && sent.length !== read.length)
    return told(key, "explode", `is read as ${JSON.stringify(read)}`);
  if (isSent) return undefined;
  const [before, after] = [defaultOf(own, parameter), defaultOf(other, twin)];
  const message = `is ${JSON.stringify(after) ?? "nothing"} where it is not sent`;
  return isEqual(before, after) ? undefined : told(key, "default", message);
}

function told(part: string, keyword: string, message: string, pointer = ""): Violation {
  return { part, pointer, keyword, message };
}

function defaultOf({ contract }: Reading, place: SchemaPlace): JsonValue | undefined {
  const defaults = facetsOf(contract.document, [place]).map(({ schema }) => schema["default"]);
  return defaults.find((value) => value !== undefined);
}
