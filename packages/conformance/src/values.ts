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
import { attemptsAt, distinctItems, edgesAt } from "./keywords.ts";
import { createWays, replaceAt, type Spot, spotsOf } from "./spots.ts";
import { plausibleTexts, shown, strictest, textArbitrary } from "./texts.ts";

/** A value that breaks one keyword of a schema. */
export interface BrokenValue {
  /** How: `null, against type`, `without created_at`. */
  readonly name: string;
  /** The keyword that is broken, of the schema or of one within it. */
  readonly keyword: string;
  /** The JSON Pointer into the value of what breaks it. */
  readonly at: string;
  /** The JSON Pointer in the document of the keyword. */
  readonly pointer: string;
  readonly value: JsonValue;
}

/** A valid value that differs from the sample in one respect. */
export interface EdgeValue {
  /** In which: `of 255 characters`, `without created_at`. */
  readonly name: string;
  /** The JSON Pointer into the value of what differs. */
  readonly at: string;
  /** The JSON Pointer in the document of the schema of what differs. */
  readonly pointer: string;
  readonly value: JsonValue;
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
  isValid(places: readonly SchemaPlace[], value: JsonValue): boolean;
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
    isValid: (places, value) => places.every(({ pointer }) => contract.validate(pointer, value).length === 0),
  };
  return {
    sample: maker.sample,
    broken: (places, base = maker.sample(places)) =>
      base === undefined ? [] : brokenValues(maker, places, base),
    edges: (places, base = maker.sample(places)) =>
      base === undefined ? [] : edgeValues(maker, places, base),
    arbitrary: (places) => arbitraryOf(maker, places, 0).filter((value) => maker.isValid(places, value)),
  };
}

function brokenValues(maker: Maker, places: readonly SchemaPlace[], base: JsonValue): BrokenValue[] {
  const seen = new Set<string>();
  return spotsOf(maker.contract, maker.ways, places, base).flatMap((spot) =>
    attemptsAt(spot, maker.sample).flatMap(({ facet, keep, keyword, values }) => {
      const candidates = values.flatMap((part) => {
        const value = replaceAt(base, parsePointer(spot.at), part);
        const broken = places.flatMap(({ pointer }) => maker.contract.validate(pointer, value));
        const keywords = new Set(broken.map((violation) => violation.keyword));
        const isChoice = keyword === "oneOf" || keyword === "anyOf";
        if (broken.length === 0 || !(keywords.has(keyword) || isChoice)) return [];
        const pointer = appendPointer(facet.pointer, keyword);
        const name = brokenName(spot.value, part, keyword);
        return [{ name, keyword, at: spot.at, pointer, value, others: keywords.size - 1 }];
      });
      // Those that break nothing else come first.
      const kept = candidates
        .toSorted((one, other) => one.others - other.others)
        .filter(({ value }) => isNew(seen, value))
        .slice(0, keep);
      return kept.map(({ others: _, ...each }) => each);
    }),
  );
}

function brokenName(whole: JsonValue, part: JsonValue, keyword: string): string {
  if (keyword !== "required" || !isObject(whole) || !isObject(part))
    return `${shown(part)}, against ${keyword}`;
  return `without ${Object.keys(whole)
    .filter((name) => !Object.hasOwn(part, name))
    .join(" and ")}`;
}

function edgeValues(maker: Maker, places: readonly SchemaPlace[], base: JsonValue): EdgeValue[] {
  const seen = new Set([JSON.stringify(base)]);
  return spotsOf(maker.contract, maker.ways, places, base).flatMap((spot) =>
    [...edgesAt(spot, maker.sample, maker.seed), ...branchEdges(maker, spot)].flatMap(([name, part]) => {
      const value = replaceAt(base, parsePointer(spot.at), part);
      if (!isNew(seen, value) || !maker.isValid(places, value)) return [];
      return [{ name, at: spot.at, pointer: spot.places[0]?.pointer ?? "", value }];
    }),
  );
}

/** A value of each other way through the branches of a spot. */
function branchEdges(maker: Maker, { places }: Spot): (readonly [string, JsonValue])[] {
  const ways = maker.ways(places);
  if (ways.length < 2) return [];
  return ways.flatMap((facets, index) => {
    const made = sampleOf(maker, facets, { useExamples: true, isFull: true, above: [] });
    return made === undefined ? [] : [[`of branch ${index + 1}`, made] as const];
  });
}

