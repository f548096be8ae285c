import { appendPointer, isEqual, type JsonValue, type Shape } from "@workflow-api/contract";
import { type Alternative, isWhole } from "./alternatives.ts";
import type { Compare } from "./inclusion.ts";
import { below, type Loss, lossAt } from "./losses.ts";
import { brokenRules, matchesApart, patternOf, type StringRules } from "./strings.ts";

/** Two shapes of one type, and how their parts are compared. */
interface Pair {
  readonly mine: Shape;
  readonly theirs: Shape;
  readonly compare: Compare;
}

/**
 * The values of one alternative that another one of its type may refuse, keyword by keyword. Listed
 * values are compared elsewhere.
 */
export function keywordLosses(
  own: Alternative,
  { shape: theirs }: Alternative,
  compare: Compare,
): Loss[] {
  const { shape: mine, type } = own;
  const pair: Pair = { mine, theirs, compare };
  const byType: Readonly<Record<string, () => Loss[]>> = {
    string: () => stringLosses(pair),
    array: () => arrayLosses(pair),
    object: () => objectLosses(pair),
  };
  const losses = byType[type]?.() ?? numberLosses(pair, isWhole(own));
  return [...losses, ...negationLosses(pair)];
}

/** Values that one of them excludes, the other one must exclude, too. */
function negationLosses({ compare, mine, theirs }: Pair): Loss[] {
  const [own, other] = [mine.subschemas("not"), theirs.subschemas("not")];
  const [known, excluded] = [own.locations, other.locations];
  const isKept =
    known.length === 1 && excluded.length === 1
      ? compare(other, own).length === 0
      : excluded.every((each) => known.some(({ schema }) => isEqual(schema, each.schema)));
  return isKept ? [] : [lossAt("not", mine, theirs, ...(other.values ?? []))];
}

function rulesOf(shape: Shape): StringRules {
  return {
    patterns: shape.keywordValues("pattern").map(String),
    minLength: shape.limit("minLength") ?? 0,
    maxLength: shape.limit("maxLength") ?? Number.POSITIVE_INFINITY,
  };
}

/** Whether a pattern allows no strings but these. */
export function isAmong({ shape, type }: Alternative, values: readonly JsonValue[]): boolean {
  if (type !== "string" || values.length === 0) return false;
  const patterns = [patternOf(values.map(String))];
  const rules = { patterns, minLength: 0, maxLength: Number.POSITIVE_INFINITY };
  return brokenRules(rulesOf(shape), rules).length === 0;
}

function stringLosses(pair: Pair): Loss[] {
  const { mine, theirs } = pair;
  return [
    ...brokenRules(rulesOf(mine), rulesOf(theirs)).map(({ example, keyword }) =>
      lossAt(keyword, mine, theirs, ...(example === undefined ? [] : [example])),
    ),
    ...formatLosses(pair, "text"),
  ];
}

function formatLosses({ mine, theirs }: Pair, ...examples: readonly JsonValue[]): Loss[] {
  const known = mine.keywordValues("format");
  const isOther = theirs
    .keywordValues("format")
    .some((format) => !known.includes(format) && !powers.has(format));
  return isOther ? [lossAt("format", mine, theirs, ...examples)] : [];
}

/** The formats that are bounds of a number, with their powers of two. */
const powers: ReadonlyMap<JsonValue, number> = new Map([
  ["int32", 31],
  ["int64", 63],
]);

/** A minimum and a maximum. */
interface Range {
  readonly least: number;
  readonly most: number;
}

function rangeLosses(
  { mine, theirs }: Pair,
  noun: string,
  rangeOf: (shape: Shape) => Range,
  ...examples: readonly JsonValue[]
): Loss[] {
  const [own, other] = [rangeOf(mine), rangeOf(theirs)];
  return [
    ...(own.least < other.least ? [lossAt(`min${noun}`, mine, theirs, ...examples)] : []),
    ...(own.most > other.most ? [lossAt(`max${noun}`, mine, theirs, ...examples)] : []),
  ];
}

function numberLosses(pair: Pair, isWhole: boolean): Loss[] {
  const { mine, theirs } = pair;
  const factorsOf = (shape: Shape): number[] => shape.keywordValues("multipleOf").map(Number);
  const factors = [...factorsOf(mine), ...(isWhole ? [1] : [])];
  const isMultiple = (number: number): boolean => Math.abs(number - Math.round(number)) < 1e-9;
  const undivided = factorsOf(theirs).filter(
    (factor) => !factors.some((each) => isMultiple(each / factor)),
  );
  const step = Math.max(...factors, 0) || 0.5;
  const { least, most } = numbersOf(theirs, isWhole);
  // The bounds, and the nearest multiples of the step beyond them.
  const beyond = [Math.ceil(least / step) - 1, Math.floor(most / step) + 1].map((n) => n * step);
  const examples = [...beyond, least, most].filter(Number.isFinite);
  return [
    ...rangeLosses(pair, "imum", (shape) => numbersOf(shape, isWhole), ...examples),
    ...undivided.map((factor) => lossAt("multipleOf", mine, theirs, factor + step)),
    ...formatLosses(pair),
  ];
}

