import { foldFacets } from "./fold-facets.ts";
import { isObject } from "./json.ts";
import type { Facet, Place, SchemaWorld } from "./schema-places.ts";

/**
 * The names of the members that every object has which is valid by all of some schemas: what they require themselves, in
 * their `allOf`, on each of their branches, and for the sake of another member that is always there.
 */
export function alwaysRequired(
  world: SchemaWorld,
  places: readonly Place[],
  known: readonly string[] = [],
): string[] {
  const found = foldFacets<readonly string[]>(world, places, {
    own: (facet) => [...listed(facet.schema["required"]), ...known.flatMap((name) => neededBy(facet, name))],
    all: (names) => names.flat(),
    either: (one, other) => one.filter((name) => other.includes(name)),
  });
  const names = [...new Set([...known, ...(found ?? [])])];
  // What is always there may need more.
  return names.length === known.length ? names : alwaysRequired(world, places, names);
}

function neededBy({ schema: { dependentRequired } }: Facet, name: string): string[] {
  return isObject(dependentRequired) && Object.hasOwn(dependentRequired, name)
    ? listed(dependentRequired[name])
    : [];
}

function listed(names: unknown): string[] {
  return Array.isArray(names) ? names.map(String) : [];
}
