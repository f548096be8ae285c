import type { Shape } from "@workflow-api/contract";
import { appendPointer, canonicalText, isEqual, type JsonValue } from "@workflow-api/contract/json";
import { isText } from "../written.ts";
import { type Alternative, isWhole } from "./alternatives.ts";
import type { Compare } from "./inclusion.ts";
import { type Narrowing, narrowingBy, within } from "./narrowings.ts";
import { brokenRules, type StringRules } from "./strings.ts";

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
export function keywordNarrowings(
  own: Alternative,
  { shape: theirs }: Alternative,
  compare: Compare,
): Narrowing[] {
  const { shape: mine, type } = own;
  const pair: Pair = { mine, theirs, compare };
  const byType: Readonly<Record<string, () => Narrowing[]>> = {
    string: () => stringNarrowings(pair),
    array: () => arrayNarrowings(pair),
    object: () => objectNarrowings(pair),
  };
  const narrowings = byType[type]?.() ?? numberNarrowings(pair, isWhole(own));
  return [...narrowings, ...negationNarrowings(pair), ...unknownNarrowings(mine, theirs)];
}

/** The keywords that are compared by a rule, or have no meaning in JSON. */
const compared: ReadonlySet<string> = new Set(
  [
    "$ref additionalProperties allOf anyOf const contentSchema default discriminator enum",
    "exclusiveMaximum exclusiveMinimum format items maxItems maxLength maxProperties maximum",
    "minItems minLength minProperties minimum multipleOf not nullable oneOf pattern",
    "patternProperties properties propertyNames readOnly required type uniqueItems writeOnly xml",
  ].flatMap((line) => line.split(" ")),
);

/** A keyword that no rule reads must have the same values. */
export function unknownNarrowings(mine: Shape, theirs: Shape): Narrowing[] {
  const names = [mine, theirs].flatMap(({ schemas }) =>
    schemas.flatMap(({ schema }) => Object.keys(schema)),
  );
  const valuesOf = (shape: Shape, name: string): string[] =>
    shape.keywordValues(name).map(canonicalText).toSorted();
  return [...new Set(names)]
    .filter((name) => !compared.has(name) && !isText(name))
    .filter((name) => !isEqual(valuesOf(mine, name), valuesOf(theirs, name)))
    .map((name) => narrowingBy(name, mine, theirs));
}

/** Values that one of them excludes, the other one must exclude, too. */
function negationNarrowings({ compare, mine, theirs }: Pair): Narrowing[] {
  const [own, other] = [mine.subschemas("not"), theirs.subschemas("not")];
  const [known, excluded] = [own.locations, other.locations];
  const isKept =
    known.length === 1 && excluded.length === 1
      ? compare(other, own).length === 0
      : excluded.every((each) => known.some(({ schema }) => isEqual(schema, each.schema)));
  return isKept ? [] : [narrowingBy("not", mine, theirs, ...(other.values ?? []))];
}

function rulesOf(shape: Shape): StringRules {
  return {
    patterns: shape.keywordValues("pattern").map(String),
    minLength: shape.limit("minLength") ?? 0,
    maxLength: shape.limit("maxLength") ?? Number.POSITIVE_INFINITY,
  };
}

function stringNarrowings(pair: Pair): Narrowing[] {
  const { compare, mine, theirs } = pair;
  return [
    ...brokenRules(rulesOf(mine), rulesOf(theirs)).map(({ example, keyword }) =>
      narrowingBy(keyword, mine, theirs, ...(example === undefined ? [] : [example])),
    ),
    ...formatNarrowings(pair, "text"),
    ...compare(mine.subschemas("contentSchema"), theirs.subschemas("contentSchema")),
  ];
}

