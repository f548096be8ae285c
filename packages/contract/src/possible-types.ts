import { foldFacets } from "./fold-facets.ts";
import { typeOf, type ValueType } from "./json.ts";
import type { Facet, Place, SchemaWorld } from "./schema-places.ts";

const all: readonly ValueType[] = ["object", "array", "string", "number", "boolean", "null"];

/**
 * The types of the values that are valid by all of some schemas, as far as these tell by `type`, `const` and `enum`. An
 * integer is a number. Where no value is valid, nothing is known of its type.
 */
export function possibleTypes(world: SchemaWorld, places: readonly Place[]): readonly ValueType[] {
  const found = foldFacets<readonly ValueType[]>(world, places, {
    own: typesOf,
    all: (lists) => all.filter((type) => lists.every((list) => list.includes(type))),
    either: (one, other) => all.filter((type) => one.includes(type) || other.includes(type)),
  });
  return found === undefined || found.length === 0 ? all : found;
}

function typesOf({ schema: { type, const: value, enum: values } }: Facet): readonly ValueType[] {
  const stated = [type].flat().map((name) => (name === "integer" ? "number" : name));
  const listed = value === undefined ? values : [value];
  const types = Array.isArray(listed) ? listed.map(typeOf) : all;
  return types.filter((each) => type === undefined || stated.includes(each));
}
