import {
  appendPointer,
  type Contract,
  type Facet,
  isEqual,
  isObject,
  itemPlaces,
  type JsonObject,
  type JsonValue,
  listedValues,
  parsePointer,
  propertyNames,
  propertyPlaces,
  requiredNames,
  type SchemaPlace,
  type SchemaType,
  typesOf,
} from "@workflow-api/contract";
import fc from "fast-check";
import { branchCandidates, type Candidate, candidatesAt, distinctItems, mistakesAt } from "./candidates.ts";
import { numberArbitrary, plausibleNumber, plausibleTexts, strictest, textArbitrary } from "./scalars.ts";
import { createWays, replaceAt, type Spot, spotsOf } from "./spots.ts";

/** A valid value that differs from the sample in one respect. */
export interface EdgeValue {
  /** In which: `of 256 characters`, `without created_at`. */
  readonly name: string;
  /** The JSON Pointer into the value of what differs. */
  readonly at: string;
  /** The JSON Pointer in the document of the schema of what differs; of a broken value, of the keyword. */
  readonly pointer: string;
  readonly value: JsonValue;
}

/** A value that breaks one keyword of a schema: `null, against type`, `without created_at`. */
export interface BrokenValue extends EdgeValue {
  /** The keyword that is broken, of the schema or of one within it. */
  readonly keyword: string;
}

/** Makes values for schemas. All of the places hold for each value. */
export interface Values {
  /** A plain valid value. `undefined`: none was found. */
  sample(places: readonly SchemaPlace[]): JsonValue | undefined;
  /** Values that each break one keyword, around a valid value: the base, or the sample. */
  broken(places: readonly SchemaPlace[], base?: JsonValue): BrokenValue[];
  /** Valid values at the edges of each keyword and of what it leaves free, around a valid value: the base, or the sample. */
  edges(places: readonly SchemaPlace[], base?: JsonValue): EdgeValue[];
  /** Random valid values. */
  arbitrary(places: readonly SchemaPlace[]): fc.Arbitrary<JsonValue>;
}

/** What values are made with. */
interface Maker {
  readonly contract: Contract;
  readonly seed: number;
  readonly ways: ReturnType<typeof createWays>;
  sample(places: readonly SchemaPlace[]): JsonValue | undefined;
}

/** The one maker of values: samples, values that break each keyword, and random ones. The same seed gives the same. */
export function createValues(contract: Contract, seed = 1): Values {
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
  return {
    sample: maker.sample,
    broken: (places, base = maker.sample(places)) =>
      base === undefined
        ? []
        : spotsOf(contract, maker.ways, places, base).flatMap(brokenAt(maker, places, base)),
    edges: (places, base = maker.sample(places)) =>
      base === undefined
        ? []
        : spotsOf(contract, maker.ways, places, base).flatMap(edgesAt(maker, places, base)),
    arbitrary: (places) =>
      arbitraryOf(maker, places, 0).filter((value) => brokenBy(maker, places, value).length === 0),
  };
}

/** The keywords that a value breaks. */
function brokenBy({ contract }: Maker, places: readonly SchemaPlace[], value: JsonValue): string[] {
  const found = places.flatMap(({ pointer }) => contract.validate(pointer, value));
  return [...new Set(found.map(({ keyword }) => keyword))];
}

interface Variant extends EdgeValue {
  readonly keywords: readonly string[];
}

/** The base with each candidate at a spot, and what that breaks. */
function variantsAt(
  maker: Maker,
  places: readonly SchemaPlace[],
  base: JsonValue,
  spot: Spot,
  further: readonly Candidate[],
): Variant[] {
  const branches = maker.ways(spot.places).map((facets) => sampleOf(maker, facets, plain));
  const candidates = [
    ...further,
    ...candidatesAt(spot, maker.sample, maker.seed),
    ...branchCandidates(spot, branches),
  ].map(([name, part]) => [JSON.stringify(part), [name, part]] as const);
  // Of the same value under two names the first is the plainer.
  const distinct = new Map(candidates.toReversed());
  distinct.delete(JSON.stringify(spot.value));
  return [...distinct.values()].toReversed().map(([name, part]) => {
    const value = replaceAt(base, parsePointer(spot.at), part);
    const pointer = spot.places[0]?.pointer ?? "";
    return { name, at: spot.at, pointer, value, keywords: brokenBy(maker, places, value) };
  });
}

