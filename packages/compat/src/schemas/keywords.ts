import {
  appendPointer,
  type Facet,
  isEqual,
  isObject,
  itemPlaces,
  type JsonObject,
  type JsonValue,
  below as placeBelow,
  propertyNames,
  propertyPlaces,
  requiredNames,
  type SchemaPlace,
} from "@workflow-api/contract";
import type { Alternative } from "./alternatives.ts";
import { below, type Loss, lossAt, type Places, type Probe } from "./losses.ts";
import { brokenRules, type StringRules } from "./strings.ts";

/** Two alternatives of one type, and how what is inside of them is compared. */
interface Pair {
  readonly type: Alternative["type"];
  readonly mine: readonly Facet[];
  readonly theirs: readonly Facet[];
  readonly compare: (mine: Places, theirs: Places) => readonly Loss[];
  readonly reverse: (theirs: Places, mine: Places) => readonly Loss[];
}

/**
 * What one alternative may refuse of another one of its type: each keyword is held to the same one.
 * What is said of values by listing them is no matter of keywords.
 */
export function pairLosses<Side extends { readonly places: Places }>(
  { facets: mine, type }: Alternative,
  { facets: theirs }: Alternative,
  one: Side,
  other: Side,
  compare: (one: Side, other: Side) => readonly Loss[],
): Loss[] {
  const pair: Pair = {
    type,
    mine,
    theirs,
    compare: (own, others) => compare({ ...one, places: own }, { ...other, places: others }),
    reverse: (others, own) => compare({ ...other, places: others }, { ...one, places: own }),
  };
  const losses = { string: stringLosses, array: arrayLosses, object: objectLosses };
  const own =
    type === "string" || type === "array" || type === "object" ? losses[type] : numberLosses;
  return [...own(pair), ...negationLosses(pair)];
}

/** The schemas of a keyword. */
function placesIn(facets: readonly Facet[], ...tokens: readonly string[]): SchemaPlace[] {
  return facets.flatMap((facet) => placeBelow(facet, ...tokens) ?? []);
}

/** What one of them excludes, the other one must exclude too. */
function negationLosses({ mine, reverse, theirs }: Pair): Loss[] {
  const own = placesIn(mine, "not");
  const isKept = (place: SchemaPlace): boolean =>
    own.some((each) => reverse([place], [each]).length === 0);
  return placesIn(theirs, "not").every(isKept) ? [] : [lossAt("not", mine, theirs)];
}

/** Names, and members by patterns of their names: the patterns have to be the same. */
function nameLosses({ compare, mine, theirs }: Pair): Loss[] {
  const names = placesIn(theirs, "propertyNames");
  const isNamed =
    names.length === 0 || compare(placesIn(mine, "propertyNames"), names).length === 0;
  const [patterns = [], others = []] = [mine, theirs].map((facets) =>
    stated(facets, "patternProperties").flatMap((each) => Object.keys(each ?? {})),
  );
  const isSame = isEqual(patterns.toSorted(), others.toSorted());
  const lost = patterns.flatMap((pattern) => {
    const [own, other] = [mine, theirs].map((each) => placesIn(each, "patternProperties", pattern));
    return compare(own ?? [], other ?? []);
  });
  return [
    ...(isNamed ? [] : [lossAt("propertyNames", mine, theirs)]),
    ...(isSame ? below("*", lost) : [lossAt("patternProperties", mine, theirs)]),
  ];
}

/** The values of a keyword. */
function stated(facets: readonly Facet[], keyword: string): JsonValue[] {
  return facets.flatMap(({ schema: { [keyword]: value } }) => (value === undefined ? [] : [value]));
}

function numbers(facets: readonly Facet[], keyword: string): number[] {
  return stated(facets, keyword).map(Number);
}

