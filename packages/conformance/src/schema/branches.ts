import { isObject, type JsonValue } from "@workflow-api/contract";
import {
  alternativesOf,
  candidatesBy,
  type Facet,
  facetsOf,
  isValid,
  type Place,
  placeBelow,
} from "@workflow-api/contract/samples";
import { breakersOf } from "./break-keyword.ts";
import { replaceAt, walk } from "./walk.ts";
import type { SchemaWorld } from "./worlds.ts";

/** A valid value for each branch that a value of the schemas can take; none where there is but one. */
export function branchSamples(world: SchemaWorld, places: readonly Place[]): JsonValue[] {
  const facets = facetsOf(world, places);
  const alternatives = alternativesOf(world, facets);
  if (alternatives.length < 2) return [];
  const found = alternatives.flatMap((chosen) => firstValid(world, places, candidatesBy(world, chosen)));
  const conditions = facets.flatMap((facet) => placeBelow(facet, "if") ?? []);
  return [...found, ...conditions.flatMap((condition) => outside(world, places, alternatives, condition))];
}

/** So many values of a branch are tried. */
const mostTried = 6;

/** A valid value that an `if` does not hold for. */
function outside(
  world: SchemaWorld,
  places: readonly Place[],
  alternatives: readonly (readonly Facet[])[],
  condition: Place,
): JsonValue[] {
  const starts = alternatives.flatMap((facets) => [...candidatesBy(world, facets)].slice(0, mostTried));
  const broken = starts.filter(isObject).flatMap((start) => brokenIn(world, condition, start));
  return firstValid(
    world,
    places,
    broken.filter((value) => !isValid(world, [condition], value)),
  );
}

function brokenIn(world: SchemaWorld, condition: Place, start: JsonValue): JsonValue[] {
  return [...walk(world, [condition], start)].flatMap((spot) =>
    spot.facets.flatMap((facet) =>
      [...breakersOf(world, spot, facet)].flatMap(({ value }) => replaceAt(start, spot.tokens, value) ?? []),
    ),
  );
}

function firstValid(world: SchemaWorld, places: readonly Place[], values: Iterable<JsonValue>): JsonValue[] {
  for (const value of values) if (isValid(world, places, value)) return [value];
  return [];
}
