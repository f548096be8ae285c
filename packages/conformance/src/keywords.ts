import {
  type Facet,
  isObject,
  itemPlaces,
  type JsonObject,
  type JsonValue,
  listedValues,
  propertyNames,
  propertyPlaces,
  type SchemaPlace,
} from "@workflow-api/contract";
import type { Spot } from "./spots.ts";
import { edgeTexts, malformedTexts, strictest } from "./texts.ts";

// The one table of keywords: what breaks each, and what stands at its edges. The values are tries: the validator says
// which of them break what they are meant to, and which are valid.

/** A maker of plain values for places. */
export type Sample = (places: readonly SchemaPlace[]) => JsonValue | undefined;

/** How a keyword is broken. `limit` is what it states. */
type Break = (spot: Spot, limit: JsonValue, sample: Sample) => JsonValue[];

/** One value of each type of JSON. */
const strangers: readonly JsonValue[] = [null, true, 1, 1.5, "text", [], {}];

/** No list is made longer than this, so that a generous limit costs nothing. */
const longestList = 10_000;

interface Breaker {
  readonly values: Break;
  /** So many of the values that break it are kept. */
  readonly keep: number;
}

const breakers: Readonly<Record<string, Breaker>> = {
  additionalProperties: {
    keep: 1,
    values: ({ value }, limit) =>
      isObject(value) && limit === false ? [{ ...value, unknown_member: "text" }] : [],
  },
  anyOf: { keep: 2, values: () => [...strangers] },
  const: { keep: 3, values: ({ value }) => unlike(value) },
  enum: { keep: 3, values: ({ value }) => unlike(value) },
  exclusiveMaximum: { keep: 1, values: (_, limit) => [Number(limit), Number(limit) + 1] },
  exclusiveMinimum: { keep: 1, values: (_, limit) => [Number(limit), Number(limit) - 1] },
  format: {
    keep: 2,
    values: ({ value }, limit) =>
      typeof value === "string" ? [...malformedTexts(limit), "("] : [2 ** 31, -(2 ** 31) - 1, 0.5],
  },
  items: {
    keep: 1,
    values: ({ value }, limit) => (Array.isArray(value) && limit === false ? [[...value, "text"]] : []),
  },
  maxItems: {
    keep: 1,
    values: ({ value, facets }, limit, sample) =>
      Array.isArray(value) && Number(limit) < longestList
        ? lists(facets, Number(limit) + 1, sample, value)
        : [],
  },
  maxLength: {
    keep: 1,
    values: ({ value }, limit) =>
      typeof value === "string" && Number(limit) < 100_000
        ? [value.padEnd(Number(limit) + 1, [...value].at(-1) ?? "x"), "x".repeat(Number(limit) + 1)]
        : [],
  },
  maximum: { keep: 1, values: (_, limit) => [Number(limit) + 1, Number(limit) + 0.5] },
  minItems: {
    keep: 1,
    values: ({ value }, limit) =>
      Array.isArray(value) ? [value.slice(0, Math.max(0, Number(limit) - 1))] : [],
  },
  minLength: {
    keep: 2,
    values: ({ value }, limit) =>
      typeof value === "string" ? [[...value].slice(0, Math.max(0, Number(limit) - 1)).join(""), ""] : [],
  },
  minimum: { keep: 1, values: (_, limit) => [Number(limit) - 1, Number(limit) - 0.5] },
  multipleOf: {
    keep: 1,
    values: ({ value }, limit) =>
      typeof value === "number" ? [value + Number(limit) / 2, value + Number(limit) / 3, value + 1] : [],
  },
  oneOf: { keep: 3, values: (spot, _, sample) => [...overlaps(spot, sample), ...strangers] },
  pattern: { keep: 14, values: ({ value }) => (typeof value === "string" ? mismatches(value) : []) },
  required: {
    keep: Number.POSITIVE_INFINITY,
    values: ({ value }, limit) =>
      isObject(value) && Array.isArray(limit) ? limit.map((name) => without(value, String(name))) : [],
  },
  type: { keep: strangers.length, values: () => [...strangers] },
  uniqueItems: {
    keep: 1,
    values: ({ value, facets }, limit, sample) => {
      if (!Array.isArray(value) || limit !== true) return [];
      const item: JsonValue = value[0] ?? sample(itemPlaces(facets)) ?? "text";
      return [
        [...value, item],
        [item, item],
      ];
    },
  },
};