function edgesAt(maker: Maker, places: readonly SchemaPlace[], base: JsonValue): (spot: Spot) => EdgeValue[] {
  return (spot) =>
    variantsAt(maker, places, base, spot, [])
      .filter(({ keywords }) => keywords.length === 0)
      .map(({ keywords: _, ...edge }) => edge);
}

/** So many values are kept that break one keyword at one spot: by more of these one is told from another like it. */
const keptOf: Readonly<Record<string, number>> = { type: 7, pattern: 14, required: Number.POSITIVE_INFINITY };
const keptOfOthers = 3;

/** Of each keyword that is broken at a spot the values that break nothing else; if each does, those that break most. */
function brokenAt(
  maker: Maker,
  places: readonly SchemaPlace[],
  base: JsonValue,
): (spot: Spot) => BrokenValue[] {
  return (spot) => {
    const variants = variantsAt(maker, places, base, spot, mistakesAt(spot));
    const keywords = new Set(variants.flatMap((variant) => variant.keywords));
    return [...keywords].flatMap((keyword) => {
      const breaking = variants.filter((variant) => variant.keywords.includes(keyword));
      const alone = breaking.filter((variant) => variant.keywords.length === 1);
      const facet = spot.facets.find(({ schema }) => schema[keyword] !== undefined);
      // A keyword of what stands below has a spot of its own.
      if (alone.length === 0 && facet === undefined) return [];
      return (alone.length > 0 ? alone : breaking)
        .slice(0, keptOf[keyword] ?? keptOfOthers)
        .map(({ at, name, pointer, value }) => ({
          name: name.startsWith("without ") ? name : `${name}, against ${keyword}`,
          keyword,
          at,
          pointer: facet === undefined ? pointer : appendPointer(facet.pointer, keyword),
          value,
        }));
    });
  };
}

/** How a sample is made. */
interface Style {
  readonly useExamples: boolean;
  /** With every optional member. */
  readonly isFull: boolean;
  /** The schemas that the value stands in, so that a recursion is noticed. */
  readonly above: readonly string[];
}

const plain: Style = { useExamples: true, isFull: true, above: [] };

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