function formatNarrowings({ mine, theirs }: Pair, ...examples: readonly JsonValue[]): Narrowing[] {
  const known = mine.keywordValues("format");
  const isOther = theirs
    .keywordValues("format")
    .some((format) => !known.includes(format) && !powers.has(format));
  return isOther ? [narrowingBy("format", mine, theirs, ...examples)] : [];
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

function rangeNarrowings(
  { mine, theirs }: Pair,
  noun: string,
  rangeOf: (shape: Shape) => Range,
  ...examples: readonly JsonValue[]
): Narrowing[] {
  const [own, other] = [rangeOf(mine), rangeOf(theirs)];
  return [
    ...(own.least < other.least ? [narrowingBy(`min${noun}`, mine, theirs, ...examples)] : []),
    ...(own.most > other.most ? [narrowingBy(`max${noun}`, mine, theirs, ...examples)] : []),
  ];
}

function numberNarrowings(pair: Pair, isWhole: boolean): Narrowing[] {
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
    ...rangeNarrowings(pair, "imum", (shape) => numbersOf(shape, isWhole), ...examples),
    ...undivided.map((factor) => narrowingBy("multipleOf", mine, theirs, factor + step)),
    ...formatNarrowings(pair),
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
function countNarrowings(pair: Pair, noun: "Items" | "Properties"): Narrowing[] {
  return rangeNarrowings(pair, noun, (shape) => ({
    least: shape.limit(`min${noun}`) ?? 0,
    most: shape.limit(`max${noun}`) ?? Number.POSITIVE_INFINITY,
  }));
}

function arrayNarrowings(pair: Pair): Narrowing[] {
  const { compare, mine, theirs } = pair;
  const isUnique = (shape: Shape): boolean => shape.keywordValues("uniqueItems").includes(true);
  return [
    ...countNarrowings(pair, "Items"),
    ...(isUnique(theirs) && !isUnique(mine) ? [narrowingBy("uniqueItems", mine, theirs)] : []),
    ...within("*", compare(mine.items, theirs.items)),
  ];
}

function objectNarrowings(pair: Pair): Narrowing[] {
  const { mine, theirs } = pair;
  const demanded = [...theirs.required].filter((name) => !mine.required.has(name));
  const excluded = demanded.filter((name) => mine.excluded.has(name));
  const names = new Set([...mine.names, ...theirs.names]);
  return [
    ...(demanded.length > excluded.length ? [narrowingBy("required", mine, theirs)] : []),
    // A member that is not sent this way is missing.
    ...excluded.flatMap((name) =>
      directionNarrowings(mine.property(name), theirs.property(name), "required"),
    ),
    ...[...names].flatMap((name) => memberNarrowings(pair, name)),
    ...otherNarrowings(pair),
    ...countNarrowings(pair, "Properties"),
    ...nameNarrowings(pair),
  ];
}

/** @param broken - The keyword that the difference breaks. Default: its own. */
function directionNarrowings(own: Shape, other: Shape, broken?: string): Narrowing[] {
  const [changed] = ["readOnly", "writeOnly"].filter(
    (keyword) => own.keyword(keyword) !== other.keyword(keyword),
  );
  if (changed === undefined) return [];
  return [{ ...narrowingBy(changed, own, other), keyword: broken ?? changed }];
}

/** Whether it allows everything. */
function isOpen({ locations }: Shape): boolean {
  return locations.every(({ schema }) => schema === true);
}

function memberNarrowings({ compare, mine, theirs }: Pair, name: string): readonly Narrowing[] {
  const own = mine.property(name);
  const other = theirs.property(name);
  if (own.isNever) return [];
  const isDeclared = theirs.names.includes(name);
  if (other.isNever || (!isDeclared && isOpen(other))) {
    const found = narrowingBy("properties", mine, theirs);
    const narrower = found.narrower.map((pointer) => appendPointer(pointer, name));
    const wider = own.locations.map(({ pointer }) => pointer);
    const keyword = other.isNever ? "members" : "properties";
    return [{ ...found, at: [name], keyword, wider, narrower }];
  }
  const isOptional = !mine.required.has(name);
  // A newly declared member says nothing about its earlier values.
  const isNew = !mine.names.includes(name) && isOpen(own) && mine.names.length > 0;
  if (isNew && isOptional) return [];
  const isOther = isOptional && !isEqual(own.keyword("default"), other.keyword("default"));
  const isExcluded = theirs.excluded.has(name) && !mine.excluded.has(name);
  return within(name, [
    ...(isExcluded ? directionNarrowings(own, other) : []),
    ...(isOther ? [narrowingBy("default", own, other)] : []),
    ...compare(own, other),
  ]);
}

/** Members that are not declared by name. Patterns are compared if both schemas have them. */
function otherNarrowings({ compare, mine, theirs }: Pair): Narrowing[] {
  const given = [mine, theirs].flatMap((shape) => shape.keywordValues("patternProperties"));
  const patterns = new Set(given.flatMap((each) => Object.keys(each ?? {})));
  const matching = [...patterns].flatMap((pattern) => {
    const was = mine.subschemas("patternProperties", pattern);
    const is = theirs.subschemas("patternProperties", pattern);
    const areBoth = was.locations.length > 0 && is.locations.length > 0;
    return areBoth
      ? within("*", compare(was, is))
      : [narrowingBy("patternProperties", mine, theirs)];
  });
  const was = mine.subschemas("additionalProperties");
  const is = theirs.subschemas("additionalProperties");
  const others = was.isNever ? [] : compare(was, is);
  const isAllowed = others.length > 0 && (isOpen(was) || is.isNever);
  return [
    ...matching,
    ...(isAllowed ? [narrowingBy("additionalProperties", mine, theirs)] : within("*", others)),
  ];
}

function nameNarrowings({ compare, mine, theirs }: Pair): Narrowing[] {
  const [names, others] = [mine.subschemas("propertyNames"), theirs.subschemas("propertyNames")];
  const isNamed = others.locations.length === 0 || compare(names, others).length === 0;
  return isNamed ? [] : [narrowingBy("propertyNames", mine, theirs)];
}