/** What is tried to break one keyword of a facet at a spot. */
export interface Attempt {
  readonly keyword: string;
  readonly facet: Facet;
  readonly values: readonly JsonValue[];
  /** So many of them are wanted. */
  readonly keep: number;
}

/** What is tried to break each keyword of a spot. */
export function attemptsAt(spot: Spot, sample: Sample): Attempt[] {
  return spot.facets.flatMap((facet) =>
    Object.entries(facet.schema).flatMap(([keyword, limit = null]) => {
      const breaker = Object.hasOwn(breakers, keyword) ? breakers[keyword] : undefined;
      if (breaker === undefined) return [];
      return [{ keyword, facet, values: breaker.values(spot, limit, sample), keep: breaker.keep }];
    }),
  );
}

/** Values that are not this one, the likest first. */
function unlike(value: JsonValue): JsonValue[] {
  if (typeof value === "string")
    return ["unknown", `${value}_`, value.toUpperCase(), value.toLowerCase(), value.slice(1)];
  if (typeof value === "number") return [value + 1, -value - 7, 987_654_321];
  return typeof value === "boolean" ? [!value] : ["unknown", 987_654_321];
}

/** Texts that are hardly what a pattern asks for, though close to one that is. */
function mismatches(text: string): string[] {
  const ends = [`${text}-`, `-${text}`, text.slice(0, -1), text.slice(1), `${text}\n`];
  // A digit or a letter is refused only where the pattern asks for something else, which is what tells patterns apart.
  const changed = ["1", "a"].flatMap((other) =>
    [...text.slice(0, 64)].map((_, index) => text.slice(0, index) + other + text.slice(index + 1)),
  );
  return ["", " ", ...ends, ...changed, "not matching", "~"];
}

/** Objects that may be of two branches at once. */
function overlaps({ facets, value }: Spot, sample: Sample): JsonValue[] {
  const branches = facets.flatMap((facet) => {
    const { oneOf } = facet.schema;
    return Array.isArray(oneOf)
      ? oneOf.map((schema: JsonObject, index) => ({ schema, pointer: `${facet.pointer}/oneOf/${index}` }))
      : [];
  });
  const made = branches.flatMap((branch) => sample([branch]) ?? []);
  const merged = Object.assign({}, ...made.filter(isObject)) as JsonObject;
  return isObject(value) ? [{ ...value, ...merged }, ...made] : made;
}

function without(value: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = value;
  return rest;
}

/** Lists of a length: of items that differ, and of one item again and again. */
function lists(
  facets: readonly Facet[],
  length: number,
  sample: Sample,
  value: readonly JsonValue[] = [],
): JsonValue[][] {
  const item = value[0] ?? sample(itemPlaces(facets)) ?? "text";
  return [distinctItems(facets, item, length), Array.from({ length }, () => item)];
}

/** Items that differ from each other where they can be told apart by a number. */
export function distinctItems(facets: readonly Facet[], item: JsonValue, length: number): JsonValue[] {
  const listed = listedValues(itemFacets(facets));
  if (listed !== undefined) return listed.slice(0, length);
  return Array.from({ length }, (_, index): JsonValue => {
    if (index === 0) return item;
    if (typeof item === "number") return item + index;
    if (typeof item === "string") return `${item}${index}`;
    if (!isObject(item)) return item;
    const [name] = Object.entries(item).find(([, member]) => typeof member === "string") ?? [];
    return name === undefined ? item : { ...item, [name]: `${String(item[name])}${index}` };
  });
}

