import type { Shape } from "@workflow-api/contract";
import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract/json";
import type { Deviation } from "../cases/case.ts";
import { distinctItems } from "./items.ts";
import { edgeNumbers } from "./numbers.ts";
import type { Sampler } from "./sampler.ts";
import { formatSpellings, type Spelling, scalarSpellings } from "./spellings.ts";
import { edgeStrings, mistakenStrings } from "./strings.ts";

// The values that are tried at a position: at the edges of each keyword, just beyond them, and of
// other types. The validator decides which are valid, and which keyword each of the others breaks.

/** A value within another one, with its shape. */
export interface Position {
  /** Its JSON Pointer in the whole value. */
  readonly at: string;
  readonly value: JsonValue;
  readonly shape: Shape;
  /** The shape with the branches of `oneOf` and `anyOf` that the value matches. */
  readonly variant: Shape;
}

/** A value to try at a position. */
export interface EdgeValue {
  /** A description of it. */
  readonly name: string;
  readonly value: JsonValue;
  readonly kind?: Deviation["kind"];
  readonly spelling?: Deviation["spelling"];
}

/** One value of each type of JSON. */
const otherTypes: readonly JsonValue[] = [null, true, 1, 1.5, "text", [], {}];

/** Values at the edges of a position, just beyond them and of other types, the plainest first. */
export function edgesOf(position: Position, sampler: Sampler): EdgeValue[] {
  const { value, variant } = position;
  const listed = variant.values;
  const edges = listed ?? edgeValues(variant, value, sampler);
  return [
    ...withNames(listed === undefined ? [...otherTypes, ...edges] : [...edges, ...otherTypes]),
    ...(listed === undefined && isObject(value) ? edgeObjects(value, position, sampler) : []),
  ];
}

function edgeValues(shape: Shape, value: JsonValue, sampler: Sampler): readonly JsonValue[] {
  if (typeof value === "string") return edgeStrings(shape, sampler.strings(shape));
  if (typeof value === "number") return edgeNumbers(shape);
  if (typeof value === "boolean") return [!value];
  return Array.isArray(value) ? edgeLists(value, shape, sampler) : [];
}

/**
 * Near misses: values that a type, an enum, a format or a pattern refuses, though close to one that
 * it allows.
 */
export function nearMissesOf(position: Position): EdgeValue[] {
  const { value, variant } = position;
  const listed = variant.values ?? [];
  const texts = listed.filter((each) => typeof each === "string");
  const unlike = texts
    .slice(0, 1)
    .flatMap((first) => [
      ...["", "unknown", `${first}_`, ` ${first}`, texts.slice(0, 2).join()],
      ...texts.flatMap((text) => [text.toUpperCase(), text.toLowerCase()]),
      ...texts.flatMap((text) => [text.slice(0, -1), `-${text}`]),
    ]);
  const numbers = listed
    .filter((each) => typeof each === "number")
    .flatMap((each) => [each + 1, each - 1]);
  const strings = typeof value === "string" ? mistakenStrings(variant, value) : [];
  const isFree = variant.keywordValues("pattern").length === 0;
  const formats = isFree && typeof value === "string" ? variant.keywordValues("format") : [];
  const spellings = formats.flatMap((format) => formatSpellings(format, String(value)));
  return [
    ...spelled(spellings),
    ...withNames([...unlike, ...numbers, ...strings]),
    ...laxValues(position),
  ];
}

/** What a server that is lax about types takes for a value. */
function laxValues({ value, variant }: Position): EdgeValue[] {
  const [item] = Array.isArray(value) ? value : [];
  if (item !== undefined) {
    const bare: EdgeValue = { name: `the bare ${displayValue(item)}`, value: item, kind: "item" };
    const [, second] = distinctItems(variant, [item], 2);
    // As lists are split: an empty item at the end, and a blank behind a comma.
    const ends = ["", ` ${second}`].map((end) => [item, end]);
    return [bare, ...(isObject(item) ? [] : withNames(ends))];
  }
  const listed: EdgeValue = { name: displayValue([value]), value: [value], kind: "list" };
  if (typeof value === "number" || typeof value === "boolean")
    return [
      { name: displayValue(String(value)), value: String(value), kind: "string" },
      listed,
      ...(typeof value === "boolean"
        ? withNames([Number(value)])
        : withNames(unreadableNumbers(value))),
      ...spelled(scalarSpellings(value)),
    ];
  if (typeof value === "string" && value !== "" && String(Number(value)) === value)
    return [{ name: value, value: Number(value), kind: "number" }, listed];
  return [listed];
}

