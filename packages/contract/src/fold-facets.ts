import { branchesOf, conditionals } from "./schema-facets.ts";
import { type Facet, type Place, placesBelow, type SchemaWorld } from "./schema-places.ts";

/** How what schemas tell of a value is put together. */
export interface FacetFold<Known> {
  /** What a facet tells by its own keywords, without its `allOf` and its branches. */
  own(facet: Facet): Known;
  /** What is known of a value for which all of this holds; nothing if the list is empty. */
  all(known: readonly Known[]): Known;
  /** What is known of a value for which one of both holds, and not which. */
  either(one: Known, other: Known): Known;
}

/**
 * What is known of every value that is valid by all of some schemas: references are followed, what all of `allOf` tell
 * holds, and of branches what each of them tells that a value can take.
 * @returns `undefined` if no value is valid, as by `false`.
 */
export function foldFacets<Known>(
  world: SchemaWorld,
  places: readonly Place[],
  fold: FacetFold<Known>,
): Known | undefined {
  return ofAll(world, places, fold)?.known;
}

/** What is known, apart from that there is no such value. */
interface Found<Known> {
  readonly known: Known;
}

function ofAll<Known>(
  world: SchemaWorld,
  places: readonly Place[],
  fold: FacetFold<Known>,
): Found<Known> | undefined {
  return together(
    fold,
    places.map((place) => ofPlace(world, place, fold)),
  );
}

function ofPlace<Known>(world: SchemaWorld, place: Place, fold: FacetFold<Known>): Found<Known> | undefined {
  const { schema, pointer } = world.resolve(place.schema, place.pointer);
  if (schema === false) return undefined;
  if (schema === true) return { known: fold.all([]) };
  const facet = { schema, pointer };
  const choices = conditionals
    .map((keyword) => branchesOf(facet, keyword))
    .filter((branches) => branches.length > 0)
    .map((branches) => ofAny(world, branches, fold));
  const parts = placesBelow(facet, "allOf").map((part) => ofPlace(world, part, fold));
  return together(fold, [{ known: fold.own(facet) }, ...parts, ...choices]);
}

function ofAny<Known>(
  world: SchemaWorld,
  branches: readonly (readonly Place[])[],
  fold: FacetFold<Known>,
): Found<Known> | undefined {
  const [first, ...others] = branches.flatMap((branch) => ofAll(world, branch, fold) ?? []);
  return first && others.reduce((one, other) => ({ known: fold.either(one.known, other.known) }), first);
}

function together<Known>(
  fold: FacetFold<Known>,
  found: readonly (Found<Known> | undefined)[],
): Found<Known> | undefined {
  const valid = found.flatMap((each) => each ?? []);
  return valid.length < found.length ? undefined : { known: fold.all(valid.map(({ known }) => known)) };
}
