import {
  appendPointer,
  type Contract,
  type Facet,
  isEqual,
  itemPlaces,
  type JsonValue,
  listedValues,
  propertyNames,
  propertyPlaces,
  replaceAt,
  requiredNames,
  type SchemaPlace,
  type SchemaType,
  typesOf,
} from "@workflow-api/contract";
import fc from "fast-check";
import { branchCandidates, type Candidate, candidatesAt, mistakesAt } from "./candidates.ts";
import { type Position, positionsOf } from "./positions.ts";
import { brokenBy, createMaker, type Maker, sampleOf } from "./samples.ts";
import { numberArbitrary, strictest, textArbitrary } from "./scalars.ts";

/** A valid value that differs from the sample in one respect. */
export interface EdgeValue {
  /** In which: `of 256 characters`, `without created_at`. */
  readonly name: string;
  /** The JSON Pointer into the value of what differs. */
  readonly at: string;
  /**
   * The JSON Pointer in the document of the schema of what differs; of a broken value, of the
   * keyword.
   */
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
  /**
   * Valid values at the edges of each keyword and of what it leaves free, around a valid value: the
   * base, or the sample.
   */
  edges(places: readonly SchemaPlace[], base?: JsonValue): EdgeValue[];
  /** Random valid values. */
  arbitrary(places: readonly SchemaPlace[]): fc.Arbitrary<JsonValue>;
}

/**
 * The one maker of values: samples, values that break each keyword, and random ones. The same seed
 * gives the same.
 */
export function createValues(contract: Contract, seed = 1): Values {
  const maker = createMaker(contract, seed);
  const around = <Found>(
    places: readonly SchemaPlace[],
    base: JsonValue | undefined,
    find: (maker: Maker, whole: Whole, position: Position) => Found[],
  ): Found[] =>
    base === undefined
      ? []
      : wholesOf(maker, { places, base }).flatMap(({ positions, whole }) =>
          positions.flatMap((position) => find(maker, whole, position)),
        );
  return {
    sample: maker.sample,
    broken: (places, base = maker.sample(places)) => around(places, base, brokenAt),
    edges: (places, base = maker.sample(places)) => around(places, base, edgesAt),
    arbitrary: (places) =>
      arbitraryOf(maker, places, 0).filter((value) => brokenBy(maker, places, value).length === 0),
  };
}

/** A valid value, and the places that hold for it. */
interface Whole {
  readonly places: readonly SchemaPlace[];
  readonly base: JsonValue;
}

/**
 * A value with its positions; then, for each position of it that has branches, the same with each
 * other branch.
 */
function wholesOf(
  maker: Maker,
  whole: Whole,
): { readonly whole: Whole; readonly positions: readonly Position[] }[] {
  const { base, places } = whole;
  const positions = positionsOf(maker.contract, maker.ways, places, base);
  const others = positions.flatMap((position) => {
    const ways = maker.ways(position.places);
    return (ways.length < 2 ? [] : ways).flatMap((facets) => {
      const branch = sampleOf(maker, facets);
      if (branch === undefined || isEqual(branch, position.value)) return [];
      const other = { places, base: replaceAt(base, position.at, branch) };
      if (brokenBy(maker, places, other.base).length > 0) return [];
      const inner = positionsOf(maker.contract, maker.ways, places, other.base);
      return [
        {
          whole: other,
          positions: inner.filter(({ at }) => `${at}/`.startsWith(`${position.at}/`)),
        },
      ];
    });
  });
  return [{ whole, positions }, ...others];
}

/** The whole with each candidate at a position, and the keywords that this breaks. */
function variantsAt(
  maker: Maker,
  { base, places }: Whole,
  position: Position,
  further: readonly Candidate[],
): (EdgeValue & { readonly keywords: readonly string[] })[] {
  const branches = maker.ways(position.places).map((facets) => sampleOf(maker, facets));
  const candidates = [
    ...further,
    ...candidatesAt(position, maker.sample, maker.seed),
    ...branchCandidates(position, branches),
  ].map(([name, part]) => [JSON.stringify(part), [name, part]] as const);
  // Of the same value under two names the first is the plainer.
  const distinct = new Map(candidates.toReversed());
  distinct.delete(JSON.stringify(position.value));
  return [...distinct.values()].toReversed().map(([name, part]) => {
    const value = replaceAt(base, position.at, part);
    const branch = position.facets.findLast(({ pointer }) => /\/(any|one)Of\/\d+$/.test(pointer));
    const pointer = (branch ?? position.places[0])?.pointer ?? "";
    return { name, at: position.at, pointer, value, keywords: brokenBy(maker, places, value) };
  });
}