function stringLosses({ mine, theirs }: Pair): Loss[] {
  const rulesOf = (facets: readonly Facet[]): StringRules => ({
    patterns: stated(facets, "pattern").map(String),
    minLength: Math.max(0, ...numbers(facets, "minLength")),
    maxLength: Math.min(Number.POSITIVE_INFINITY, ...numbers(facets, "maxLength")),
  });
  const formats = stated(mine, "format");
  const isOther = stated(theirs, "format").some((format) => !formats.includes(format));
  return [
    ...brokenRules(rulesOf(mine), rulesOf(theirs)).map(({ example, keyword }) =>
      lossAt(keyword, mine, theirs, ...(example === undefined ? [] : [() => example])),
    ),
    ...(isOther ? [lossAt("format", mine, theirs, () => "text")] : []),
  ];
}

function numberLosses({ mine, theirs, type }: Pair): Loss[] {
  const isWhole = type === "integer";
  const [own, other] = [rangeOf(mine, isWhole), rangeOf(theirs, isWhole)];
  const factors = [...numbers(mine, "multipleOf"), ...(isWhole ? [1] : [])];
  const step = Math.max(...factors, 0) || 0.5;
  // Of the multiples of the step, the last one that is out of bounds.
  const under = Math.ceil(other.least / step) * step - step;
  const over = Math.floor(other.most / step) * step + step;
  const isMultiple = (number: number): boolean => Math.abs(number - Math.round(number)) < 1e-9;
  const undivided = numbers(theirs, "multipleOf").filter(
    (factor) => !factors.some((each) => isMultiple(each / factor)),
  );
  return [
    ...(own.least < other.least
      ? [
          lossAt(
            "minimum",
            mine,
            theirs,
            () => under,
            () => other.least,
          ),
        ]
      : []),
    ...(own.most > other.most
      ? [
          lossAt(
            "maximum",
            mine,
            theirs,
            () => over,
            () => other.most,
          ),
        ]
      : []),
    ...undivided.map((factor) => lossAt("multipleOf", mine, theirs, () => factor + step)),
  ];
}

/** The least and the greatest number; of integers those that the bounds let through. */
function rangeOf(facets: readonly Facet[], isWhole: boolean): { least: number; most: number } {
  // Beside an exclusive bound, no number that a document writes is closer to it.
  const beside = (bound: number, way: 1 | -1): number => {
    if (!isWhole) return bound + way * Number.EPSILON * Math.max(1, Math.abs(bound));
    return way > 0 ? Math.floor(bound) + 1 : Math.ceil(bound) - 1;
  };
  const least = [
    ...numbers(facets, "minimum").map((bound) => (isWhole ? Math.ceil(bound) : bound)),
    ...numbers(facets, "exclusiveMinimum").map((bound) => beside(bound, 1)),
  ];
  const most = [
    ...numbers(facets, "maximum").map((bound) => (isWhole ? Math.floor(bound) : bound)),
    ...numbers(facets, "exclusiveMaximum").map((bound) => beside(bound, -1)),
  ];
  return { least: Math.max(...least), most: Math.min(...most) };
}

/** How many items or members there may be. */
function countLosses({ mine, theirs }: Pair, name: "Items" | "Properties", resize: Resize): Loss[] {
  const least = (facets: readonly Facet[]): number => Math.max(0, ...numbers(facets, `min${name}`));
  const most = (facets: readonly Facet[]): number => Math.min(...numbers(facets, `max${name}`));
  const lost = (keyword: string, count: number): Loss =>
    lossAt(keyword, mine, theirs, (value) => resize(value, count));
  return [
    ...(least(mine) < least(theirs) ? [lost(`min${name}`, least(theirs) - 1)] : []),
    ...(most(mine) > most(theirs) ? [lost(`max${name}`, most(theirs) + 1)] : []),
  ];
}

/** Gives a value so many items or members. */
type Resize = (value: JsonValue | undefined, count: number) => JsonValue | undefined;

