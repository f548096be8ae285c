import type { JsonValue, Shape } from "@workflow-api/contract";
import { type Alternative, alternativesOf } from "./alternatives.ts";
import { keywordLosses } from "./keywords.ts";
import { type Loss, lossAt } from "./losses.ts";

/** A shape in one of two contracts. */
export interface Side {
  readonly shape: Shape;
  /** Whether the value is a string on the wire, as in a parameter: there `7` is a string, too. */
  readonly isText: boolean;
}

/** Finished comparisons of two contracts in one direction: schemas are shared. */
export type Done = Map<Shape, Map<Shape, readonly Loss[]>>;

/**
 * The values that `one` allows and `other` may refuse. Empty: it is proved that there are none. Two
 * schemas mean the same if neither loses anything to the other.
 */
export function lossesOf(one: Side, other: Side, done: Done = new Map()): readonly Loss[] {
  const running: Done = new Map();
  let assumptions = 0;
  const compare = (mine: Side, theirs: Side): readonly Loss[] => {
    const proved = mine.isText ? undefined : done.get(mine.shape)?.get(theirs.shape);
    if (proved !== undefined) return proved;
    // A recursive schema loses nothing by the recursion itself.
    const assumed = running.get(mine.shape)?.get(theirs.shape);
    if (assumed !== undefined) assumptions++;
    if (assumed !== undefined) return assumed;
    const before = assumptions;
    keep(running, mine, theirs, []);
    const losses = unionLosses(mine, theirs, compare);
    keep(running, mine, theirs, losses);
    if (assumptions === before && !mine.isText) keep(done, mine, theirs, losses);
    return losses;
  };
  return compare(one, other);
}

function keep(done: Done, one: Side, other: Side, losses: readonly Loss[]): void {
  done.set(one.shape, (done.get(one.shape) ?? new Map()).set(other.shape, losses));
}

/** Compares two shapes within others. */
export type Compare = (one: Side, other: Side) => readonly Loss[];

function unionLosses(one: Side, other: Side, compare: Compare): readonly Loss[] {
  const [mine, theirs] = [alternativesOf(one.shape), alternativesOf(other.shape)];
  const found = mine.list.flatMap((each) => lossesTo(each, theirs.list, one, other, compare));
  if (found.length > 0 || theirs.isExact) return unique(found);
  // Overlapping branches of a oneOf refuse the same if the branches are the same.
  const areSame =
    !mine.isExact &&
    mine.list.length === theirs.list.length &&
    theirs.list.every((each) => lossesTo(each, mine.list, other, one, lossesOf).length === 0);
  return areSame ? [] : [lossAt("oneOf", one.shape, other.shape)];
}

function unique(losses: readonly Loss[]): Loss[] {
  const byId = losses.map(
    (loss) => [JSON.stringify([loss.at, loss.keyword, loss.own, loss.other]), loss] as const,
  );
  return [...new Map(byId.toReversed()).values()].toReversed();
}

/** The values of one alternative that every alternative of another shape may refuse. */
function lossesTo(
  alternative: Alternative,
  list: readonly Alternative[],
  one: Side,
  other: Side,
  compare: Compare,
): readonly Loss[] {
  const isString = one.isText && list.some(({ type }) => type === "string");
  const own = isString ? asText(alternative) : alternative;
  const same = list.filter(
    ({ type }) => type === own.type || (type === "number" && own.type === "integer"),
  );
  const lost = (keyword: string, values: readonly JsonValue[]): Loss[] => [
    lossAt(
      keyword,
      one.shape,
      (same.length === 1 ? same[0]?.shape : undefined) ?? other.shape,
      ...values,
    ),
  ];
  const keyword = same.length > 0 ? "enum" : other.shape.unions.length > 0 ? "oneOf" : "type";
  if (own.values !== undefined) {
    const isAllowed = ({ isText, shape }: Side, value: JsonValue): boolean =>
      [value, ...(isText ? scalarsOf(value) : [])].some(
        (each) => shape.violations(each).length === 0,
      );
    const possible = own.values.filter((value) => isString || isAllowed(one, value));
    const refused = possible.filter((value) => !isAllowed(other, value));
    return refused.length === 0 ? [] : lost(keyword, refused);
  }
  const open = same.filter(({ values }) => values === undefined);
  if (open.length === 0) return lost(keyword, [plain[own.type]]);
  const [least = []] = open
    .map((each) => keywordLosses(own, each, one, other, compare))
    .toSorted((some, more) => some.length - more.length);
  // A different constant identifies a different branch.
  const isOtherBranch = open.length > 1 && least.some((loss) => loss.keyword === "enum");
  return isOtherBranch ? lost("oneOf", []) : least;
}

const plain: Readonly<Record<Alternative["type"], JsonValue>> = {
  string: "text",
  number: 0.5,
  integer: 7,
  boolean: true,
  null: null,
  object: {},
  array: [],
};

/** The strings that the values of an alternative are on the wire. */
function asText({ shape, type, values }: Alternative): Alternative {
  if (type === "string" || type === "array" || type === "object") return { type, shape, values };
  const texts = values?.map((value) => JSON.stringify(value));
  return { type: "string", values: texts, shape: shape.and(numeral) };
}

const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const numeral = { pointer: "", schema: { pattern: number.source } };

/** What else a text may be read as: `true`, `7`. */
function scalarsOf(text: JsonValue): JsonValue[] {
  const isScalar = text === "true" || text === "false" || number.test(String(text));
  return typeof text === "string" && isScalar ? [JSON.parse(text)] : [];
}
