import type { Shape } from "@workflow-api/contract";
import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract/json";
import type { Broken } from "./case.ts";
import { edgeNumbers } from "./numbers.ts";
import type { Position } from "./positions.ts";
import type { Sampler } from "./sampler.ts";
import { edgeStrings, mistakenStrings } from "./strings.ts";
import { distinctItems } from "./variations.ts";

// The values that are tried at a position: at the edges of each keyword, just beyond them, and of
// other types. The validator decides which are valid, and which keyword each of the others breaks.

/** A value to try at a position. */
export interface Candidate {
  /** A description of it. */
  readonly name: string;
  readonly value: JsonValue;
  readonly lax?: Broken["lax"];
}

/** One value of each type of JSON. */
const otherTypes: readonly JsonValue[] = [null, true, 1, 1.5, "text", [], {}];

/** Longer than most lists. */
const manyItems = 101;

/** Longer lists are not tried: they would be too large. */
const longestList = 10_000;

/** Lists of more characters are not tried either. */
const largestList = 1_000_000;

/** Values at the edges of a position and just beyond them, the plainest first. */
export function candidatesAt({ value, variant }: Position, sampler: Sampler): Candidate[] {
  const listed = variant.values;
  if (listed !== undefined) return named([...listed, ...otherTypes]);
  const objects = isObject(value) ? edgeObjects(value, variant, sampler) : [];
  return [...named([...otherTypes, ...edgesOf(variant, value, sampler)]), ...objects];
}

function edgesOf(shape: Shape, value: JsonValue, sampler: Sampler): JsonValue[] {
  if (typeof value === "string") return edgeStrings(shape, sampler.strings(shape));
  if (typeof value === "number") return edgeNumbers(shape);
  if (typeof value === "boolean") return [!value];
  return Array.isArray(value) ? edgeLists(value, shape, sampler) : [];
}

/**
 * Near misses: values that a type, an enum, a format or a pattern refuses, though close to one that
 * it allows.
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
  return [
    ...laxTypes(value),
    ...named([
      ...unlike,
      ...numbers,
      ...(typeof value === "string" ? mistakenStrings(variant, value) : []),
    ]),
  ];
}

/** What a server that is lax about types takes for a value. */
function laxTypes(value: JsonValue): Candidate[] {
  if (typeof value === "number" || typeof value === "boolean")
    return [
      { name: displayValue(String(value)), value: String(value), lax: "string" },
      { name: displayValue([value]), value: [value], lax: "list" },
      ...(typeof value === "boolean" ? named([Number(value)]) : []),
    ];
  if (typeof value === "string" && value !== "" && String(Number(value)) === value)
    return [{ name: value, value: Number(value), lax: "number" }];
  const [item] = Array.isArray(value) ? value : [];
  return item === undefined
    ? []
    : [{ name: `the bare ${displayValue(item)}`, value: item, lax: "list" }];
}

function named(values: readonly JsonValue[]): Candidate[] {
  return values.map((value) => ({ name: displayValue(value), value }));
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
  ].filter(
    (length) =>
      length > 0 && length <= longestList && length * JSON.stringify(item).length <= largestList,
  );
  const lists = lengths.flatMap((length) => [
    distinctItems(shape, [item], length),
    Array.from({ length }, () => item),
  ]);
  return [[], [...value, item], [item, item], ...lists];
}

function edgeObjects(value: JsonObject, shape: Shape, { sample }: Sampler): Candidate[] {
  const members = [...new Set([...Object.keys(value), ...shape.names])].flatMap(
    (name): Candidate[] => {
      const { [name]: member, ...others } = value;
      if (member !== undefined) return [{ name: `without ${name}`, value: others }];
      const made = sample(shape.property(name));
      return made === undefined
        ? []
        : [{ name: `with ${name}`, value: { ...value, [name]: made } }];
    },
  );
  const further = ["text", 1, {}, sample(shape.property("unknown_member"))].flatMap(
    (member): Candidate[] =>
      member === undefined
        ? []
        : [
            {
              name: `with a further member ${displayValue(member)}`,
              value: { ...value, unknown_member: member },
            },
          ],
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
    branch === undefined ? [] : [{ name: `of branch ${index + 1}`, value: branch }],
  );
  const all = Object.assign(
    {},
    value,
    ...made.map((branch) => branch.value).filter(isObject),
  ) as JsonObject;
  return isObject(value) ? [...made, { name: "of all branches", value: all }] : made;
}

/** How many characters of a value a title shows. */
const mostShown = 48;

/** A value as a title shows it: itself if it is short, otherwise a description. */
export function displayValue(value: JsonValue): string {
  const text = JSON.stringify(value);
  if (text.length <= mostShown) return text;
  if (typeof value === "string") return `of ${[...value].length} characters`;
  return Array.isArray(value)
    ? `of ${value.length} items`
    : `an object ${text.slice(0, mostShown)}…`;
}
