import { isObject } from "../json.ts";
import { facetsOf } from "../schema-facets.ts";
import { type Facet, type Place, placeBelow } from "../schema-places.ts";
import { type SampleWorld, stated } from "./facets.ts";
import { isValid } from "./sample.ts";

/** Names of members that no schema declares, which the facets are likely to allow. */
export function* freeNames(world: SampleWorld, facets: readonly Facet[]): Generator<string> {
  const places = facets.flatMap((facet): readonly Place[] =>
    [placeBelow(facet, "propertyNames") ?? []].flat(),
  );
  const named = facetsOf(world, places);
  for (const list of stated(named, "enum")) if (Array.isArray(list)) yield* list.map(String);
  for (const pattern of patternsOf(facets)) {
    const expression = new RegExp(pattern, "u");
    for (const name of world.texts([...named, { schema: { pattern }, pointer: "" }], "member"))
      if (expression.test(name) && isValid(world, places, name)) yield name;
  }
  for (const name of world.texts(named, "member")) if (isValid(world, places, name)) yield name;
}

/** The patterns of names that have a schema of their own. */
function patternsOf(facets: readonly Facet[]): string[] {
  return stated(facets, "patternProperties").flatMap((patterns) =>
    Object.keys(isObject(patterns) ? patterns : {}),
  );
}