function edgesAt(maker: Maker, whole: Whole, position: Position): EdgeValue[] {
  const valid = variantsAt(maker, whole, position, []).filter(
    ({ keywords }) => keywords.length === 0,
  );
  return valid.map(({ keywords: _, ...edge }) => edge);
}

/**
 * So many values are kept that break one keyword at one position: by more of these one is told from
 * another like it.
 */
const keptOf: Readonly<Record<string, number>> = { type: 7, enum: 8, pattern: 14, required: 1000 };
const keptOfOthers = 3;

/**
 * Of each keyword that is broken at a position the values that break nothing else; if each does,
 * those that break most.
 */
function brokenAt(maker: Maker, whole: Whole, position: Position): BrokenValue[] {
  const variants = variantsAt(maker, whole, position, mistakesAt(position));
  const keywords = new Set(variants.flatMap((variant) => variant.keywords));
  return [...keywords].flatMap((keyword) => {
    const breaking = variants.filter((variant) => variant.keywords.includes(keyword));
    const exact = breaking.filter((variant) => variant.keywords.length === 1);
    const facet = position.facets.find(({ schema }) => schema[keyword] !== undefined);
    // A keyword of what stands below has a position of its own.
    if (exact.length === 0 && facet === undefined) return [];
    const kept = (exact.length > 0 ? exact : breaking).slice(0, keptOf[keyword] ?? keptOfOthers);
    return kept.map(({ at, name, pointer, value }) => ({
      name: name.startsWith("without ") ? name : `${name}, against ${keyword}`,
      keyword,
      at,
      pointer: facet === undefined ? pointer : appendPointer(facet.pointer, keyword),
      value,
    }));
  });
}

/** So deep are random values nested. */
const deepestArbitrary = 8;

function arbitraryOf(
  maker: Maker,
  places: readonly SchemaPlace[],
  depth: number,
): fc.Arbitrary<JsonValue> {
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
  return type === "array"
    ? listArbitrary(maker, facets, depth)
    : objectArbitrary(maker, facets, depth);
}

function listArbitrary(
  maker: Maker,
  facets: readonly Facet[],
  depth: number,
): fc.Arbitrary<JsonValue> {
  const minLength = strictest(facets, "minItems", Math.max) ?? 0;
  const most = strictest(facets, "maxItems", Math.min) ?? minLength + 3;
  const limits = { minLength, maxLength: Math.max(minLength, Math.min(most, minLength + 3)) };
  const item = arbitraryOf(maker, itemPlaces(facets), depth + 1);
  const isUnique = facets.some(({ schema }) => schema["uniqueItems"] === true);
  return isUnique
    ? fc.uniqueArray(item, { ...limits, comparator: isEqual })
    : fc.array(item, limits);
}

function objectArbitrary(
  maker: Maker,
  facets: readonly Facet[],
  depth: number,
): fc.Arbitrary<JsonValue> {
  const required = requiredNames(facets);
  const isClosed = facets.some(({ schema }) => schema["additionalProperties"] === false);
  const names = new Set([
    ...required,
    ...propertyNames(facets),
    ...(isClosed ? [] : ["further_member"]),
  ]);
  const possible = [...names].filter(
    (name) => maker.sample(propertyPlaces(facets, name)) !== undefined,
  );
  const members = possible.map((name) => [
    name,
    arbitraryOf(maker, propertyPlaces(facets, name), depth + 1),
  ]);
  return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<JsonValue>>, {
    requiredKeys: possible.filter((name) => required.has(name)),
  });
}
