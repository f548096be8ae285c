import {
  choicesOf,
  type Facet,
  facetsOf,
  isObject,
  itemPlaces,
  type JsonObject,
  type JsonValue,
  propertyPlaces,
  type SchemaPlace,
} from "@workflow-api/contract";

/**
 * A value without the members that nobody declared: Prism makes some up wherever
 * `additionalProperties` allows them without saying so.
 */
export function declaredOnly(
  document: JsonObject,
  places: readonly SchemaPlace[],
  value: JsonValue,
): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  const facets = allFacets(document, places);
  if (Array.isArray(value)) {
    const below = itemPlaces(facets);
    return value.map((item: JsonValue) => declaredOnly(document, below, item));
  }
  if (!isObject(value) || facets.length === 0) return value;
  const hasPatterns = facets.some(({ schema }) => schema["patternProperties"] !== undefined);
  const members = Object.entries(value).flatMap(([name, member = null]) => {
    const below = propertyPlaces(facets, name);
    return below.length > 0 || hasPatterns
      ? [[name, declaredOnly(document, below, member)] as const]
      : [];
  });
  return Object.fromEntries(members);
}

/** With those of each branch, because the value may follow any of them. */
function allFacets(document: JsonObject, places: readonly SchemaPlace[]): Facet[] {
  const facets = facetsOf(document, places);
  const branches = choicesOf(facets).flat();
  return branches.length === 0 ? facets : [...facets, ...allFacets(document, branches)];
}
