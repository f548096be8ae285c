import type { Shape } from "@workflow-api/contract";
import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  uniqueBy,
} from "@workflow-api/contract/json";
import { edgesOf, nearMissesOf } from "./edges.ts";
import type { Sampler } from "./sampler.ts";

/** How many branches of a union are tried. */
const mostBranches = 100;

/** Longer lists of distinct items are not tried. */
const longestList = 1000;

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
      ...(Array.isArray(value) ? distinctLists(variant, sampler) : []),
      ...(isObject(value) ? namedObjects(value, variant, sampler) : []),
      ...(isObject(value) ? objectsOfSize(value, variant) : []),
      ...near.map((each) => each.value),
    ];
  });
  return uniqueBy(values, (value) => JSON.stringify(value));
}

/** Lists of distinct items of each length around the limits. */
function distinctLists(shape: Shape, sampler: Sampler): JsonValue[][] {
  if (!shape.keywordValues("uniqueItems").includes(true)) return [];
  const { items } = shape;
  const valid = boundaryValues(items, sampler).filter(
    (each) => items.violations(each).length === 0,
  );
  const limits = [shape.limit("minItems") ?? 0, shape.limit("maxItems") ?? 0];
  return limits
    .flatMap((limit) => [limit - 1, limit, limit + 1])
    .filter((length) => length > 0 && length <= Math.min(valid.length, longestList))
    .map((length) => valid.slice(0, length));
}

/** The object with a member of each name that is listed, or that matches a pattern. */
function namedObjects(value: JsonObject, shape: Shape, sampler: Sampler): JsonObject[] {
  const allowed = shape.subschemas("propertyNames");
  const patterns = shape
    .keywordValues("patternProperties")
    .flatMap((each) => Object.keys(each ?? {}));
  const matching = patterns.flatMap((pattern) => {
    const schema = { type: "string", pattern };
    return sampler.strings(shape.and({ pointer: appendPointer("", pattern), schema })).slice(0, 3);
  });
  const listed = allowed.locations.length === 0 ? [] : (allowed.values ?? sampler.strings(allowed));
  return [...listed.slice(0, mostBranches).map(String), ...matching].flatMap((name) => {
    const member = sampler.sample(shape.property(name));
    return member === undefined ? [] : [{ ...value, [name]: member }, { [name]: member }];
  });
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