/** The least and the greatest number within the bounds; for integers, whole ones. */
function numbersOf(shape: Shape, isWhole: boolean): Range {
  const bounds = (keyword: string): number[] => shape.keywordValues(keyword).map(Number);
  // Beside an exclusive bound, no number that a document writes is closer to it.
  const step = (bound: number): number => Number.EPSILON * Math.max(1, Math.abs(bound));
  const above = bounds("exclusiveMinimum").map((bound) => bound + step(bound));
  const under = bounds("exclusiveMaximum").map((bound) => bound - step(bound));
  const limits = shape
    .keywordValues("format")
    .map((format) => 2 ** (powers.get(format) ?? Infinity));
  const least = Math.max(...bounds("minimum"), ...above, ...limits.map((limit) => -limit));
  const most = Math.min(...bounds("maximum"), ...under, ...limits.map((limit) => limit - 1));
  return isWhole ? { least: Math.ceil(least), most: Math.floor(most) } : { least, most };
}

/** The number of items or members. */
function countLosses(pair: Pair, noun: "Items" | "Properties"): Loss[] {
  return rangeLosses(pair, noun, (shape) => ({
    least: shape.limit(`min${noun}`) ?? 0,
    most: shape.limit(`max${noun}`) ?? Number.POSITIVE_INFINITY,
  }));
}

function arrayLosses(pair: Pair): Loss[] {
  const { compare, mine, theirs } = pair;
  const isUnique = (shape: Shape): boolean => shape.keywordValues("uniqueItems").includes(true);
  return [
    ...countLosses(pair, "Items"),
    ...(isUnique(theirs) && !isUnique(mine) ? [lossAt("uniqueItems", mine, theirs)] : []),
    ...below("*", compare(mine.items, theirs.items)),
  ];
}

function objectLosses(pair: Pair): Loss[] {
  const { mine, theirs } = pair;
  const isDemanded = [...theirs.required].some((name) => !mine.required.has(name));
  const names = new Set([...mine.names, ...theirs.names]);
  return [
    ...(isDemanded ? [lossAt("required", mine, theirs)] : []),
    ...[...names].flatMap((name) => below(name, memberLosses(pair, name))),
    ...otherLosses(pair, [...names]),
    ...countLosses(pair, "Properties"),
    ...nameLosses(pair),
  ];
}

/** Whether it allows everything. */
function isOpen({ locations }: Shape): boolean {
  return locations.every(({ schema }) => schema === true);
}

function memberLosses({ compare, mine, theirs }: Pair, name: string): readonly Loss[] {
  const [own, other] = [mine.property(name), theirs.property(name)];
  if (own.isNever) return [];
  if (other.isNever) return [lossAt("additionalProperties", mine, theirs)];
  if (!theirs.names.includes(name) && isOpen(other)) {
    const loss = lossAt("properties", mine, theirs);
    const absent = loss.other.map((pointer) => appendPointer(pointer, name));
    return [{ ...loss, own: own.locations.map(({ pointer }) => pointer), other: absent }];
  }
  // A newly declared member says nothing about its earlier values.
  const isNew = !mine.names.includes(name) && isOpen(own) && mine.names.length > 0;
  if (isNew && !mine.required.has(name)) return [];
  const annotations = annotationsOf(own, other, mine.required.has(name));
  return [...annotations.map((keyword) => lossAt(keyword, own, other)), ...compare(own, other)];
}

/** What is said of a member by which it is not read, not sent, or has another value if omitted. */
function annotationsOf(own: Shape, other: Shape, isRequired: boolean): string[] {
  const [before, after] = [own, other].map((shape) => ({
    isRead: shape.keyword("readOnly") !== true,
    isSent: shape.keyword("writeOnly") !== true,
    usual: shape.keyword("default"),
  }));
  return [
    ...(before?.isRead && !after?.isRead ? ["readOnly"] : []),
    ...(!before?.isSent && after?.isSent && isRequired ? ["writeOnly"] : []),
    ...(!isRequired && !isEqual(before?.usual, after?.usual) ? ["default"] : []),
  ];
}

/**
 * Members that are not declared by name: by the patterns that their names match, or else by
 * `additionalProperties`.
 */
function otherLosses({ compare, mine, theirs }: Pair, declared: readonly string[]): Loss[] {
  const stated = [mine, theirs].flatMap((shape) => shape.keywordValues("patternProperties"));
  const patterns = [...new Set(stated.flatMap((each) => Object.keys(each ?? {})))];
  const names = matchesApart(patterns, declared);
  if (names === undefined)
    return patterns.flatMap((pattern) => {
      const parts = [mine, theirs].map((shape) => shape.subschemas("patternProperties", pattern));
      const [own, other] = parts;
      const areBoth = parts.every(({ locations }) => locations.length > 0);
      return own && other && areBoth
        ? below("*", compare(own, other))
        : [lossAt("patternProperties", mine, theirs)];
    });
  return names.flatMap((name) => {
    const [own, other] = [mine.property(name), theirs.property(name)];
    const losses = own.isNever ? [] : compare(own, other);
    if (losses.length === 0 || !(isOpen(own) || other.isNever)) return below("*", losses);
    const isMatch = patterns.some((pattern) => new RegExp(pattern, "u").test(name));
    return [lossAt(isMatch ? "patternProperties" : "additionalProperties", mine, theirs)];
  });
}

function nameLosses({ compare, mine, theirs }: Pair): Loss[] {
  const [names, others] = [mine.subschemas("propertyNames"), theirs.subschemas("propertyNames")];
  const isNamed = others.locations.length === 0 || compare(names, others).length === 0;
  return isNamed ? [] : [lossAt("propertyNames", mine, theirs)];
}