/** More are not made to show that a list may be too long. */
const mostItems = 10_000;

function arrayLosses(pair: Pair): Loss[] {
  const { compare, mine, theirs } = pair;
  const resize: Resize = (value, count) => {
    const items: readonly JsonValue[] = Array.isArray(value) ? value : [];
    if (count <= items.length) return items.slice(0, count);
    if (items.length === 0 || count > mostItems) return undefined;
    return Array.from({ length: count }, (_, index) => items[index % items.length] ?? null);
  };
  const isUnique = (facets: readonly Facet[]): boolean =>
    stated(facets, "uniqueItems").includes(true);
  const twice: Probe = (value) => resize(resize(value, 1), 2);
  return [
    ...countLosses(pair, "Items", resize),
    ...(isUnique(theirs) && !isUnique(mine) ? [lossAt("uniqueItems", mine, theirs, twice)] : []),
    ...below("*", compare(itemPlaces(mine), itemPlaces(theirs))),
  ];
}

function objectLosses(pair: Pair): Loss[] {
  const { mine, theirs } = pair;
  const required = requiredNames(mine);
  const demanded = [...requiredNames(theirs)].filter((name) => !required.has(name));
  const names = new Set([...propertyNames(mine), ...propertyNames(theirs)]);
  return [
    ...demanded.map((name) => lossAt("required", mine, theirs, (value) => without(value, name))),
    ...[...names].flatMap((name) => below(name, memberLosses(pair, name))),
    ...otherLosses(pair),
    ...countLosses(pair, "Properties", resized),
    ...nameLosses(pair),
  ];
}

function membersOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The first members, or more of which each is as the first one. */
function resized(value: JsonValue | undefined, count: number): JsonValue {
  const members = Object.entries(membersOf(value));
  const [[name, first] = ["added", null]] = members;
  const more = Array.from({ length: Math.min(count, mostItems) }, (_, at): [string, JsonValue] => [
    `${name}${at}`,
    first ?? null,
  ]);
  return Object.fromEntries([...members, ...more].slice(0, count));
}

function without(value: JsonValue | undefined, name: string): JsonObject {
  const { [name]: _, ...rest } = membersOf(value);
  return rest;
}

function isClosed(places: Places): boolean {
  return places.some(({ schema }) => schema === false);
}

/** Whether places say nothing. */
function isOpen(places: Places): boolean {
  return places.every(({ schema }) => schema === true);
}

function memberLosses({ compare, mine, theirs }: Pair, name: string): readonly Loss[] {
  const [own, other] = [propertyPlaces(mine, name), propertyPlaces(theirs, name)];
  if (isClosed(own)) return [];
  if (isClosed(other)) return [lossAt("additionalProperties", mine, theirs)];
  const isDeclared = (facets: readonly Facet[]): boolean => propertyNames(facets).includes(name);
  if (!isDeclared(theirs) && isOpen(other)) {
    const loss = lossAt("properties", mine, theirs);
    const absent = loss.other.map((pointer) => appendPointer(pointer, name));
    return [{ ...loss, own: own.map(({ pointer }) => pointer), other: absent }];
  }
  // A contract that begins to speak of a member says nothing of the time before.
  const isNew = !isDeclared(mine) && isOpen(own) && propertyNames(mine).length > 0;
  return isNew ? [] : compare(own, other);
}

/** What is said of members that no name stands for. */
function otherLosses({ compare, mine, theirs }: Pair): readonly Loss[] {
  const nobody = "\u0000";
  const [own, other] = [propertyPlaces(mine, nobody), propertyPlaces(theirs, nobody)];
  if (isClosed(own)) return [];
  const losses = compare(own, other);
  const add: Probe = (value) => ({ ...membersOf(value), added: "text" });
  if (losses.length > 0 && (isOpen(own) || isClosed(other)))
    return [lossAt("additionalProperties", mine, theirs, add)];
  return below("*", losses);
}
