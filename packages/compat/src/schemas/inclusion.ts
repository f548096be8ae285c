import { isEqual, type JsonValue, type Shape } from "@workflow-api/contract";
import { type Alternative, alternativesOf, isWhole } from "./alternatives.ts";
import { isAmong, keywordLosses } from "./keywords.ts";
import { identityOf, type Loss, lossAt } from "./losses.ts";

/** Comparisons by both shapes. */
type Done = WeakMap<Shape, WeakMap<Shape, readonly Loss[]>>;

/** The finished ones: bodies share schemas. */
const finished: Done = new WeakMap();

/** Compares two shapes within others. */
export type Compare = (one: Shape, other: Shape) => readonly Loss[];

/**
 * The values that `one` allows and `other` may refuse. Empty: it is proved that there are none. Two
 * schemas mean the same if neither loses anything to the other.
 *
 * @param isText - Whether values are strings on the wire, as in a parameter: `7` is a string, too.
 */
export function lossesOf(one: Shape, other: Shape, isText = false): readonly Loss[] {
  const known: Done = isText ? new WeakMap() : finished;
  const running: Done = new WeakMap();
  let assumptions = 0;
  const compare: Compare = (mine, theirs) => {
    const proved = known.get(mine)?.get(theirs);
    if (proved !== undefined) return proved;
    // A recursive schema loses nothing by the recursion itself.
    const assumed = running.get(mine)?.get(theirs);
    if (assumed !== undefined) assumptions++;
    if (assumed !== undefined) return assumed;
    const before = assumptions;
    keep(running, mine, theirs, []);
    const losses = unionLosses(mine, theirs, isText, compare);
    keep(running, mine, theirs, losses);
    if (assumptions === before) keep(known, mine, theirs, losses);
    return losses;
  };
  return compare(one, other);
}

function keep(done: Done, one: Shape, other: Shape, losses: readonly Loss[]): void {
  done.set(one, (done.get(one) ?? new WeakMap()).set(other, losses));
}

function unionLosses(one: Shape, other: Shape, isText: boolean, compare: Compare): readonly Loss[] {
  const [mine, theirs] = [alternativesOf(one), alternativesOf(other)];
  const found = mine.list.flatMap((each) =>
    lossesTo(each, theirs.list, one, other, isText, compare),
  );
  if (found.length > 0 || theirs.isExact)
    return [...new Map(found.map((loss) => [identityOf(loss), loss])).values()];
  const compareAlone: Compare = (own, others) => lossesOf(own, others, isText);
  // Overlapping branches of a oneOf refuse the same if the branches are the same.
  const areSame =
    !mine.isExact &&
    mine.list.length === theirs.list.length &&
    theirs.list.every(
      (each) => lossesTo(each, mine.list, other, one, isText, compareAlone).length === 0,
    );
  return areSame ? [] : [lossAt("oneOf", one, other)];
}

/** The values of one alternative that every alternative of another shape may refuse. */
function lossesTo(
  alternative: Alternative,
  list: readonly Alternative[],
  one: Shape,
  other: Shape,
  isText: boolean,
  compare: Compare,
): readonly Loss[] {
  const isString = isText && list.some(({ type }) => type === "string");
  const own = isString ? asText(alternative) : alternative;
  const same = list.filter(
    ({ type }) => type === own.type || (isWhole(own) && (type === "number" || type === "integer")),
  );
  const lost = (keyword: string, values: readonly JsonValue[]): Loss[] => [
    lossAt(keyword, one, (same.length === 1 ? same[0]?.shape : undefined) ?? other, ...values),
  ];
  const keyword = same.length > 0 ? "enum" : other.unions.length > 0 ? "oneOf" : "type";
  if (own.values !== undefined) {
    const isAllowed = (shape: Shape, value: JsonValue): boolean =>
      (isText ? readingsOf(value) : [value]).some((each) => shape.violations(each).length === 0);
    const possible = own.values.filter((value) => isString || isAllowed(one, value));
    const refused = possible.filter((value) => !isAllowed(other, value));
    return refused.length === 0 ? [] : lost(keyword, refused);
  }
  const open = same.filter(({ values }) => values === undefined);
  const listed = same.flatMap(({ values }) => values ?? []);
  if (open.length === 0) return isAmong(own, listed) ? [] : lost(keyword, [plain[own.type]]);
  const [least = []] = open
    .map((each) => keywordLosses(own, each, compare))
    .toSorted((some, more) => some.length - more.length);
  // A different constant, or several losses, identify a different branch, unless it has changed.
  const siblings = (): number =>
    alternativesOf(one).list.filter(({ type }) => type === own.type).length;
  const isOtherBranch =
    (open.length > 1 || siblings() > 1) &&
    least.some((loss) => (loss.keyword === "enum" || least.length > 1) && !isInPlace(loss));
  return isOtherBranch ? lost("oneOf", []) : least;
}

/** Whether the keyword has changed where it stands. */
function isInPlace({ other, own }: Loss): boolean {
  const [before, after] = [own, other].map((pointers) =>
    pointers.map((pointer) => pointer.slice(0, pointer.lastIndexOf("/"))),
  );
  return isEqual(before, after);
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

/** What a value of a parameter may be read as: `7` as a string or a number, or a list of it. */
function readingsOf(value: JsonValue): JsonValue[] {
  const text = String(value);
  const isScalar = text === "true" || text === "false" || number.test(text);
  const items = [value, ...(typeof value === "string" && isScalar ? [JSON.parse(value)] : [])];
  return text.includes(",") ? items : [...items, ...items.map((item) => [item])];
}
