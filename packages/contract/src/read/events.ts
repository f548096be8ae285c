import {
  type AliasEvent,
  CORE_SCHEMA,
  EVENT_ID,
  type Event,
  getScalarValue,
  type MappingEvent,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from "js-yaml";
import { appendPointer, isWithin, type JsonObject, type JsonValue } from "../json.ts";
import type { UnlocatedProblem } from "../profile/kind.ts";
import { mostDepth, openReference, type SyntaxProblem, tooDeep, unknownTag } from "./syntax.ts";

// From the events of the YAML parser to a value.

/** How many characters precede each member or item of an object or an array. */
export type Offsets = Readonly<Record<string, number>>;

/** How many values aliases may repeat in a file. */
const mostRepeated = 1_000_000;

/** What is read of a text so far. */
type EventReader = ReturnType<typeof createEventReader>;

/** What aliases repeat. */
interface Anchor {
  readonly pointer: string;
  readonly value: JsonValue;
}

/** Reads the events of a text from its beginning. */
export function createEventReader(
  text: string,
  events: readonly Event[],
  /** Gives up. */
  refuse: (problems: readonly SyntaxProblem[]) => never,
) {
  return {
    text,
    events,
    refuse,
    /** The index of the next event: after the beginning of the document. */
    next: 1,
    /** The names and indices that lead to the value that is being read. */
    path: [] as (string | number)[],
    /** Where the last value ended. */
    end: 0,
    offsets: new Map<JsonValue, Offsets>(),
    problems: [] as SyntaxProblem[],
    valueProblems: [] as UnlocatedProblem[],
    /** The last one of each name that was read to its end. */
    anchors: new Map<string, Anchor>(),
    /** How many values aliases repeat. */
    repeated: 0,
  };
}

function addProblem({ path, problems }: EventReader, offset: number, message: string): null {
  problems.push({ message, offset, pointer: appendPointer("", ...path) });
  return null;
}

/** Not every parser reads the value the same. */
function addValueProblem({ path, valueProblems }: EventReader, message: string): void {
  valueProblems.push({ message, pointer: appendPointer("", ...path), kind: "value" });
}

/** Where the next node begins. One without a text, such as an empty item, follows the last one. */
function nextOffset({ end, events, next, text }: EventReader): number {
  const event = events[next];
  if (event !== undefined && "start" in event) return event.start;
  if (event?.type === EVENT_ID.ALIAS) return event.anchorStart - 1;
  if (event?.type !== EVENT_ID.SCALAR) return end;
  if (event.valueStart < 0 && event.tagStart < 0) return end + text.slice(end).search(/\S/);
  // A quote, or the end of the line with > or |, precedes the text of other styles.
  const sign = event.style === SCALAR_STYLE.PLAIN ? 0 : 1;
  return event.valueStart < 0 ? event.tagStart : event.valueStart - sign;
}

/** The value of the next node. Values that JSON cannot represent are reported, and become null. */
export function readNode(reader: EventReader): JsonValue {
  const { anchors, events, next, path, text } = reader;
  const event = events[next];
  if (event?.type === EVENT_ID.ALIAS) return readAlias(reader, event);
  if (event === undefined || !("tagStart" in event)) return null;
  reader.next++;
  const { anchorEnd, anchorStart } = event;
  const anchor = anchorStart < 0 ? undefined : text.slice(anchorStart, anchorEnd);
  if (anchor !== undefined) anchors.delete(anchor);
  const value =
    event.type === EVENT_ID.SCALAR ? readScalar(reader, event) : readCollection(reader, event);
  if (anchor !== undefined) anchors.set(anchor, { pointer: appendPointer("", ...path), value });
  return value;
}

/** The value of an anchor, which is the same object in each place. */
function readAlias(reader: EventReader, event: AliasEvent): JsonValue {
  const { anchors, path, text, valueProblems } = reader;
  const offset = nextOffset(reader);
  const name = text.slice(event.anchorStart, event.anchorEnd);
  const anchor = anchors.get(name);
  reader.next++;
  reader.end = event.anchorEnd;
  if (anchor === undefined)
    return addProblem(
      reader,
      offset,
      `*${name} has no anchor that ends before it: write the value itself, ` +
        "or put a string that begins with * in quotes",
    );
  const pointer = appendPointer("", ...path);
  for (const problem of valueProblems.filter((each) => isWithin(each.pointer, anchor.pointer)))
    valueProblems.push({
      ...problem,
      pointer: pointer + problem.pointer.slice(anchor.pointer.length),
    });
  countRepeated(reader, anchor.value, path.length, (message) =>
    reader.refuse([{ message, offset, pointer }]),
  );
  return anchor.value;
}

/** Refuses aliases that make a document too large or too deep for those who walk through it. */
function countRepeated(
  reader: EventReader,
  value: JsonValue,
  depth: number,
  refuse: (message: string) => never,
): void {
  reader.repeated++;
  if (depth > mostDepth) refuse(tooDeep);
  if (reader.repeated > mostRepeated)
    refuse(`aliases repeat more than ${mostRepeated} values: write some of them out`);
  if (typeof value === "object" && value !== null)
    for (const part of Object.values(value)) countRepeated(reader, part ?? null, depth + 1, refuse);
}

function readCollection(reader: EventReader, event: MappingEvent | SequenceEvent): JsonValue {
  if (event.tagStart >= 0) addValueProblem(reader, unknownTag);
  const offsets: Record<string, number> = {};
  const value =
    event.type === EVENT_ID.MAPPING ? readMembers(reader, offsets) : readItems(reader, offsets);
  // The end of the collection.
  reader.next++;
  reader.offsets.set(value, offsets);
  return value;
}

function readItems(reader: EventReader, offsets: Record<string, number>): JsonValue[] {
  const items: JsonValue[] = [];
  while (!isAtEnd(reader)) {
    offsets[items.length] = nextOffset(reader);
    reader.path.push(items.length);
    items.push(readNode(reader));
    reader.path.pop();
  }
  return items;
}

function isAtEnd({ events, next }: EventReader): boolean {
  return events[next] === undefined || events[next].type === EVENT_ID.POP;
}

function readMembers(reader: EventReader, offsets: Record<string, number>): JsonObject {
  const members: Record<string, JsonValue> = {};
  while (!isAtEnd(reader)) {
    const offset = nextOffset(reader);
    const name = readName(reader, offset);
    reader.path.push(name ?? "");
    if (name !== undefined && Object.hasOwn(members, name))
      addProblem(reader, offset, "this name occurs twice in one object: remove one");
    const value = readNode(reader);
    if (name === "$ref" && value === null) addProblem(reader, offset, openReference);
    reader.path.pop();
    if (name === undefined) continue;
    // Assigning this one would set the prototype.
    if (name === "__proto__") Object.defineProperty(members, name, { value, enumerable: true });
    else members[name] = value;
    offsets[name] = offset;
  }
  return members;
}

/** The name of a member, as every parser reads it. */
function readName(reader: EventReader, offset: number): string | undefined {
  const event = reader.events[reader.next];
  const problems = reader.problems.length;
  const value = readNode(reader);
  if (reader.problems.length > problems) return undefined;
  const refuse = (message: string): undefined => {
    addProblem(reader, offset, message);
  };
  if (event?.type !== EVENT_ID.SCALAR)
    return refuse(
      "the name of a member is not a string: put it in quotes; fill in a template's {{ }} first",
    );
  const name = getScalarValue(reader.text, event);
  if (name === "<<" && event.style === SCALAR_STYLE.PLAIN)
    return refuse("not every parser merges objects by <<: write the members themselves");
  if (typeof value === "string") return value;
  if (value === null || String(value) !== name)
    return refuse(
      `the name ${name || "of a member"} is not read the same by every parser: put it in quotes`,
    );
  return name;
}

/** A number or a string, depending on the parser: a telephone number, rather than an octal one. */
const ambiguous = /^[-+]?(0[bo][0-7_]+|0\d+|\d[\d_]*_[\d_]*(\.\d*)?)$/;

function readScalar(reader: EventReader, event: ScalarEvent): JsonValue {
  const text = getScalarValue(reader.text, event);
  reader.end = Math.max(event.valueEnd, event.tagEnd, reader.end);
  const tag = event.tagStart < 0 ? "" : reader.text.slice(event.tagStart, event.tagEnd);
  const isPlain = event.style === SCALAR_STYLE.PLAIN && tag === "";
  const isTyped = isPlain && !ambiguous.test(text);
  const value = isTyped ? (CORE_SCHEMA.resolveImplicitScalarTag(text).value as JsonValue) : text;
  const problem = /^(!!str)?$/.test(tag)
    ? scalarProblem(isPlain, text, value, reader.path.at(-1))
    : unknownTag;
  if (problem !== undefined) addValueProblem(reader, problem);
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}

/** Why not every parser reads a scalar as this value. */
function scalarProblem(
  isPlain: boolean,
  text: string,
  value: JsonValue,
  name: string | number | undefined,
): string | undefined {
  // The parser takes a number that is too large for a string.
  const isInfinite = isPlain && value === text && /^[-+]?\d*\.?\d+e\+?\d+$/i.test(text);
  if (isInfinite || (typeof value === "number" && !Number.isFinite(value)))
    return `${text} is not a JSON number: write another one`;
  if (typeof value === "number" && !Number.isSafeInteger(value) && String(value) !== text) {
    // Limits may be the nearest number.
    const isLimit = /^(exclusiveM|m)(ax|in)imum$/.test(String(name));
    if (!isLimit && /^[-+]?(\d+|0[xo][\da-f]+)$/i.test(text))
      return `${text} is beyond 2^53, where JSON numbers lose digits: write a smaller one`;
  }
  if (isPlain && ambiguous.test(text))
    return (
      `${text} is not read the same by every parser: ` +
      "put a string in quotes, or write a decimal number"
    );
  if (typeof value === "string" && (value.includes("\0") || !value.isWellFormed()))
    return "this string has NUL or half of a surrogate pair: correct the escape";
  return undefined;
}