function itemFacets(facets: readonly Facet[]): Facet[] {
  return itemPlaces(facets).flatMap(({ schema, pointer }) => (isObject(schema) ? [{ schema, pointer }] : []));
}

/** A list of this many items is longer than what often comes. */
const manyItems = 101;

/** What stands at the edges of a spot, by name. Some of it may not be valid. */
export function edgesAt(
  spot: Spot,
  sample: Sample,
  seed: number,
): (readonly [name: string, value: JsonValue])[] {
  const { facets, value } = spot;
  const listed = listedValues(facets);
  if (listed !== undefined) return named(listed);
  return [...named(strangers), ...ownEdges(value, facets, sample, seed)];
}

function ownEdges(
  value: JsonValue,
  facets: readonly Facet[],
  sample: Sample,
  seed: number,
): (readonly [string, JsonValue])[] {
  if (typeof value === "string") return edgeTexts(facets, seed);
  if (typeof value === "number") return named(edgeNumbers(facets));
  if (typeof value === "boolean") return named([!value]);
  if (Array.isArray(value)) return edgeLists(value, facets, sample);
  return isObject(value) ? edgeObjects(value, facets, sample) : [];
}

function named(values: readonly JsonValue[]): (readonly [string, JsonValue])[] {
  return values.map((value) => [JSON.stringify(value), value]);
}

function edgeNumbers(facets: readonly Facet[]): number[] {
  const least = strictest(facets, "minimum", Math.max) ?? strictest(facets, "exclusiveMinimum", Math.max);
  const most = strictest(facets, "maximum", Math.min) ?? strictest(facets, "exclusiveMaximum", Math.min);
  const step = strictest(facets, "multipleOf", Math.max) ?? 1;
  const near = (bound: number | undefined, ...offsets: readonly number[]): number[] =>
    bound === undefined ? [] : offsets.map((offset) => bound + offset);
  return [
    ...near(least, 0, step, 0.5),
    ...near(most, 0, -step, -0.5),
    0,
    -1,
    -0.5,
    step,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    1e15,
    1e-7,
  ];
}

function edgeLists(
  value: readonly JsonValue[],
  facets: readonly Facet[],
  sample: Sample,
): (readonly [string, JsonValue])[] {
  const item = value[0] ?? sample(itemPlaces(facets));
  const least = strictest(facets, "minItems", Math.max) ?? 0;
  const most = strictest(facets, "maxItems", Math.min) ?? manyItems;
  const lengths = [...new Set([least, Math.min(most, longestList)])].filter((length) => length > 0);
  return [
    ["empty", []],
    ...(item === undefined
      ? []
      : [["with an item twice", [item, item]] as const, ["of 1 item", [item]] as const]),
    ...lengths.flatMap((length) =>
      lists(facets, length, sample, value).map((list) => [`of ${list.length} items`, list] as const),
    ),
  ];
}

function edgeObjects(
  value: JsonObject,
  facets: readonly Facet[],
  sample: Sample,
): (readonly [string, JsonValue])[] {
  const names = new Set([...Object.keys(value), ...propertyNames(facets)]);
  const members = [...names].flatMap((name): (readonly [string, JsonValue])[] => {
    if (Object.hasOwn(value, name)) return [[`without ${name}`, without(value, name)]];
    const made = sample(propertyPlaces(facets, name));
    return made === undefined ? [] : [[`with ${name}`, { ...value, [name]: made }]];
  });
  const extra = ["text", 1, {}, sample(propertyPlaces(facets, "unknown_member"))].flatMap((member) =>
    member === undefined
      ? []
      : [[`with a further member ${JSON.stringify(member)}`, { ...value, unknown_member: member }] as const],
  );
  return [...members, ...extra];
}
