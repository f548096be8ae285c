import type { Shape } from "@workflow-api/contract";
import { isEqual } from "@workflow-api/contract/json";
import type { Audience, Difference } from "../change.ts";
import type { OperationPart, Parts } from "../pair/operation-parts.ts";
import {
  audiencesWhere,
  type ComparedPlace,
  differenceOf,
  existenceOf,
  paired,
  receiverOf,
} from "./difference.ts";
import { narrowingsOf } from "./inclusion.ts";
import type { Narrowing } from "./narrowings.ts";

/** The differences between the parts of two requests or responses. */
export function partDifferences(place: ComparedPlace, before: Parts, after: Parts): Difference[] {
  const hadContent = hasContent(before);
  // The representations come and go with their body.
  const isBodyAlone =
    before.has("body") !== after.has("body") && !(hadContent && hasContent(after));
  return paired(before, after).flatMap(([, was, is]) => {
    const compared = was ?? is;
    if (compared === undefined || (compared.keyword === "content" && isBodyAlone)) return [];
    const partPlace = { ...place, part: compared.part };
    return was === undefined || is === undefined
      ? ofExistence(partPlace, { was, is, hadContent })
      : ofChanged(partPlace, was, is);
  });
}

function hasContent(parts: Parts): boolean {
  return [...parts.values()].some(({ keyword }) => keyword === "content");
}

/** A part that one of the contracts does not have. */
interface PartExistence {
  readonly was: OperationPart | undefined;
  readonly is: OperationPart | undefined;
  /** Whether its message had a described body before. */
  readonly hadContent: boolean;
}

/** Whom it affects that a part was added or removed: its sender, and its receiver. */
type Rule = (ruleInput: {
  readonly isAdded: boolean;
  readonly isRequired: boolean;
  readonly hadContent: boolean;
}) => readonly [sender: boolean, receiver: boolean];

/**
 * The parts of a message: servers read all that clients send, and clients only what they know of
 * what servers send. A parameter exists by `in`, a representation by `content`.
 */
const existenceRules: Readonly<Record<Audience, Readonly<Record<OperationPart["keyword"], Rule>>>> =
  {
    clients: {
      in: ({ isAdded, isRequired }) => [!isAdded || isRequired, isAdded || isRequired],
      content: ({ isAdded }) => [!isAdded, isAdded],
    },
    servers: {
      in: ({ isAdded, isRequired }) => [isAdded && isRequired, !isAdded && isRequired],
      // A client that asks for a known representation gets no other one, while that is offered.
      content: ({ hadContent, isAdded }) => [!isAdded || !hadContent, !isAdded],
    },
  };

function ofExistence(place: ComparedPlace, { hadContent, is, was }: PartExistence): Difference[] {
  const part = was ?? is;
  if (part === undefined) return [];
  const { isRequired = false, keyword } = part;
  const { sender } = place;
  const rule = existenceRules[sender][keyword];
  const [breaksSender, breaksReceiver] = rule({
    isAdded: was === undefined,
    isRequired,
    hadContent,
  });
  const affects = [
    ...(breaksSender ? [sender] : []),
    ...(breaksReceiver ? [receiverOf(place)] : []),
  ];
  const pointers = { was: was?.pointer, is: is?.pointer };
  return [existenceOf(place, keyword, pointers, { affects })];
}

function ofChanged(place: ComparedPlace, was: OperationPart, is: OperationPart): Difference[] {
  return [
    ...requirementDifferences(place, was, is),
    ...fieldDifferences(place, was, is),
    ...valueDifferences(place, was, is),
  ];
}

function requirementDifferences(
  place: ComparedPlace,
  was: OperationPart,
  is: OperationPart,
): Difference[] {
  if (was.isRequired === is.isRequired) return [];
  return [
    differenceOf(place, "required", {
      affects: [is.isRequired === true ? place.sender : receiverOf(place)],
      oldPointers: [`${was.pointer}/required`],
      newPointers: [`${is.pointer}/required`],
    }),
  ];
}

/** The keywords of which no message shows what they mean. */
const undecidedFields = /^(allowEmptyValue|xml|x-.*)$/;

/** Why no message shows that a default differs. The empty string: one does. */
function undecidedDefault(was: Shape | undefined, is: Shape | undefined): string {
  const areBoth = [was, is].every((each) => each?.keyword("default") !== undefined);
  return areBoth ? "" : "one of the contracts does not say what it means if it is not sent";
}

