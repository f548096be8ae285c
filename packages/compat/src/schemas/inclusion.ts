import type { Shape } from "@workflow-api/contract";
import { isEqual, type JsonObject, type JsonValue } from "@workflow-api/contract/json";
import { isText } from "../written.ts";
import { type Alternative, alternativesOf, haveOtherTags, isWhole } from "./alternatives.ts";
import { keywordNarrowings, unknownNarrowings } from "./keywords.ts";
import { distinct, type Narrowing, narrowingBy } from "./narrowings.ts";

/** How values are sent: the direction of shapes, or `wire` for strings, as in a parameter. */
export type Form = "request" | "response" | "wire";

/** Compares two shapes within others. */
export type Compare = (one: Shape, other: Shape) => readonly Narrowing[];

/** What two schemas were found to be, by {@link keyOf}. */
type Results = Map<string, readonly Narrowing[]>;

/** The results that do not depend on an assumption: bodies share schemas. */
const proved = new WeakMap<object, Results>();

/**
 * The values that `one` allows and `other` may refuse. Empty: it is proved that there are none. Two
 * schemas mean the same if neither is narrower than the other.
 *
 * @param form - How values are sent. On the wire, `7` is a string, too.
 */
export function narrowingsOf(one: Shape, other: Shape, form: Form): readonly Narrowing[] {
  const isWire = form === "wire";
  const running: Results = new Map();
  let assumptions = 0;
  const compare: Compare = (mine, theirs) => {
    const key = `${form} ${keyOf(mine)} ${keyOf(theirs)}`;
    const results = isWire ? running : resultsOf(mine);
    const found = results.get(key);
    if (found !== undefined) return found;
    // A recursive schema is not narrower by the recursion itself.
    const assumed = running.get(key);
    if (assumed !== undefined) assumptions++;
    if (assumed !== undefined) return assumed;
    const before = assumptions;
    running.set(key, []);
    const narrowings = unionNarrowings({ one: mine, other: theirs, isWire, compare });
    running.set(key, narrowings);
    if (assumptions === before) results.set(key, narrowings);
    return narrowings;
  };
  return compare(one, other);
}

/** Two shapes, and how their parts are compared. */
interface Scope {
  readonly one: Shape;
  readonly other: Shape;
  readonly isWire: boolean;
  readonly compare: Compare;
}

function unionNarrowings(scope: Scope): readonly Narrowing[] {
  const { compare, isWire, one, other } = scope;
  const [mine, theirs] = [alternativesOf(one), alternativesOf(other)];
  if (!mine.isComplete || !theirs.isComplete)
    return [{ ...narrowingBy("oneOf", one, other), keyword: "size" }];
  const found = mine.list.flatMap((each) => narrowingsTo(scope, each, theirs.list));
  if (found.length > 0 || theirs.isExact) return distinct(found);
  // Overlapping branches of a oneOf refuse the same if the branches are the same.
  const reverse = { one: other, other: one, isWire, compare };
  const areSame =
    !mine.isExact &&
    mine.list.length === theirs.list.length &&
    theirs.list.every((each) => narrowingsTo(reverse, each, mine.list).length === 0);
  return areSame ? [] : [narrowingBy("oneOf", one, other)];
}

/** The values of one alternative that every alternative of the other shape may refuse. */
function narrowingsTo(
  scope: Scope,
  alternative: Alternative,
  list: readonly Alternative[],
): readonly Narrowing[] {
  const isString = scope.isWire && list.some(({ type }) => type === "string");
  const own = isString ? asString(alternative) : alternative;
  const others = list.filter(
    ({ type }) => type === own.type || (isWhole(own) && (type === "number" || type === "integer")),
  );
  if (own.values !== undefined) return valueNarrowings(scope, own.values, others, isString);
  if (isItem(scope, own, list)) return [];
  const open = others.filter(({ values }) => values === undefined);
  return open.length > 0
    ? openNarrowings(scope, own, open)
    : [narrowingTo(scope, others, [plain[own.type]])];
}

/** Whether a list of the other shape takes one value, as it is sent on the wire. */
function isItem(
  { compare, isWire }: Scope,
  { shape, type }: Alternative,
  list: readonly Alternative[],
): boolean {
  return (
    isWire &&
    (type === "number" || type === "integer") &&
    list.some(
      (each) =>
        each.type === "array" &&
        (each.shape.limit("minItems") ?? 0) <= 1 &&
        compare(shape, each.shape.items).length === 0,
    )
  );
}

