import {
  appendPointer,
  type Facet,
  facetsOf,
  isObject,
  type Place,
  type SchemaWorld,
} from "@workflow-api/contract";

/** The alternatives of a value, of which each list has one that it is valid by. */
export function alternativesOf(world: SchemaWorld, place: Place): Place[][] {
  return facetsOf(world, [place])
    .flatMap((facet) => [listedBy(facet, "oneOf"), listedBy(facet, "anyOf")])
    .filter((places) => places.length > 0);
}

function listedBy({ schema, pointer }: Facet, keyword: string): Place[] {
  const given = schema[keyword];
  return (Array.isArray(given) ? given : []).flatMap((each, index) =>
    // No value is valid by `false`.
    isObject(each) || each === true ? { schema: each, pointer: appendPointer(pointer, keyword, index) } : [],
  );
}
