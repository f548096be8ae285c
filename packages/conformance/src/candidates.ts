import { isObject, type JsonObject, type JsonValue, type Shape } from "@workflow-api/contract";
import { edgeNumbers } from "./numbers.ts";
import type { Position } from "./positions.ts";
import type { Sampler } from "./sampler.ts";
import { edgeStrings, mistakenStrings } from "./strings.ts";
import { distinctItems } from "./variations.ts";

// The values that are tried at a position: at the edges of each keyword, just beyond them, and of
// other types. The validator decides which are valid, and which keyword each of the others breaks.

/** A value to try at a position, and a description of it. */
export type Candidate = readonly [name: string, value: JsonValue];

/** One value of each type of JSON. */
const strangers: readonly JsonValue[] = [null, true, 1, 1.5, "text", [], {}];

/** Longer than most lists. */
const manyItems = 101;

/** Limits above this are not tried: the lists would be too long. */
const longestList = 10_000;

/** Values at the edges of a position and just beyond them, the plainest first. */
export function candidatesAt({ value, variant }: Position, sampler: Sampler): Candidate[] {
  const listed = variant.values;
  if (listed !== undefined) return named([...listed, ...strangers]);
  const objects = isObject(value) ? edgeObjects(value, variant, sampler) : [];
  return [...named([...strangers, ...edgesOf(variant, value, sampler)]), ...objects];
}

function edgesOf(shape: Shape, value: JsonValue, sampler: Sampler): JsonValue[] {
  if (typeof value === "string") return edgeStrings(shape, sampler.strings(shape));
  if (typeof value === "number") return edgeNumbers(shape);
  if (typeof value === "boolean") return [!value];
  return Array.isArray(value) ? edgeLists(value, shape, sampler) : [];
}

/**
 * Near misses: values that an enum, a format or a pattern refuses, though close to one that it
 * allows.
 */
export function mistakesAt({ value, variant }: Position): Candidate[] {
  const listed = variant.values ?? [];
  const texts = listed.filter((each) => typeof each === "string");
  const unlike =
    texts.length === 0
      ? []
      : [
          "unknown",
          `${texts[0]}_`,
          ...texts.map((text) => text.toUpperCase()),
          ...texts.map((text) => text.toLowerCase()),
        ];
  const numbers = typeof value === "number" && listed.length > 0 ? [value + 1, -value - 7] : [];
  return named([
    ...unlike,
    ...numbers,
    ...(typeof value === "string" ? mistakenStrings(variant, value) : []),
  ]);
}

function named(values: readonly JsonValue[]): Candidate[] {
  return values.map((value) => [shown(value), value]);
}

function edgeLists(
  value: readonly JsonValue[],
  shape: Shape,
  { sample }: Sampler,
): (readonly JsonValue[])[] {
  const item = value[0] ?? sample(shape.items) ?? "text";
  const least = shape.limit("minItems") ?? 0;
  const most = shape.limit("maxItems");
  const lengths = [
    1,
    least - 1,
    least,
    ...(most === undefined ? [manyItems] : [most, most + 1]),
  ].filter((length) => length > 0 && length <= longestList);
  const lists = lengths.flatMap((length) => [
    distinctItems(shape, [item], length),
    Array.from({ length }, () => item),
  ]);
  return [[], [...value, item], [item, item], ...lists];
}

function edgeObjects(value: JsonObject, shape: Shape, { sample }: Sampler): Candidate[] {
  const members = [...new Set([...Object.keys(value), ...shape.names])].flatMap(
    (name): Candidate[] => {
      const { [name]: own, ...others } = value;
      if (own !== undefined) return [[`without ${name}`, others]];
      const made = sample(shape.property(name));
      return made === undefined ? [] : [[`with ${name}`, { ...value, [name]: made }]];
    },
  );
  const further = ["text", 1, {}, sample(shape.property("unknown_member"))].flatMap(
    (member): Candidate[] =>
      member === undefined
        ? []
        : [[`with a further member ${shown(member)}`, { ...value, unknown_member: member }]],
  );
  return [...members, ...further];
}

/** Values of the branches of a position, each alone and all at once. */
export function branchCandidates(
  { value }: Position,
  branches: readonly (JsonValue | undefined)[],
): Candidate[] {
  if (branches.length < 2) return [];
  const made = branches.flatMap((branch, index): Candidate[] =>
    branch === undefined ? [] : [[`of branch ${index + 1}`, branch]],
  );
  const all = Object.assign(
    {},
    value,
    ...made.map(([, branch]) => branch).filter(isObject),
  ) as JsonObject;
  return isObject(value) ? [...made, ["of all branches", all]] : made;
}

/** How many characters of a value a title shows. */
const mostShown = 48;

/** A value as a title shows it: itself if it is short, otherwise a description. */
export function shown(value: JsonValue): string {
  const text = JSON.stringify(value);
  if (text.length <= mostShown) return text;
  if (typeof value === "string") return `of ${[...value].length} characters`;
  return Array.isArray(value)
    ? `of ${value.length} items`
    : `an object ${text.slice(0, mostShown)}…`;
}
