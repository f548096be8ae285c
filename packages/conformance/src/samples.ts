import {
  below,
  type Contract,
  type Facet,
  facetsOf,
  isObject,
  itemPlaces,
  type JsonObject,
  type JsonValue,
  listedValues,
  patternsOf,
  propertyNames,
  propertyPlaces,
  requiredNames,
  type SchemaPlace,
  type SchemaType,
  typesOf,
} from "@workflow-api/contract";
import { distinctItems } from "./candidates.ts";
import { createWays, type Ways } from "./positions.ts";
import { plausibleNumber, plausibleTexts, strictest } from "./scalars.ts";

/** What values are made with. */
export interface Maker {
  readonly contract: Contract;
  readonly seed: number;
  readonly ways: Ways;
  /** A plain value that all of the places hold for. `undefined`: none was found. */
  sample(places: readonly SchemaPlace[]): JsonValue | undefined;
}

/** Makes samples of the schemas of a contract. */
export function createMaker(contract: Contract, seed: number): Maker {
  const samples = new Map<string, JsonValue | undefined>();
  const maker: Maker = {
    contract,
    seed,
    ways: createWays(contract),
    sample: (places) => {
      const key = places.map(({ pointer }) => pointer).join(" ");
      if (!samples.has(key)) samples.set(key, makeSample(maker, places));
      return samples.get(key);
    },
  };
  return maker;
}

/** The keywords that a value breaks. */
export function brokenBy(
  { contract }: Maker,
  places: readonly SchemaPlace[],
  value: JsonValue,
): string[] {
  const found = places.flatMap(({ pointer }) => contract.validate(pointer, value));
  return [...new Set(found.map(({ keyword }) => keyword))];
}

/** How a sample is made. */
interface Style {
  readonly useExamples: boolean;
  /** With every optional member. */
  readonly isFull: boolean;
  /** The schemas that the value stands in, so that a recursion is noticed. */
  readonly above: readonly string[];
}

function makeSample(maker: Maker, places: readonly SchemaPlace[]): JsonValue | undefined {
  for (const isFull of [true, false]) {
    for (const useExamples of [true, false]) {
      for (const facets of maker.ways(places)) {
        const value = sampleOf(maker, facets, { useExamples, isFull, above: [] });
        if (value !== undefined && brokenBy(maker, places, value).length === 0) return value;
      }
    }
  }
  return undefined;
}

/**
 * A sample of a part. Where a schema is within itself, the way through its branches that ends
 * soonest comes first.
 */