function isNew(seen: Set<string>, value: JsonValue): boolean {
  const text = JSON.stringify(value);
  if (seen.has(text)) return false;
  seen.add(text);
  return true;
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
        if (value !== undefined && maker.isValid(places, value)) return value;
      }
    }
  }
  return undefined;
}

/** A sample by the way through the branches that ends soonest where the schema is within itself. */
function sampleBelow(maker: Maker, places: readonly SchemaPlace[], style: Style): JsonValue | undefined {
  if (places.some(({ schema }) => schema === false)) return undefined;
  const ways = maker.ways(places);
  const isWithin = ways.some((facets) => depthOf(facets, style) > 0);
  const ordered = isWithin ? ways.toSorted((one, other) => weightOf(one) - weightOf(other)) : ways;
  for (const facets of ordered) {
    const value = sampleOf(maker, facets, style);
    if (value !== undefined) return value;
  }
  return undefined;
}

function weightOf(facets: readonly Facet[]): number {
  return facets.filter(({ schema }) => schema["properties"] !== undefined || schema["items"] !== undefined)
    .length;
}

/** How often a value of these facets stands within itself. */
function depthOf(facets: readonly Facet[], { above }: Style): number {
  const counts = facets.map(({ pointer }) => above.filter((each) => each === pointer).length);
  return Math.max(0, ...counts);
}

/** So often may a value stand within itself, where a schema requires it to. */
const deepest = 3;

function sampleOf(maker: Maker, facets: readonly Facet[], style: Style): JsonValue | undefined {
  const depth = depthOf(facets, style);
  if (depth > deepest) return undefined;
  const listed = listedValues(facets);
  if (listed !== undefined) return listed[0];
  const type = plainType(maker, facets);
  const examples = style.useExamples && propertyNames(facets).length === 0 ? examplesOf(facets) : [];
  if (examples[0] !== undefined) return examples[0];
  const inner: Style = {
    useExamples: style.useExamples,
    isFull: style.isFull && depth === 0,
    above: [...style.above, ...facets.map(({ pointer }) => pointer)],
  };
  if (type === "object") return sampleObject(maker, facets, inner);
  if (type === "array") return sampleList(maker, facets, inner);
  if (type === "string") return plausibleTexts(facets, maker.seed)[0];
  if (type === "integer" || type === "number") return sampleNumber(facets, type);
  return type === "boolean" ? true : null;
}

function examplesOf(facets: readonly Facet[]): JsonValue[] {
  return facets.flatMap(({ schema: { examples } }) => (Array.isArray(examples) ? examples : []));
}

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
  const open = facets.some(({ schema }) => isObject(schema["additionalProperties"]));
  const names = new Set([
    ...(style.isFull ? propertyNames(facets) : []),
    ...required,
    ...(open && style.isFull && propertyNames(facets).length === 0 ? ["member"] : []),
  ]);
  const members: [string, JsonValue][] = [];
  for (const name of names) {
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
  if (length === 0) return [];
  const item = sampleBelow(maker, itemPlaces(facets), style);
  if (item === undefined) return least === 0 ? [] : undefined;
  return distinctItems(facets, item, length);
}

function boundsOf(
  facets: readonly Facet[],
  type: "integer" | "number",
): { low: number; high: number; step: number } {
  const step = strictest(facets, "multipleOf", Math.max) ?? (type === "integer" ? 1 : 0);
  const gap = step === 0 ? 0.5 : step;
  const bound = (keyword: string, choose: typeof Math.max, offset: number): number | undefined => {
    const stated = strictest(facets, keyword, choose);
    return stated === undefined ? undefined : stated + offset;
  };
  const lows = [bound("minimum", Math.max, 0), bound("exclusiveMinimum", Math.max, gap)];
  const highs = [bound("maximum", Math.min, 0), bound("exclusiveMaximum", Math.min, -gap)];
  const known = (each: number | undefined): each is number => each !== undefined;
  return {
    low: Math.max(Number.NEGATIVE_INFINITY, ...lows.filter(known)),
    high: Math.min(Number.POSITIVE_INFINITY, ...highs.filter(known)),
    step,
  };
}

