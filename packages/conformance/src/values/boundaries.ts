import type { Shape } from "@workflow-api/contract";
import { isObject, type JsonObject, type JsonValue, uniqueBy } from "@workflow-api/contract/json";
import { edgesOf, nearMissesOf } from "./edges.ts";
import type { Sampler } from "./sampler.ts";

/** How many branches of a union are tried. */
const mostBranches = 100;

/**
 * The values around the bounds of a shape: at each of them and just beyond it, of each branch, each
 * listed value, each excluded one, and values of other types. Some are valid: its validator tells
 * which.
 */
export function boundaryValues(shape: Shape, sampler: Sampler): JsonValue[] {
  const values = shape.variants(mostBranches).flatMap((variant) => {
    const value = sampler.sample(variant);
    const listed = variant.values ?? [];
    if (value === undefined) return listed;
    const position = { at: "", value, shape, variant };
    const excluded = variant.subschemas("not");
    const near = [...edgesOf(position, sampler), ...nearMissesOf(position)];
    return [
      value,
      ...listed,
      ...(excluded.values ?? [sampler.sample(excluded) ?? value]),
      ...(typeof value === "string" ? sampler.strings(variant) : []),
      ...near.map((each) => each.value),
      ...(isObject(value) ? objectsOfSize(value, variant) : []),
    ];
  });
  return uniqueBy(values, (value) => JSON.stringify(value));
}

/** The object without its last optional members, down to each size around `minProperties`. */
function objectsOfSize(value: JsonObject, shape: Shape): JsonObject[] {
  const least = shape.limit("minProperties") ?? 0;
  const { required } = shape;
  const names = Object.keys(value).toSorted(
    (one, other) => Number(required.has(other)) - Number(required.has(one)),
  );
  return [least - 1, least]
    .filter((size) => size >= 0 && size < names.length)
    .map((size) => {
      const kept = new Set(names.slice(0, size));
      return Object.fromEntries(Object.entries(value).filter(([name]) => kept.has(name)));
    });
}
