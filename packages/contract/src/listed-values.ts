import { foldFacets } from "./fold-facets.ts";
import { isEqual } from "./is-equal.ts";
import type { JsonValue } from "./json.ts";
import type { Facet, Place, SchemaWorld } from "./schema-places.ts";

/**
 * The values that some schemas which all hold for one list by `const`, `enum`, or a type of few values; a keyword beside
 * may refuse one. `undefined`: others are valid too, or none.
 */
export function listedValues(world: SchemaWorld, places: readonly Place[]): readonly JsonValue[] | undefined {
  return foldFacets<Listed>(world, places, {
    own: (facet) => ({ values: listedBy(facet) }),
    all: (lists) => lists.reduce(shared, { values: undefined }),
    either: ({ values: one }, { values: other }) => ({ values: one && other && united(one, other) }),
  })?.values;
}

interface Listed {
  /** `undefined`: any. */
  readonly values: readonly JsonValue[] | undefined;
}

function shared({ values: one }: Listed, { values: other }: Listed): Listed {
  return { values: one && other ? one.filter((value) => has(other, value)) : (one ?? other) };
}

function united(one: readonly JsonValue[], other: readonly JsonValue[]): readonly JsonValue[] {
  return [...one, ...other.filter((value) => !has(one, value))];
}

function has(values: readonly JsonValue[], value: JsonValue): boolean {
  return values.some((each) => isEqual(each, value));
}

function listedBy({ schema: { const: value, enum: values, type } }: Facet): readonly JsonValue[] | undefined {
  if (value !== undefined) return [value];
  if (Array.isArray(values)) return values;
  const lists = [type].flat().map((name) => ofType.get(name));
  return lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? []);
}

const ofType: ReadonlyMap<JsonValue | undefined, readonly JsonValue[]> = new Map([
  ["boolean", [true, false]],
  ["null", [null]],
]);
