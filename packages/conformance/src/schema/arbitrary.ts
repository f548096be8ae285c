import type { JsonValue } from "@workflow-api/contract";
import {
  alternativesOf,
  type Facet,
  facetsOf,
  firstItems,
  isSent,
  itemPlaces,
  type JsonType,
  lowerBound,
  type Place,
  propertyNames,
  propertyPlaces,
  requiredNames,
  sampleOf,
  stated,
  statedNumbers,
  typesOf,
  upperBound,
} from "@workflow-api/contract/samples";
import fc from "fast-check";
import { stringCandidates } from "./strings.ts";
import type { SchemaWorld } from "./worlds.ts";

/** Deeper than this a value is a sample. */
const deepest = 6;

/** So much longer than the least that is asked for texts and lists are made. */
const longest = 6;

/** Random values that are likely to be valid by all of the schemas, and shrink to smaller ones. */
export function arbitraryOf(
  world: SchemaWorld,
  places: readonly Place[],
  depth = 0,
): fc.Arbitrary<JsonValue> {
  if (depth > deepest) return fc.constant(sampleOf(world, places) ?? null);
  const alternatives = alternativesOf(world, facetsOf(world, places));
  return fc.oneof(...alternatives.map((facets) => byFacets(world, facets, depth)));
}

function byFacets(world: SchemaWorld, facets: readonly Facet[], depth: number): fc.Arbitrary<JsonValue> {
  const [constant] = stated(facets, "const");
  if (constant !== undefined) return fc.constant(constant);
  const [choices] = stated(facets, "enum");
  if (Array.isArray(choices) && choices.length > 0) return fc.constantFrom(...choices);
  const types = typesOf(facets);
  const likely = stated(facets, "type").length > 0 ? types : types.slice(0, 1);
  return likely.length === 0
    ? fc.constant(null)
    : fc.oneof(...likely.map((type) => ofType(world, facets, type, depth)));
}

function ofType(
  world: SchemaWorld,
  facets: readonly Facet[],
  type: JsonType,
  depth: number,
): fc.Arbitrary<JsonValue> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return numbers(facets, type);
    case "string":
      return strings(world, facets);
    case "array":
      return lists(world, facets, depth);
    case "object":
      return objects(world, facets, depth);
  }
}

function numbers(facets: readonly Facet[], type: "integer" | "number"): fc.Arbitrary<number> {
  const least = Math.max(lowerBound(facets, "minimum", -1000), lowerBound(facets, "exclusiveMinimum", -1000));
  const most = Math.min(upperBound(facets, "maximum", 1000), upperBound(facets, "exclusiveMaximum", 1000));
  const [step = type === "integer" ? 1 : 0.5] = statedNumbers(facets, "multipleOf");
  const [low, high] = [Math.ceil(least / step), Math.floor(Math.max(least, most) / step)];
  return fc.integer({ min: Math.min(low, high), max: Math.max(low, high) }).map((count) => count * step);
}

function strings(world: SchemaWorld, facets: readonly Facet[]): fc.Arbitrary<string> {
  const known = stringCandidates(facets, world.seed);
  const isFree = stated(facets, "pattern").length === 0 && stated(facets, "format").length === 0;
  const minLength = Math.min(1000, lowerBound(facets, "minLength", 0));
  const maxLength = Math.max(minLength, Math.min(minLength + longest, upperBound(facets, "maxLength", 1000)));
  const free = fc.string({ unit: "grapheme-composite", minLength, maxLength });
  return isFree ? fc.oneof(free, fc.constantFrom(...known)) : fc.constantFrom(...known);
}

function lists(world: SchemaWorld, facets: readonly Facet[], depth: number): fc.Arbitrary<JsonValue> {
  const prefixed = firstItems(facets);
  const minLength = Math.min(100, lowerBound(facets, "minItems", 0));
  const maxLength = Math.max(minLength, Math.min(minLength + longest, upperBound(facets, "maxItems", 1000)));
  const item = (index: number): fc.Arbitrary<JsonValue> =>
    arbitraryOf(world, itemPlaces(facets, index), depth + 1);
  if (prefixed > 0) return fc.tuple(...Array.from({ length: prefixed }, (_, index) => item(index)));
  const isSet = stated(facets, "uniqueItems").includes(true);
  return isSet
    ? fc.uniqueArray(item(0), {
        minLength: Math.min(minLength, 1),
        maxLength,
        selector: (one) => JSON.stringify(one),
      })
    : fc.array(item(0), { minLength, maxLength });
}

function objects(world: SchemaWorld, facets: readonly Facet[], depth: number): fc.Arbitrary<JsonValue> {
  const required = [...requiredNames(facets)];
  const names = [...new Set([...required, ...propertyNames(facets)])].filter((name) =>
    isSent(world, propertyPlaces(facets, name)),
  );
  const members = names.map((name): [string, fc.Arbitrary<JsonValue>] => [
    name,
    arbitraryOf(world, propertyPlaces(facets, name), depth + 1),
  ]);
  const requiredKeys = required.filter((name) => names.includes(name));
  return fc.record(Object.fromEntries(members), { requiredKeys, noNullPrototype: true });
}