/** A sample of a part. Where a schema is within itself, the way through its branches that ends soonest comes first. */
function sampleBelow(maker: Maker, places: readonly SchemaPlace[], style: Style): JsonValue | undefined {
  if (places.some(({ schema }) => schema === false)) return undefined;
  const ways = maker.ways(places);
  const nests = ({ schema }: Facet): boolean =>
    schema["properties"] !== undefined || schema["items"] !== undefined;
  const isWithin = ways.some((facets) => depthOf(facets, style) > 0);
  const ordered = isWithin
    ? ways.toSorted((one, other) => one.filter(nests).length - other.filter(nests).length)
    : ways;
  for (const facets of ordered) {
    const value = sampleOf(maker, facets, style);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** How often a value of these facets stands within itself. */
function depthOf(facets: readonly Facet[], { above }: Style): number {
  return Math.max(0, ...facets.map(({ pointer }) => above.filter((each) => each === pointer).length));
}

/** So often may a value stand within itself, where a schema requires it to. */
const deepest = 3;

function sampleOf(maker: Maker, facets: readonly Facet[], style: Style): JsonValue | undefined {
  const depth = depthOf(facets, style);
  if (depth > deepest) return undefined;
  const listed = listedValues(facets);
  if (listed !== undefined) return listed[0];
  const [example] = facets.flatMap(({ schema: { examples } }) => (Array.isArray(examples) ? examples : []));
  // That of an object may lack optional members.
  if (style.useExamples && example !== undefined && propertyNames(facets).length === 0) return example;
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
  if (types.includes("object") && says("properties", "required", "additionalProperties")) return "object";
  if (types.includes("array") && says("items", "minItems", "maxItems")) return "array";
  if (types.includes("integer") && says("minimum", "maximum", "multipleOf")) return "integer";
  return types.find((type) => type !== "null") ?? types[0];
}

function sampleObject(maker: Maker, facets: readonly Facet[], style: Style): JsonObject | undefined {
  const required = requiredNames(facets);
  const declared = propertyNames(facets);
  const isMap =
    declared.length === 0 && facets.some(({ schema }) => isObject(schema["additionalProperties"]));
  const optional = style.isFull ? [...declared, ...(isMap ? ["member"] : [])] : [];
  const members: [string, JsonValue][] = [];
  for (const name of new Set([...optional, ...required])) {
    const value = sampleBelow(maker, propertyPlaces(facets, name), style);
    if (value !== undefined) members.push([name, value]);
    else if (required.has(name)) return undefined;
  }
  return Object.fromEntries(members);
}

function sampleList(maker: Maker, facets: readonly Facet[], style: Style): JsonValue[] | undefined {
  const least = strictest(facets, "minItems", Math.max) ?? 0;
  const most = strictest(facets, "maxItems", Math.min) ?? 1;
  const length = Math.max(least, style.isFull ? Math.min(1, most) : 0);
  const item = length === 0 ? undefined : sampleBelow(maker, itemPlaces(facets), style);
  if (item === undefined) return least === 0 ? [] : undefined;
  return distinctItems(facets, item, length);
}

/** So deep are random values nested. */
const deepestArbitrary = 8;

function arbitraryOf(maker: Maker, places: readonly SchemaPlace[], depth: number): fc.Arbitrary<JsonValue> {
  const sample = maker.sample(places);
  // Where nothing was found by hand, nothing is to be found by chance.
  if (sample === undefined || depth > deepestArbitrary) return fc.constant(sample ?? null);
  const made = maker.ways(places).flatMap((facets): fc.Arbitrary<JsonValue>[] => {
    const listed = listedValues(facets);
    if (listed !== undefined) return listed.length === 0 ? [] : [fc.constantFrom(...listed)];
    const types = typesOf(maker.contract.document, facets);
    return types.map((type) => arbitraryOfType(maker, facets, type, depth));
  });
  return fc.oneof(...made, fc.constant(sample));
}

function arbitraryOfType(
  maker: Maker,
  facets: readonly Facet[],
  type: SchemaType,
  depth: number,
): fc.Arbitrary<JsonValue> {
  if (type === "null") return fc.constant(null);
  if (type === "boolean") return fc.boolean();
  if (type === "string") return textArbitrary(facets, maker.seed);
  if (type === "integer" || type === "number") return numberArbitrary(facets, type === "integer");
  return type === "array" ? listArbitrary(maker, facets, depth) : objectArbitrary(maker, facets, depth);
}

function listArbitrary(maker: Maker, facets: readonly Facet[], depth: number): fc.Arbitrary<JsonValue> {
  const minLength = strictest(facets, "minItems", Math.max) ?? 0;
  const most = strictest(facets, "maxItems", Math.min) ?? minLength + 3;
  const limits = { minLength, maxLength: Math.max(minLength, Math.min(most, minLength + 3)) };
  const item = arbitraryOf(maker, itemPlaces(facets), depth + 1);
  const isUnique = facets.some(({ schema }) => schema["uniqueItems"] === true);
  return isUnique ? fc.uniqueArray(item, { ...limits, comparator: isEqual }) : fc.array(item, limits);
}

function objectArbitrary(maker: Maker, facets: readonly Facet[], depth: number): fc.Arbitrary<JsonValue> {
  const required = requiredNames(facets);
  const isClosed = facets.some(({ schema }) => schema["additionalProperties"] === false);
  const names = new Set([...required, ...propertyNames(facets), ...(isClosed ? [] : ["further_member"])]);
  const possible = [...names].filter((name) => maker.sample(propertyPlaces(facets, name)) !== undefined);
  const members = possible.map((name) => [name, arbitraryOf(maker, propertyPlaces(facets, name), depth + 1)]);
  return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<JsonValue>>, {
    requiredKeys: possible.filter((name) => required.has(name)),
  });
}
