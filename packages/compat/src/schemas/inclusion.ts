import { type Contract, isEqual, type JsonValue } from "@workflow-api/contract";
import { type Alternative, alternativesOf } from "./alternatives.ts";
import { pairLosses } from "./keywords.ts";
import { type Loss, lossAt, type Places } from "./losses.ts";

/** Schemas of one contract that all hold for a value. */
export interface Side {
  readonly contract: Contract;
  readonly places: Places;
  /** Whether the value travels as text, as a parameter does: there `7` is a string too. */
  readonly isText: boolean;
}

/** Comparisons that are done, of two contracts in one direction: many places share a schema. */
export type Done = Map<string, readonly Loss[]>;

/**
 * What `other` may refuse of the values that `one` allows. Empty: it is proved that it allows all
 * of them. Two schemas mean the same if neither loses anything to the other.
 */
export function lossesOf(one: Side, other: Side, done: Done = new Map()): readonly Loss[] {
  const running: Done = new Map();
  let assumptions = 0;
  const compare = (mine: Side, theirs: Side): readonly Loss[] => {
    const pointers = [mine, theirs].map(({ places }) => places.map(({ pointer }) => pointer));
    const key = `${pointers.join(" ")} ${mine.isText} ${mine.contract === one.contract}`;
    const proved = done.get(key);
    if (proved !== undefined) return proved;
    // Schemas may contain themselves: nothing is lost by that alone.
    const assumed = running.get(key);
    if (assumed !== undefined) assumptions++;
    if (assumed !== undefined) return assumed;
    const before = assumptions;
    running.set(key, []);
    const losses = unionLosses(mine, theirs, compare);
    running.set(key, losses);
    if (assumptions === before) done.set(key, losses);
    return losses;
  };
  return compare(one, other);
}

type Compare = (one: Side, other: Side) => readonly Loss[];

function unionLosses(one: Side, other: Side, compare: Compare): readonly Loss[] {
  const mine = alternativesOf(one.contract.document, one.places);
  const theirs = alternativesOf(other.contract.document, other.places);
  const found = mine.list.flatMap((each) => lossesTo(each, theirs.list, one, other, compare));
  if (found.length > 0 || theirs.isExact) return unique(found);
  // What overlapping branches of a oneOf refuse is the same if the branches are.
  const areSame =
    !mine.isExact &&
    mine.list.length === theirs.list.length &&
    theirs.list.every((each) => lossesTo(each, mine.list, other, one, lossesOf).length === 0);
  return areSame ? [] : [lossAt("oneOf", facetsIn(mine.list), facetsIn(theirs.list))];
}

function facetsIn(list: readonly Alternative[]): Places {
  return list.flatMap(({ facets }) => facets);
}

function unique(losses: readonly Loss[]): Loss[] {
  const ids = losses.map(({ at, keyword, other, own }) =>
    JSON.stringify([at, keyword, own, other]),
  );
  return losses.filter((_, index) => ids.indexOf(ids[index] ?? "") === index);
}

/** What all alternatives of another schema may refuse of one. */
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
  const lost = (keyword: string, values: readonly JsonValue[]): Loss[] => {
    const others = facetsIn(same.length > 0 ? same : list);
    const probes = values.map((value) => () => value);
    return [lossAt(keyword, own.facets, others.length > 0 ? others : other.places, ...probes)];
  };
  const keyword = same.length === 0 ? "type" : "enum";
  if (own.values !== undefined) {
    const isPossible = (value: JsonValue): boolean => isString || allows(one, value);
    const refused = own.values.filter((value) => isPossible(value) && !allows(other, value));
    return refused.length === 0 ? [] : lost(keyword, refused);
  }
  const open = same.filter(({ values }) => values === undefined);
  if (open.length === 0) return lost(keyword, [plain[own.type]]);
  const [least = []] = open
    .map((each) => pairLosses(own, each, one, other, compare))
    .toSorted((some, more) => some.length - more.length);
  // Another constant tells another branch.
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

function allows({ contract, places }: Side, value: JsonValue): boolean {
  return places.every(({ pointer, schema }) =>
    pointer === "" ? schema !== false : contract.validate(pointer, value).length === 0,
  );
}

/** The texts that the values of an alternative travel as. */
function asText({ type, values, ...rest }: Alternative): Alternative {
  if (type === "string" || type === "array" || type === "object") return { type, values, ...rest };
  const texts = values?.map((value) => (isEqual(value, null) ? "null" : JSON.stringify(value)));
  const pattern = "^-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?$";
  return { type: "string", values: texts, facets: [{ pointer: "", schema: { pattern } }] };
}
