import type { Contract, MediaType, Shape } from "@workflow-api/contract";
import { essenceOf } from "@workflow-api/contract/http";
import { appendPointer, pointerOfReference, valueAt } from "@workflow-api/contract/json";
import {
  type Difference,
  differenceOf,
  existenceOf,
  type Place,
  paired,
  partiesOf,
} from "./difference.ts";
import { narrowingsOf } from "./schemas/inclusion.ts";
import type { Narrowing } from "./schemas/narrowings.ts";
import { canonicalFrom } from "./written.ts";

// What differs in the values and representations of a part: by its shape, or as it is written.

/** A part of a contract that is compared by its shape, or as it is written. */
export interface Content {
  readonly pointer: string;
  /** `undefined`: no rule reads it. */
  readonly shape?: Shape;
  readonly written: string;
}

/** The representations of a body, by their media types. Those beside JSON have no shape. */
export function typesOf(
  contract: Contract,
  place: string,
  content: readonly MediaType[],
): Map<string, Content> {
  const written = writtenParts(contract, place, "content");
  const [json] = content.flatMap(({ mediaType }) => written.get(mediaType) ?? []);
  // A single one that is not there, but another one, was read as its equivalent.
  const others = written.size > 1 || content.length === 0 ? [...written] : [];
  return new Map<string, Content>([
    ...others.map(([type, each]) => {
      const isAlike = each.written === json?.written;
      return [essenceOf(type), isAlike ? { ...each, written: xmlOf(each.written) } : each] as const;
    }),
    ...content.map(({ mediaType, pointer, shape }) => {
      const type = { pointer, shape, written: "" };
      return [essenceOf(mediaType), type] as const;
    }),
  ]);
}

/** What is said of a body beside JSON that is described as the one in JSON. */
function xmlOf(written: string): string {
  return `as in JSON ${(written.match(/xml\\":{[^}]*}/g) ?? []).join()}`;
}

export function contentDifferences(
  place: Place,
  before: ReadonlyMap<string, Content>,
  after: ReadonlyMap<string, Content>,
): Difference[] {
  return paired(before, after).flatMap(([, was, is]) => {
    if (was?.shape && is?.shape) return schemaDifferences(place, was.shape, is.shape);
    if (was !== undefined && is !== undefined)
      return was.written === is.written ? [] : [writtenDifference(place, "content", was, is)];
    const isRequest = place.code === undefined;
    // A client that asks for a known representation gets no other one, while that is offered.
    const parties = was
      ? partiesOf(true, !isRequest)
      : partiesOf(false, isRequest || before.size === 0);
    const { shape } = was ?? is ?? {};
    return existenceOf(place, "content", was?.pointer, is?.pointer, {
      parties,
      breaksBuild: was !== undefined && shape !== undefined,
      isWritten: shape === undefined,
    });
  });
}

/** The parts at a key of an object of the document, as they are written, behind a reference. */
export function writtenParts(
  { sourceDocument }: Contract,
  place: string,
  key: string,
): Map<string, Content> {
  const { $ref } = Object(valueAt(sourceDocument, place));
  const holder = typeof $ref === "string" ? pointerOfReference($ref) : place;
  const root = appendPointer(holder, key);
  return new Map(
    Object.keys(valueAt(sourceDocument, root) ?? {}).map((name) => {
      const pointer = appendPointer(root, name);
      return [name, { pointer, written: canonicalFrom(sourceDocument, pointer) }];
    }),
  );
}

/** The differences of callbacks or webhooks, which no rule reads. */
export function writtenDifferences(
  place: Place,
  before: ReadonlyMap<string, Content>,
  after: ReadonlyMap<string, Content>,
): Difference[] {
  return paired(before, after).flatMap(([, was, is]) =>
    was?.written === is?.written ? [] : writtenDifference(place, place.part, was, is),
  );
}

/** Nobody depends on what is new. */
export function writtenDifference(
  place: Place,
  keyword: string,
  was: Content | undefined,
  is: Content | undefined,
): Difference {
  const parties = partiesOf(was !== undefined, was !== undefined && is !== undefined);
  return existenceOf(place, keyword, was?.pointer, is?.pointer, { parties, isWritten: true });
}

/** An empty segment or list is not sent. */
const sent = { pointer: "", schema: { minItems: 1 } };
const segment = { pointer: "", schema: { minItems: 1, minLength: 1 } };

/** What breaks nobody who reads a response: members that are added or removed, and defaults. */
const unread: ReadonlySet<string> = new Set(["properties", "writeOnly", "default"]);

/** What has happened, if it is not that a keyword differs. */
function summaryOf(keyword: string, isNarrower: boolean): string {
  if (isOfMember(keyword)) return isNarrower ? "was removed." : "was added.";
  return keyword === "size" ? "is too large to compare." : "";
}

function isOfMember(keyword: string): boolean {
  return keyword === "members" || keyword === "properties";
}

/** The differences between the values of a part. */
export function schemaDifferences(place: Place, before: Shape, after: Shape): Difference[] {
  const { code, part } = place;
  const isWire = part !== "body";
  const isRequest = code === undefined;
  const implied = part.startsWith("path ") ? [segment] : isWire && isRequest ? [sent] : [];
  const was = before.and(...implied);
  const is = after.and(...implied);
  const form = isWire ? "wire" : isRequest ? "request" : "response";
  const differ = (narrowing: Narrowing, isNarrower: boolean): Difference => {
    const { keyword } = narrowing;
    return differenceOf(place, keyword, {
      at: narrowing.at,
      summary: summaryOf(keyword, isNarrower),
      examples: narrowing.examples,
      oldPointers: isNarrower ? narrowing.wider : narrowing.narrower,
      newPointers: isNarrower ? narrowing.narrower : narrowing.wider,
      parties:
        !isRequest && unread.has(keyword)
          ? []
          : partiesOf(isRequest === isNarrower, isRequest !== isNarrower),
      breaksBuild: isNarrower && isOfMember(keyword),
    });
  };
  return [
    ...narrowingsOf(was, is, form).map((each) => differ(each, true)),
    ...narrowingsOf(is, was, form).map((each) => differ(each, false)),
  ];
}