function sampleNumber(facets: readonly Facet[], type: "integer" | "number"): number {
  const { high, low, step } = boundsOf(facets, type);
  const wanted = Math.min(Math.max(1, low), high);
  if (step === 0) return wanted;
  const above = Math.ceil(wanted / step) * step;
  return above > high ? Math.floor(wanted / step) * step : above;
}

/** So deep are random values nested. */
const deepestArbitrary = 8;

function arbitraryOf(maker: Maker, places: readonly SchemaPlace[], depth: number): fc.Arbitrary<JsonValue> {
  const sample = maker.sample(places);
  // Where nothing was found by hand, nothing is to be found by chance.
  if (sample === undefined || depth > deepestArbitrary) return fc.constant(sample ?? null);
  const made = maker.ways(places).flatMap((facets) => arbitraryOfWay(maker, facets, depth));
  return fc.oneof(...made, fc.constant(sample));
}

function arbitraryOfWay(maker: Maker, facets: readonly Facet[], depth: number): fc.Arbitrary<JsonValue>[] {
  const listed = listedValues(facets);
  if (listed !== undefined) return listed.length === 0 ? [] : [fc.constantFrom(...listed)];
  const types = typesOf(maker.contract.document, facets);
  return types
    .filter((type) => !(type === "number" && types.includes("integer")) || facets.length > 0)
    .map((type) => arbitraryOfType(maker, facets, type, depth));
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
  if (type === "integer" || type === "number") return numberArbitrary(facets, type);
  return type === "array" ? listArbitrary(maker, facets, depth) : objectArbitrary(maker, facets, depth);
}

function numberArbitrary(facets: readonly Facet[], type: "integer" | "number"): fc.Arbitrary<number> {
  const { high, low, step } = boundsOf(facets, type);
  const least = Math.max(low, -(2 ** 31));
  const most = Math.max(Math.min(high, 2 ** 31 - 1), least);
  if (step === 0)
    return fc.double({ min: least, max: most, noNaN: true }).map((each) => (each === 0 ? 0 : each));
  const [first, last] = [Math.ceil(least / step), Math.floor(most / step)];
  return first > last
    ? fc.constant(first * step)
    : fc.integer({ min: first, max: last }).map((each) => each * step);
}

function listArbitrary(maker: Maker, facets: readonly Facet[], depth: number): fc.Arbitrary<JsonValue> {
  const least = strictest(facets, "minItems", Math.max) ?? 0;
  const most = Math.min(strictest(facets, "maxItems", Math.min) ?? least + 3, least + 3);
  const limits = { minLength: least, maxLength: Math.max(least, most) };
  const item = arbitraryOf(maker, itemPlaces(facets), depth + 1);
  const isUnique = facets.some(({ schema }) => schema["uniqueItems"] === true);
  return isUnique ? fc.uniqueArray(item, { ...limits, comparator: isEqual }) : fc.array(item, limits);
}

function objectArbitrary(maker: Maker, facets: readonly Facet[], depth: number): fc.Arbitrary<JsonValue> {
  const required = requiredNames(facets);
  const isClosed = facets.some(({ schema }) => schema["additionalProperties"] === false);
  const isPossible = (name: string): boolean => maker.sample(propertyPlaces(facets, name)) !== undefined;
  const names = [...new Set([...required, ...propertyNames(facets)])].filter(isPossible);
  const members = names.map(
    (name) => [name, arbitraryOf(maker, propertyPlaces(facets, name), depth + 1)] as const,
  );
  const known = fc.record(Object.fromEntries(members), {
    requiredKeys: names.filter((name) => required.has(name)),
  });
  const isFree = !isClosed && isPossible("further_member");
  if (!isFree || depth >= deepestArbitrary) return known as fc.Arbitrary<JsonObject>;
  const further = arbitraryOf(maker, propertyPlaces(facets, "further_member"), depth + 1);
  return fc
    .tuple(known, fc.option(further, { nil: undefined }))
    .map(
      ([object, member]) =>
        (member === undefined ? object : { ...object, further_member: member }) as JsonObject,
    );
}