function sampleBelow(
  maker: Maker,
  places: readonly SchemaPlace[],
  style: Style,
): JsonValue | undefined {
  if (places.some(({ schema }) => schema === false)) return undefined;
  const ways = maker.ways(places);
  const nested = (facets: readonly Facet[]): number =>
    facets.filter(
      ({ schema }) => schema["properties"] !== undefined || schema["items"] !== undefined,
    ).length;
  const isWithin = ways.some((facets) => depthOf(facets, style) > 0);
  const ordered = isWithin ? ways.toSorted((one, other) => nested(one) - nested(other)) : ways;
  for (const facets of ordered) {
    const value = sampleOf(maker, facets, style);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** How often a value of these facets stands within itself. */
function depthOf(facets: readonly Facet[], { above }: Style): number {
  return Math.max(
    0,
    ...facets.map(({ pointer }) => above.filter((each) => each === pointer).length),
  );
}

/** So often may a value stand within itself, where a schema requires it to. */
const deepest = 3;

/** A value by one way through the branches. */
export function sampleOf(
  maker: Maker,
  facets: readonly Facet[],
  style: Style = { useExamples: true, isFull: true, above: [] },
): JsonValue | undefined {
  const depth = depthOf(facets, style);
  if (depth > deepest) return undefined;
  const listed = listedValues(facets);
  if (listed !== undefined) return listed[0];
  const [example] = facets.flatMap(({ schema: { examples } }) =>
    Array.isArray(examples) ? examples : [],
  );
  // That of an object may lack optional members.
  if (style.useExamples && example !== undefined && propertyNames(facets).length === 0)
    return example;
  const inner: Style = {
    useExamples: style.useExamples,
    isFull: style.isFull && depth === 0,
    above: [...style.above, ...facets.map(({ pointer }) => pointer)],
  };
  const type = plainType(maker, facets);
  if (type === "object") return sampleObject(maker, facets, inner);
  if (type === "array") return sampleList(maker, facets, inner);
  if (type === "string") return plausibleTexts(facets, maker.seed)[0];
  if (type === "integer" || type === "number") return plausibleNumber(facets, type === "integer");
  return type === "boolean" ? true : null;
}

/** The type that the keywords speak of, or else the first that is allowed. */
function plainType({ contract }: Maker, facets: readonly Facet[]): SchemaType | undefined {
  const types = typesOf(contract.document, facets);
  const says = (...keywords: string[]): boolean =>
    facets.some(({ schema }) => keywords.some((keyword) => schema[keyword] !== undefined));
  if (types.includes("object") && says(...objectKeywords)) return "object";
  if (types.includes("array") && says("items", "minItems", "maxItems")) return "array";
  if (types.includes("integer") && says("minimum", "maximum", "multipleOf")) return "integer";
  return types.find((type) => type !== "null") ?? types[0];
}

const objectKeywords = [
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "propertyNames",
  "minProperties",
] as const;

function sampleObject(
  maker: Maker,
  facets: readonly Facet[],
  style: Style,
): JsonObject | undefined {
  const required = requiredNames(facets);
  const declared = propertyNames(facets);
  const least = strictest(facets, "minProperties", Math.max) ?? 0;
  const most = strictest(facets, "maxProperties", Math.min) ?? Number.POSITIVE_INFINITY;
  const isMap =
    declared.length === 0 && facets.some(({ schema }) => isObject(schema["additionalProperties"]));
  const optional = style.isFull ? declared : [];
  const further = furtherNames(maker, facets, Math.max(least, style.isFull && isMap ? 1 : 0));
  const members = new Map<string, JsonValue>();
  const isWanted = (name: string): boolean =>
    required.has(name) ||
    (members.size < most && (optional.includes(name) || members.size < least || isMap));
  for (const name of new Set([...required, ...optional, ...further])) {
    const value = isWanted(name)
      ? sampleBelow(maker, propertyPlaces(facets, name), style)
      : undefined;
    if (value !== undefined) members.set(name, value);
    else if (required.has(name)) return undefined;
  }
  const names = [...declared, ...required, ...further];
  return Object.fromEntries(
    [...members].sort(([one], [other]) => names.indexOf(one) - names.indexOf(other)),
  );
}

/** So many names of members that are not declared, as the facets want names to be. */
function furtherNames(maker: Maker, facets: readonly Facet[], count: number): string[] {
  if (count === 0) return [];
  const { document } = maker.contract;
  const named = facets.flatMap((facet) => below(facet, "propertyNames") ?? []);
  const patterns = facets.flatMap(patternsOf);
  const wishes = [
    ...(named.length > 0 ? [facetsOf(document, named)] : []),
    ...patterns.map((pattern) => [{ schema: { type: "string", pattern }, pointer: "" }]),
  ];
  const found = wishes.flatMap((wish) => plausibleTexts(wish, maker.seed));
  const numbered = Array.from({ length: count - 1 }, (_, index) => `member_${index + 2}`);
  return [...(named.length > 0 ? [] : ["member"]), ...found, ...numbered];
}

function sampleList(maker: Maker, facets: readonly Facet[], style: Style): JsonValue[] | undefined {
  const least = strictest(facets, "minItems", Math.max) ?? 0;
  const most = strictest(facets, "maxItems", Math.min) ?? 1;
  const length = Math.max(least, style.isFull ? Math.min(1, most) : 0);
  const item = length === 0 ? undefined : sampleBelow(maker, itemPlaces(facets), style);
  if (item === undefined) return least === 0 ? [] : undefined;
  return distinctItems(facets, item, length);
}