/** Listed values are refused by the keyword that refuses the first of them. */
function valueNarrowings(
  scope: Scope,
  values: readonly JsonValue[],
  others: readonly Alternative[],
  isString: boolean,
): Narrowing[] {
  const { isWire, one, other } = scope;
  const isAllowed = (shape: Shape, value: JsonValue): boolean =>
    (isWire ? readingsOf(value) : [value]).some((each) => shape.violations(each).length === 0);
  const possible = values.filter((value) => isString || isAllowed(one, value));
  const refused = possible.filter((value) => !isAllowed(other, value));
  const unknown = unknownNarrowings(one, other);
  return refused.length === 0 ? unknown : [narrowingTo(scope, others, refused), ...unknown];
}

/** @param values - Some that are refused. */
function narrowingTo(
  { one, other }: Scope,
  others: readonly Alternative[],
  values: readonly JsonValue[],
): Narrowing {
  const only = (others.length === 1 ? others[0]?.shape : undefined) ?? other;
  const [refusal] = only.violations(values[0]);
  const isRule = refusal?.pointer === "" && !/^(anyOf|const|oneOf|type)$/.test(refusal.keyword);
  const isBranch = other.unions.length > 0;
  const keyword = others.length > 0 ? "enum" : isBranch ? "oneOf" : "type";
  const given = isRule && others.length > 0 ? refusal.keyword : keyword;
  return narrowingBy(given, one, only, ...values);
}

/**
 * The values that no alternative of the other shape allows that lists no values: by what has
 * changed in the same branch, or else by the union.
 */
function openNarrowings(
  scope: Scope,
  own: Alternative,
  open: readonly Alternative[],
): readonly Narrowing[] {
  const { compare, one, other } = scope;
  const siblings = alternativesOf(one).list.filter(({ type }) => type === own.type).length;
  const [first] = open;
  if (first !== undefined && open.length === 1 && siblings === 1)
    return keywordNarrowings(own, first, compare);
  const likely = open.filter(({ shape }) => !haveOtherTags(own.shape, shape));
  if (likely.some((each) => keywordNarrowings(own, each, compare).length === 0)) return [];
  const twin = open.find(({ shape }) => isSameBranch(own.shape, shape));
  return twin === undefined
    ? [narrowingBy("oneOf", one, other)]
    : keywordNarrowings(own, twin, compare);
}

/** Whether two alternatives come from branches of the same name, or at the same place. */
function isSameBranch(one: Shape, other: Shape): boolean {
  const [places, others] = [one, other].map(({ schemas }) =>
    realOf(schemas.filter(({ pointer }) => pointer !== ""))
      .map(({ pointer }) => pointer)
      .toSorted(),
  );
  return isEqual(places, others);
}

const identities = new WeakMap<object, number>();
let last = 0;

/**
 * Equal for shapes of the same schemas, however many references lead to them: each branch of a
 * recursive schema has its own reference to the whole.
 */
function keyOf(shape: Shape): string {
  if (shape.isNever) return "never";
  const numbers = realOf(shape.schemas).map(({ schema }) => {
    const number = identities.get(schema) ?? ++last;
    identities.set(schema, number);
    return number;
  });
  return numbers.toSorted((one, other) => one - other).join("+") || "any";
}

/** The schemas that say more than a reference does. */
function realOf<Given extends { readonly schema: JsonObject }>(schemas: readonly Given[]): Given[] {
  return schemas.filter(({ schema }) =>
    Object.keys(schema).some((name) => name !== "$ref" && name !== "allOf" && !isText(name)),
  );
}

function resultsOf(shape: Shape): Results {
  const [first] = realOf(shape.schemas);
  const key = first?.schema ?? shape;
  const results = proved.get(key) ?? new Map();
  proved.set(key, results);
  return results;
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
function asString({ shape, type, values }: Alternative): Alternative {
  if (type === "string" || type === "array" || type === "object") return { type, shape, values };
  const strings = values?.map((value) => JSON.stringify(value));
  return { type: "string", values: strings, shape: shape.and(numeral) };
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
