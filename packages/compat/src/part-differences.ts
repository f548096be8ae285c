import type { Shape } from "@workflow-api/contract";
import { isEqual } from "@workflow-api/contract/json";
import {
  type Difference,
  differenceOf,
  existenceOf,
  type Party,
  type Place,
  paired,
  partiesOf,
} from "./difference.ts";
import type { Part, Parts } from "./parts.ts";
import { narrowingsOf } from "./schemas/inclusion.ts";
import type { Narrowing } from "./schemas/narrowings.ts";

/** The differences between the parts of two requests or responses. */
export function partDifferences(place: Place, before: Parts, after: Parts): Difference[] {
  const hadContent = hasContent(before);
  // The representations come and go with their body.
  const isBodyAlone =
    before.has("body") !== after.has("body") && !(hadContent && hasContent(after));
  return paired(before, after).flatMap(([, was, is]) => {
    const compared = was ?? is;
    if (compared === undefined || (compared.keyword === "content" && isBodyAlone)) return [];
    const partPlace = { ...place, part: compared.part };
    return was === undefined || is === undefined
      ? ofExistence(partPlace, was, is, hadContent)
      : ofChanged(partPlace, was, is);
  });
}

function hasContent(parts: Parts): boolean {
  return [...parts.values()].some(({ keyword }) => keyword === "content");
}

/** A part that one of the contracts does not have. */
function ofExistence(
  place: Place,
  was: Part | undefined,
  is: Part | undefined,
  hadContent: boolean,
): Difference {
  const { isRequired = false, keyword = "", shape } = was ?? is ?? {};
  const isRequest = place.code === undefined;
  const isAdded = was === undefined;
  const isRead = keyword === "in" || shape !== undefined;
  const parties = (): Party[] => {
    if (keyword === "in")
      return isRequest
        ? partiesOf(!isAdded || isRequired, isAdded || isRequired)
        : partiesOf(!isAdded && isRequired, isAdded && isRequired);
    // A client that asks for a known representation gets no other one, while that is offered.
    if (keyword === "content")
      return partiesOf(!isAdded, isAdded ? isRequest || !hadContent : !isRequest);
    // Nobody depends on what is new.
    return partiesOf(!isAdded, false);
  };
  return existenceOf(place, keyword, was?.pointer, is?.pointer, {
    parties: parties(),
    breaksBuild: isRead && (!isAdded || (isRequest && isRequired)),
    isWritten: !isRead,
  });
}

function ofChanged(place: Place, was: Part, is: Part): Difference[] {
  return [
    ...requirementDifferences(place, was, is),
    ...fieldDifferences(place, was, is),
    ...valueDifferences(place, was, is),
  ];
}

function valueDifferences(place: Place, was: Part, is: Part): Difference[] {
  if (was.shape === undefined || is.shape === undefined) return writtenDifferences(place, was, is);
  const found = schemaDifferences(place, was.shape, is.shape);
  // What is too large to compare is the same if it is written equally.
  const isUndecided = found.some(({ keyword }) => keyword === "size");
  return isUndecided && was.written() === is.written() ? [] : found;
}

function requirementDifferences(place: Place, was: Part, is: Part): Difference[] {
  if (was.isRequired === is.isRequired) return [];
  const isRequest = place.code === undefined;
  const isMore = is.isRequired === true;
  return [
    differenceOf(place, "required", {
      parties: [isMore === isRequest ? "clients" : "servers"],
      breaksBuild: isRequest && isMore,
      oldPointers: [`${was.pointer}/required`],
      newPointers: [`${is.pointer}/required`],
    }),
  ];
}

function fieldDifferences(place: Place, was: Part, is: Part): Difference[] {
  return paired(was.fields ?? new Map(), is.fields ?? new Map()).flatMap(
    ([keyword, oldValue, newValue]) => {
      // Of two lists alone.
      const isCompared =
        keyword !== "explode" || (oldValue !== undefined && newValue !== undefined);
      if (!isCompared || isEqual(oldValue, newValue)) return [];
      const path = keyword === "default" ? "schema/default" : keyword;
      return differenceOf(place, keyword, {
        parties: partiesOf(true, true),
        oldPointers: [`${was.pointer}/${path}`],
        newPointers: [`${is.pointer}/${path}`],
      });
    },
  );
}

function writtenDifferences(place: Place, was: Part, is: Part): Difference[] {
  // What is described as the body in JSON changes with it.
  const isAsJson = was.besideJson !== undefined && was.besideJson() === is.besideJson?.();
  if (isAsJson || was.written() === is.written()) return [];
  const parties = partiesOf(true, true);
  return [existenceOf(place, was.keyword, was.pointer, is.pointer, { parties, isWritten: true })];
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
function schemaDifferences(place: Place, before: Shape, after: Shape): Difference[] {
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
