import type { Place } from "../schema-places.ts";
import type { SampleWorld } from "./facets.ts";

interface Remembered<V> {
  readonly places: readonly Place[];
  readonly value: V;
}

/**
 * What has been worked out for the schemas at some places, by world. A schema beside a `$ref` is given with the pointer
 * of what is referred to, so that a pointer alone does not tell which schema is meant.
 */
export function rememberedByPlaces<V>(): (world: SampleWorld, places: readonly Place[], work: () => V) => V {
  const worlds = new WeakMap<SampleWorld, Map<string, Remembered<V>>>();
  return (world, places, work) => {
    const remembered = worlds.get(world) ?? new Map<string, Remembered<V>>();
    worlds.set(world, remembered);
    const key = keyOf(places);
    const found = remembered.get(key);
    if (found !== undefined && places.every(({ schema }, index) => schema === found.places[index]?.schema))
      return found.value;
    const value = work();
    remembered.set(key, { places, value });
    return value;
  };
}

/** The pointers of places as one text. */
function keyOf(places: readonly Place[]): string {
  let key = "";
  for (const { pointer } of places) key += `${pointer}\n`;
  return key;
}
