import { isObject } from "./json.ts";
import { type Facet, type Place, placesBelow, type SchemaWorld } from "./schema-places.ts";

/**
 * The facets that hold for every value of schemas which all hold for one value: their references are followed, and their
 * `allOf` is taken apart. What is `true` or `false` has none.
 */
export function facetsOf(world: SchemaWorld, places: readonly Place[]): Facet[] {
  return facetsBy(world, places, (facet) => placesBelow(facet, "allOf"));
}

/** The same with all that holds on some condition: the facets of every branch, and those that a branch is chosen by. */
export function possibleFacetsOf(world: SchemaWorld, places: readonly Place[]): Facet[] {
  return facetsBy(world, places, (facet) => [
    ...placesBelow(facet, "allOf"),
    ...conditionals.flatMap((keyword) => branchesOf(facet, keyword).flat()),
  ]);
}

/** The facets of schemas, and those of the schemas that are found below each of them. */
export function facetsBy(
  world: SchemaWorld,
  places: readonly Place[],
  below: (facet: Facet) => readonly Place[],
): Facet[] {
  const found = new Map<string, Facet>();
  const visit = (place: Place): void => {
    const { schema, pointer } = world.resolve(place.schema, place.pointer);
    if (!isObject(schema)) return;
    const known = found.get(pointer);
    // What is told beside one of several references to a schema counts as well.
    const isTold =
      known !== undefined && Object.keys(schema).every((name) => Object.hasOwn(known.schema, name));
    const facet = { schema: known === undefined ? schema : { ...schema, ...known.schema }, pointer };
    if (!isTold) found.set(pointer, facet);
    if (known === undefined) for (const part of below(facet)) visit(part);
  };
  for (const place of places) visit(place);
  return [...found.values()];
}

/** Whether a value travels in one direction alone, by any of the schemas that all hold for it. */
export function isMarked(
  world: SchemaWorld,
  places: readonly Place[],
  mark: "readOnly" | "writeOnly",
): boolean {
  return facetsOf(world, places).some(({ schema }) => schema[mark] === true);
}

/** Keywords of which a value takes one branch or another. */
export const conditionals = ["oneOf", "anyOf", "if", "dependentSchemas"] as const;

/** The schemas that hold together on each branch of a keyword, the most telling branch first. */
export function branchesOf(facet: Facet, keyword: (typeof conditionals)[number]): Place[][] {
  if (facet.schema[keyword] === undefined) return [];
  if (keyword === "if") return [placesBelow(facet, "if", "then"), placesBelow(facet, "else")];
  const branches = placesBelow(facet, keyword).map((place) => [place]);
  return keyword === "dependentSchemas" ? [...branches, []] : branches;
}