function undecidedField(keyword: string, was: OperationPart, is: OperationPart): string {
  if (keyword === "default") return undecidedDefault(was.shape, is.shape);
  return undecidedFields.test(keyword) ? "no rule reads this keyword" : "";
}

function fieldDifferences(
  place: ComparedPlace,
  was: OperationPart,
  is: OperationPart,
): Difference[] {
  return paired(was.fields ?? new Map(), is.fields ?? new Map()).flatMap(
    ([keyword, oldValue, newValue]) => {
      // Of two lists or objects alone.
      const isCompared =
        !/^(explode|style)$/.test(keyword) || (oldValue !== undefined && newValue !== undefined);
      if (!isCompared || isEqual(oldValue, newValue)) return [];
      const path = keyword === "default" ? "schema/default" : keyword;
      return differenceOf(place, keyword, {
        affects: audiencesWhere(true, true),
        undecided: undecidedField(keyword, was, is),
        oldPointers: [`${was.pointer}/${path}`],
        newPointers: [`${is.pointer}/${path}`],
      });
    },
  );
}

/** A part whose values are described. */
type ReadPart = OperationPart & { readonly shape: Shape };

function isRead(part: OperationPart): part is ReadPart {
  return part.shape !== undefined;
}

function valueDifferences(
  place: ComparedPlace,
  was: OperationPart,
  is: OperationPart,
): Difference[] {
  if (isRead(was) && isRead(is)) return schemaDifferences(place, was, is);
  if (was.statement() === is.statement()) return [];
  return [
    existenceOf(
      place,
      was.keyword,
      { was: was.pointer, is: is.pointer },
      {
        summary: "has changed, and is not compared.",
        affects: audiencesWhere(true, true),
        undecided: "its values are not compared",
      },
    ),
  ];
}

/** An empty segment or list is not sent. */
const sent = { pointer: "", schema: { minItems: 1 } };
const segment = { pointer: "", schema: { minItems: 1, minLength: 1 } };

/** What breaks nobody who reads a response: members that are added or removed, and defaults. */
const unread: ReadonlySet<string> = new Set(["properties", "writeOnly", "default"]);

/** The differences between the values of a part. */
function schemaDifferences(place: ComparedPlace, before: ReadPart, after: ReadPart): Difference[] {
  const { code, part } = place;
  const isParameter = before.isWire === true && code === undefined;
  const implied = part.startsWith("path ") ? [segment] : isParameter ? [sent] : [];
  const was = before.shape.and(...implied);
  const is = after.shape.and(...implied);
  const form = before.isWire === true ? "wire" : code === undefined ? "request" : "response";
  const found = [
    ...narrowingsOf(was, is, form).map((each) => differenceBy(place, each, true)),
    ...narrowingsOf(is, was, form).map((each) => differenceBy(place, each, false)),
  ];
  // What is too large to compare is the same if the documents are equal there.
  const isUndecided = found.some(({ keyword }) => keyword === "size");
  return isUndecided && before.statement() === after.statement() ? [] : found;
}

/** @param isNarrower - Whether the new schema is the narrower one. */
function differenceBy(place: ComparedPlace, narrowing: Narrowing, isNarrower: boolean): Difference {
  const { at, keyword, narrower, narrowerPointers, wider, widerPointers } = narrowing;
  const isUnread = place.sender === "servers" && unread.has(keyword);
  return differenceOf(place, keyword, {
    at,
    ...happenedTo(keyword, isNarrower),
    shapes: { wider, narrower },
    undecided: keyword === "default" ? undecidedDefault(wider, narrower) : "",
    oldPointers: isNarrower ? widerPointers : narrowerPointers,
    newPointers: isNarrower ? narrowerPointers : widerPointers,
    affects: isUnread ? [] : [isNarrower ? place.sender : receiverOf(place)],
  });
}

/** What has happened, if it is not that a keyword differs. */
function happenedTo(
  keyword: string,
  isNarrower: boolean,
): Pick<Difference, "happened" | "summary"> {
  if (keyword !== "members" && keyword !== "properties")
    return { happened: undefined, summary: keyword === "size" ? "is too large to compare." : "" };
  const happened = isNarrower ? "removed" : "added";
  return { happened, summary: `was ${happened}.` };
}
