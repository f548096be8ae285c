import type { SchemaType, Shape } from "@workflow-api/contract";
import { isObject, type JsonValue } from "@workflow-api/contract/json";
import { distinctItems } from "./items.ts";
import { plausibleNumber, randomNumber } from "./numbers.ts";
import { randomString } from "./strings.ts";

/** The largest value, in values within it. */
export const largest = 100_000;

/** A value, and how many values it holds. */
export interface Sample {
  readonly value: JsonValue;
  readonly size: number;
}

/** Makes the values within another. */
export type Make = (shape: Shape, isItem?: boolean) => Sample | undefined;

/** How values are made. */
export interface Style {
  readonly useExamples: boolean;
  /** The length of lists. Default: 1. */
  readonly items?: number | undefined;
  /** A source of numbers from 0 up to 1. `undefined`: the values are plain. */
  readonly random?: (() => number) | undefined;
  /** Strings that a shape probably allows, the plainest first. */
  readonly strings: (shape: Shape) => readonly string[];
  /** Strings that match a regular expression. */
  readonly generate: (pattern: string) => readonly string[];
}

/** A value by the keywords of its type, of a shape with its branches chosen. */
export function typedValue(
  shape: Shape,
  make: Make,
  style: Style,
  isFull: boolean,
): Sample | undefined {
  const { random, strings, useExamples } = style;
  const pick = <Each>(all: readonly Each[]): Each | undefined =>
    all[Math.floor((random?.() ?? 0) * all.length)];
  // The example of an object may lack optional members.
  const examples = useExamples && shape.names.length === 0 ? examplesOf(shape) : [];
  const example = examples.find((value) => isValidValue(shape, value));
  if (example !== undefined) return sized(example);
  const { values } = shape;
  if (values !== undefined)
    return sized(pick(values.filter((value) => isValidValue(shape, value))));
  const type = plainType(shape);
  if (type === "object") return objectOf(shape, make, style, isFull);
  if (type === "array") return listOf(shape, make, style, isFull);
  if (type === "string") return sized(stringOf(shape, strings(shape), random));
  if (type === "integer" || type === "number") return sized(numberOf(shape, random));
  return sized(type === "boolean" ? (pick([true, false]) ?? true) : null);
}

function examplesOf(shape: Shape): JsonValue[] {
  return [...shape.keywordValues("examples").flat(), ...shape.keywordValues("default")];
}

function isValidValue(shape: Shape, value: JsonValue): boolean {
  return shape.violations(value).length === 0;
}

function sized(value: JsonValue | undefined): Sample | undefined {
  return value === undefined ? undefined : { value, size: 1 };
}

/** The keywords that speak of a type. */
const keywordsOf: readonly (readonly [type: SchemaType, keywords: RegExp])[] = [
  ["object", /propert|^required$/i],
  ["array", /items$/i],
  ["integer", /^(exclusive)?m(in|ax)imum$|^multipleOf$/i],
];

/** The type that the keywords speak of, or else the first allowed one. */
function plainType({ schemas, types }: Shape): SchemaType | undefined {
  const keywords = schemas.flatMap(({ schema }) => Object.keys(schema));
  const spokenOf = keywordsOf.find(
    ([type, pattern]) => types.includes(type) && keywords.some((each) => pattern.test(each)),
  );
  return spokenOf?.[0] ?? types.find((type) => type !== "null") ?? types[0];
}

function stringOf(
  shape: Shape,
  plausible: readonly string[],
  random: Style["random"],
): string | undefined {
  const drawn = random === undefined ? undefined : randomString(shape, random);
  if (drawn !== undefined && isValidValue(shape, drawn)) return drawn;
  const valid = plausible.filter((each) => isValidValue(shape, each));
  return valid[Math.floor((random?.() ?? 0) * valid.length)] ?? plausible[0];
}

function numberOf(shape: Shape, random: Style["random"]): number | undefined {
  const drawn = random === undefined ? undefined : randomNumber(shape, random);
  return drawn !== undefined && isValidValue(shape, drawn) ? drawn : plausibleNumber(shape);
}

function objectOf(shape: Shape, make: Make, style: Style, isFull: boolean): Sample | undefined {
  const { names: declared, required } = shape;
  const least = leastMembers(shape, isFull);
  if (least > largest) return undefined;
  const most = shape.limit("maxProperties") ?? Number.POSITIVE_INFINITY;
  const chosen = isFull ? optionalNames(shape, style.random) : [];
  const members = new Map<string, Sample>();
  const isWanted = (name: string): boolean =>
    members.size < (chosen.includes(name) ? most : Math.min(least, most));
  const further = furtherNames(shape, style, least);
  for (const name of new Set([...required, ...chosen, ...declared, ...further])) {
    const isRequired = required.has(name);
    const made = isRequired || isWanted(name) ? make(shape.property(name)) : undefined;
    if (made !== undefined) members.set(name, made);
    else if (isRequired) return undefined;
  }
  return objectFrom(members, declared);
}

/** How many members an object has at least. A full map has one. */
function leastMembers(shape: Shape, isFull: boolean): number {
  const isMap =
    shape.names.length === 0 && shape.keywordValues("additionalProperties").some(isObject);
  return Math.max(shape.limit("minProperties") ?? 0, isFull && isMap ? 1 : 0);
}

/** The declared members; of random objects, most of them. */
function optionalNames({ names }: Shape, random: Style["random"] = () => 0): string[] {
  return names.filter(() => random() < 0.8);
}

/** An object of members, first those with these names. */
function objectFrom(members: ReadonlyMap<string, Sample>, first: readonly string[]): Sample {
  const ordered = [...new Set([...first, ...members.keys()])].flatMap((name) => {
    const made = members.get(name);
    return made === undefined ? [] : [[name, made] as const];
  });
  return {
    value: Object.fromEntries(ordered.map(([name, { value }]) => [name, value])),
    size: ordered.reduce((sum, [, { size }]) => sum + size, 1),
  };
}

/** Names of further members that are not declared, as the shape allows them. */
function furtherNames(shape: Shape, { generate, strings }: Style, count: number): string[] {
  if (count === 0) return [];
  const names = shape.subschemas("propertyNames");
  const patterns = shape
    .keywordValues("patternProperties")
    .flatMap((each) => Object.keys(each ?? {}));
  const numbered = Array.from({ length: count - 1 }, (_, index) => `member_${index + 2}`);
  return [
    ...(names.locations.length > 0 ? strings(names) : ["member"]),
    ...patterns.flatMap((pattern) => [...generate(pattern), "text"]),
    ...numbered,
  ];
}

/** Further items are variations of these. */
const mostDrawn = 20;

function listOf(
  shape: Shape,
  make: Make,
  { items: wanted = 1, random }: Style,
  isFull: boolean,
): Sample | undefined {
  const least = shape.limit("minItems") ?? 0;
  const most = shape.limit("maxItems") ?? Number.POSITIVE_INFINITY;
  const length = Math.max(least, Math.min(isFull ? wanted : 0, most));
  const first = length === 0 ? undefined : make(shape.items, true);
  if (first === undefined) return least === 0 ? { value: [], size: 1 } : undefined;
  const size = 1 + length * first.size;
  if (size > largest) return undefined;
  const drawn = random === undefined ? 0 : Math.min(length - 1, mostDrawn);
  const further = Array.from({ length: drawn }, () => make(shape.items, true));
  const made = [first, ...further].flatMap((each) => (each === undefined ? [] : [each.value]));
  return { value: distinctItems(shape, made, length), size };
}
