import {
  facetsOf,
  firstItems,
  itemPlaces,
  type Place,
  placeBelow,
  possibleFacetsOf,
  type SchemaWorld,
} from "@workflow-api/contract";
import { isAlways } from "./reading.ts";

/** Whether no item of a list and no member of an object may be a list or an object itself. */
export function isFlat(world: SchemaWorld, place: Place): boolean {
  const isScalar = (places: readonly Place[]): boolean =>
    places.some(({ schema }) => schema === false) ||
    isAlways(["string", "number", "boolean", "null"], world, places);
  if (isAlways(["array", "null"], world, [place])) {
    const facets = facetsOf(world, [place]);
    const items = Array.from({ length: firstItems(facets) + 1 }, (_, index) => itemPlaces(facets, index));
    return items.every(isScalar);
  }
  const [facet, ...others] = possibleFacetsOf(world, [place]);
  if (facet === undefined || others.length > 0) return false;
  const { items, properties, additionalProperties } = facet.schema;
  if ((items ?? properties ?? additionalProperties) === undefined) return false;
  const inner = [
    ...["items", "additionalProperties"].map((keyword) => placeBelow(facet, keyword)),
    ...Object.keys(properties ?? {}).map((name) => placeBelow(facet, "properties", name)),
  ];
  return inner.every((each) => each === undefined || isScalar([each]));
}
