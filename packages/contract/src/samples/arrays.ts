import { isEqual } from "../is-equal.ts";
import { isObject, type JsonValue } from "../json.ts";
import { type Facet, firstItems, itemPlaces, type Place, placeBelow } from "../schema-places.ts";
import { lowerBound, type SampleWorld, upperBound } from "./facets.ts";
import { distinct } from "./repeat.ts";
import { candidatesOf, type Descent, isValid, sampleOf } from "./sample.ts";

/** Longer than this no list is made. */
const longest = 200;

/** Lists that are likely to be valid by the facets: with what they are to contain, and as long as they have to be. */
export function* arrayCandidates(
  world: SampleWorld,
  facets: readonly Facet[],
  descent: Descent,
): Generator<JsonValue> {
  const least = lowerBound(facets, "minItems", 0);
  const most = upperBound(facets, "maxItems", Number.POSITIVE_INFINITY);
  const prefixed = firstItems(facets);
  const wanted = Math.min(most, Math.max(least, prefixed, descent.closing ? 0 : 1));
  const contained = facets.flatMap((facet) => placeBelow(facet, "contains") ?? []);
  const contains =
    contained.length === 0 ? undefined : sampleOf(world, [...contained, ...itemPlaces(facets, 0)], descent);
  const count = Math.min(longest, lowerBound(facets, "minContains", 1));
  const items: JsonValue[] = contains === undefined ? [] : distinct(contains, count);
  if (!items.every((item) => isValid(world, contained, item))) items.fill(contains ?? null);
  for (let index = items.length; index < Math.min(wanted, longest); index++) {
    const item = distinctItem(world, itemPlaces(facets, index), items, descent);
    if (item === undefined) break;
    items.push(item);
  }
  yield items;
  yield [];
}

/** A valid item that is none of those already there, where there is one. */
function distinctItem(
  world: SampleWorld,
  places: readonly Place[],
  taken: readonly JsonValue[],
  descent: Descent,
): JsonValue | undefined {
  let first: JsonValue | undefined;
  for (const item of spread(candidatesOf(world, places, descent), taken.length)) {
    if (!isValid(world, places, item)) continue;
    first ??= item;
    if (!taken.some((other) => isEqual(other, item))) return item;
  }
  if (!isObject(first) || taken.length === 0) return first;
  return withOtherMember(world, places, taken, first) ?? first;
}

/** The candidates, and those made different by a number. */
function* spread(candidates: Iterable<JsonValue>, index: number): Generator<JsonValue> {
  let count = 0;
  for (const value of candidates) {
    yield value;
    if (index > 0 && typeof value === "string") yield `${value}${index}`;
    if (index > 0 && typeof value === "number") yield value + index;
    if (++count > 200) return;
  }
}

/** The object with one member made different by a number. */
function withOtherMember(
  world: SampleWorld,
  places: readonly Place[],
  taken: readonly JsonValue[],
  object: JsonValue,
): JsonValue | undefined {
  if (!isObject(object)) return undefined;
  for (const [name, member = null] of Object.entries(object)) {
    for (const other of spread([member, !member], taken.length)) {
      const item = { ...object, [name]: other };
      if (isValid(world, places, item) && !taken.some((one) => isEqual(one, item))) return item;
    }
  }
  return undefined;
}