/** What lax parsers read as a number, and is none or another one. */
function unreadableNumbers(value: number): string[] {
  return [...(value < 0 ? [] : [`${value}abc`]), "NaN", "Infinity", ""];
}

function spelled(spellings: readonly Spelling[]): EdgeValue[] {
  return spellings.map(({ kind, text }) => ({
    name: displayValue(text),
    value: text,
    spelling: kind,
  }));
}

function withNames(values: readonly JsonValue[]): EdgeValue[] {
  return values.map((value) => ({ name: displayValue(value), value }));
}

/** Longer than most lists. */
const manyItems = 101;

/** Longer lists are not tried: they would be too large. */
const longestList = 10_000;

/** Lists of more characters are not tried either. */
const largestList = 1_000_000;

function edgeLists(
  value: readonly JsonValue[],
  shape: Shape,
  { sample }: Sampler,
): (readonly JsonValue[])[] {
  const item = value[0] ?? sample(shape.items) ?? "text";
  const branches = shape.items.variants().map(sample);
  const made = [item, ...branches.filter((each) => each !== undefined)];
  const least = shape.limit("minItems") ?? 0;
  const most = shape.limit("maxItems");
  const longest = Math.min(longestList, largestList / JSON.stringify(item).length);
  const lists = [1, least - 1, least, ...(most === undefined ? [manyItems] : [most, most + 1])]
    .filter((length) => length > 0 && length <= longest)
    .flatMap((length) => [distinctItems(shape, made, length), Array.from({ length }, () => item)]);
  const separated = [...distinctItems(shape, made, 2), item];
  return [[], [...value, item], [item, item], separated, ...lists];
}

function edgeObjects(value: JsonObject, position: Position, sampler: Sampler): EdgeValue[] {
  const { shape, variant } = position;
  const { sample, strings } = sampler;
  const optional = new Set([...Object.keys(value), ...variant.names]);
  const members = [...optional].flatMap((name): EdgeValue[] => {
    const { [name]: member, ...rest } = value;
    if (member !== undefined) return [{ name: `without ${name}`, value: rest }];
    const made = sample(variant.property(name));
    return made === undefined ? [] : [{ name: `with ${name}`, value: { ...value, [name]: made } }];
  });
  const further = ["text", 1, {}, sample(variant.property("unknown_member")) ?? "text"];
  const branches = shape.variants().map(sample).filter(isObject);
  const most = variant.limit("maxProperties") ?? 0;
  const allowed = variant.subschemas("propertyNames");
  const [plain = ""] = strings(allowed);
  const misnamed = plain === "" ? [] : mistakenStrings(allowed, plain);
  return [
    ...members,
    ...[most, most + 1].flatMap((count) => {
      const full = withMembers(value, variant, count, sampler);
      return full === undefined ? [] : [{ name: `with ${count} members`, value: full }];
    }),
    { name: "of all branches", value: Object.assign({}, value, ...branches) },
    ...further.map((member) => ({
      name: `with a further member ${displayValue(member)}`,
      value: { ...value, unknown_member: member },
    })),
    ...misnamed.map((name) => ({
      name: `with the member ${displayValue(name)}`,
      value: { [name]: sample(variant.property(name)) ?? "text" },
    })),
  ];
}

/** The object with further members up to a number of them. `undefined`: it has more, or many. */
function withMembers(
  value: JsonObject,
  shape: Shape,
  count: number,
  { sample, strings }: Sampler,
): JsonObject | undefined {
  if (count <= Object.keys(value).length || count > manyItems) return undefined;
  const numbered = Array.from({ length: count }, (_, index) => `member_${index + 1}`);
  const allowed = shape.subschemas("propertyNames");
  const allowedNames = allowed.locations.length > 0 ? strings(allowed) : numbered;
  const names = new Set([...Object.keys(value), ...allowedNames, ...numbered]);
  const members = [...names]
    .slice(0, count)
    .map((name) => [name, value[name] ?? sample(shape.property(name)) ?? "text"]);
  return Object.fromEntries(members);
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
