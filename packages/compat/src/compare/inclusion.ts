import type { Shape } from "@workflow-api/contract";
import {
  canonicalText,
  isEqual,
  type JsonObject,
  type JsonValue,
  numberText,
} from "@workflow-api/contract/json";
import { isText } from "../pair/statements.ts";
import { type Alternative, alternativesOf, haveOtherTags, isWhole } from "./alternatives.ts";
import { keywordNarrowings, unknownNarrowings } from "./keywords.ts";
import { distinct, type Narrowing, narrowingBy } from "./narrowings.ts";

/** How values are sent: the direction of shapes, or `wire` for strings, as in a parameter. */
export type Form = "request" | "response" | "wire";

/** Compares two shapes within others. */
export type Compare = (subset: Shape, superset: Shape) => readonly Narrowing[];

/** What two schemas were found to be, by {@link shapeKey}. */
type Results = Map<string, readonly Narrowing[]>;

/** The results that do not depend on an assumption: bodies share schemas. */
const proved = new WeakMap<object, Results>();

/**
 * The values that `subset` allows and `superset` may refuse. Empty: it is proved that there are
 * none, and the names are true. Two schemas mean the same if each is the subset of the other.
 *
 * @param form - How values are sent. On the wire, `7` is a string, too.
 */
export function narrowingsOf(subset: Shape, superset: Shape, form: Form): readonly Narrowing[] {
  const isWire = form === "wire";
  const running: Results = new Map();
  let assumptions = 0;
  const compare: Compare = (inner, outer) => {
    if (areWrittenAlike(inner, outer)) return [];
    const key = `${form} ${shapeKey(inner)} ${shapeKey(outer)}`;
    const results = isWire ? running : resultsOf(inner);
    const found = results.get(key);
    if (found !== undefined) return found;
    // A recursive schema is not narrower by the recursion itself.
    const assumed = running.get(key);
    if (assumed !== undefined) assumptions++;
    if (assumed !== undefined) return assumed;
    const before = assumptions;
    running.set(key, []);
    const narrowings = unionNarrowings({ subset: inner, superset: outer, isWire, compare });
    running.set(key, narrowings);
    if (assumptions === before) results.set(key, narrowings);
    return narrowings;
  };
  return compare(subset, superset);
}

/** Whether two shapes have equal schemas that refer to no others: most members are unchanged. */
function areWrittenAlike(one: Shape, other: Shape): boolean {
  const texts = schemaText(one);
  return texts !== undefined && texts === schemaText(other);
}

const textsByShape = new WeakMap<Shape, string | undefined>();

/** `undefined`: its schemas refer to others, or it allows nothing. */
function schemaText(shape: Shape): string | undefined {
  if (!textsByShape.has(shape)) {
    const text = JSON.stringify(realOf(shape.schemas).map(({ schema }) => canonicalText(schema)));
    textsByShape.set(shape, shape.isNever || text.includes('\\"$ref\\":') ? undefined : text);
  }
  return textsByShape.get(shape);
}

/** Two shapes, and how their parts are compared. */
interface ShapeComparison {
  readonly subset: Shape;
  readonly superset: Shape;
  readonly isWire: boolean;
  readonly compare: Compare;
}

function unionNarrowings(scope: ShapeComparison): readonly Narrowing[] {
  const { compare, isWire, subset, superset } = scope;
  const alternatives = alternativesOf(subset);
  const possible = alternativesOf(superset);
  if (!alternatives.isComplete || !possible.isComplete)
    return [{ ...narrowingBy("oneOf", subset, superset), keyword: "size" }];
  const found = alternatives.list.flatMap((each) => narrowingsTo(scope, each, possible.list));
  if (found.length > 0 || possible.isExact) return distinct(found);
  // Overlapping branches of a oneOf refuse the same if the branches are the same.
  const reverse = { subset: superset, superset: subset, isWire, compare };
  const areSame =
    !alternatives.isExact &&
    alternatives.list.length === possible.list.length &&
    possible.list.every((each) => narrowingsTo(reverse, each, alternatives.list).length === 0);
  return areSame ? [] : [narrowingBy("oneOf", subset, superset)];
}

/** The values of one alternative that every alternative of the other shape may refuse. */
function narrowingsTo(
  scope: ShapeComparison,
  alternative: Alternative,
  list: readonly Alternative[],
): readonly Narrowing[] {
  const found = narrowingsAs(scope, alternative, list, false);
  const isString = scope.isWire && list.some(({ type }) => type === "string");
  // On the wire, it may be read as a string, too.
  return found.length === 0 || !isString
    ? found
    : narrowingsAs(scope, asString(alternative), list, true);
}

/** @param isString - Whether it is read as a string. */
function narrowingsAs(
  scope: ShapeComparison,
  sent: Alternative,
  list: readonly Alternative[],
  isString: boolean,
): readonly Narrowing[] {
  const candidates = list.filter(
    ({ type }) =>
      type === sent.type || (isWhole(sent) && (type === "number" || type === "integer")),
  );
  if (sent.values !== undefined) return valueNarrowings(scope, sent.values, candidates, isString);
  if (isItem(scope, sent, list)) return [];
  const open = candidates.filter(({ values }) => values === undefined);
  return open.length > 0
    ? openNarrowings(scope, sent, open)
    : [narrowingTo(scope, candidates, undefined)];
}

/** Whether a list of the other shape takes one value, as it is sent on the wire. */
function isItem(
  { compare, isWire }: ShapeComparison,
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
  scope: ShapeComparison,
  values: readonly JsonValue[],
  candidates: readonly Alternative[],
  isString: boolean,
): Narrowing[] {
  const { isWire, subset, superset } = scope;
  const isAllowed = (shape: Shape, value: JsonValue): boolean =>
    (isWire ? readingsOf(value) : [value]).some((each) => shape.violations(each).length === 0);
  const possible = values.filter((value) => isString || isAllowed(subset, value));
  const refused = possible.filter((value) => !isAllowed(superset, value));
  const unknown = unknownNarrowings(subset, superset);
  return refused.length === 0 ? unknown : [narrowingTo(scope, candidates, refused[0]), ...unknown];
}

/** @param refused - A value that is refused. `undefined`: one of a type that is not allowed. */
function narrowingTo(
  { subset, superset }: ShapeComparison,
  candidates: readonly Alternative[],
  refused: JsonValue | undefined,
): Narrowing {
  const only = (candidates.length === 1 ? candidates[0]?.shape : undefined) ?? superset;
  const [refusal] = refused === undefined ? [] : only.violations(refused);
  const isRule = refusal?.pointer === "" && !/^(anyOf|const|oneOf|type)$/.test(refusal.keyword);
  const isBranch = superset.unions.length > 0;
  const keyword = candidates.length > 0 ? "enum" : isBranch ? "oneOf" : "type";
  const broken = isRule && candidates.length > 0 ? refusal.keyword : keyword;
  return narrowingBy(broken, subset, only);
}

/**
 * The values that no alternative of the other shape allows that lists no values: by what has
 * changed in the same branch, or else by the union.
 */
function openNarrowings(
  scope: ShapeComparison,
  sent: Alternative,
  open: readonly Alternative[],
): readonly Narrowing[] {
  const { compare, subset, superset } = scope;
  const siblings = alternativesOf(subset).list.filter(({ type }) => type === sent.type).length;
  const [first] = open;
  if (first !== undefined && open.length === 1 && siblings === 1)
    return keywordNarrowings(sent, first, compare);
  const likely = open.filter(({ shape }) => !haveOtherTags(sent.shape, shape));
  if (likely.some((each) => keywordNarrowings(sent, each, compare).length === 0)) return [];
  const twin = open.find(({ shape }) => isSameBranch(sent.shape, shape));
  return twin === undefined
    ? [narrowingBy("oneOf", subset, superset)]
    : keywordNarrowings(sent, twin, compare);
}

/** Whether two alternatives come from branches of the same name, or at the same place. */
function isSameBranch(first: Shape, second: Shape): boolean {
  const [places, known] = [first, second].map(({ schemas }) =>
    realOf(schemas.filter(({ pointer }) => pointer !== ""))
      .map(({ pointer }) => pointer)
      .toSorted(),
  );
  return isEqual(places, known);
}

const identities = new WeakMap<object, number>();
let last = 0;

/**
 * Equal for shapes of the same schemas, however many references lead to them: each branch of a
 * recursive schema has its own reference to all of it.
 */
function shapeKey(shape: Shape): string {
  if (shape.isNever) return "never";
  const numbers = realOf(shape.schemas).map(({ schema }) => {
    const number = identities.get(schema) ?? ++last;
    identities.set(schema, number);
    return number;
  });
  return numbers.toSorted((first, second) => first - second).join("+") || "any";
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

/** The strings that the values of an alternative are on the wire. */
function asString({ shape, type, values }: Alternative): Alternative {
  if (type === "string" || type === "array" || type === "object") return { type, shape, values };
  const strings = values?.map((value) => JSON.stringify(value));
  return { type: "string", values: strings, shape: shape.and(numeral) };
}

const numeral = { pointer: "", schema: { pattern: numberText.source } };

/** What a value of a parameter may be read as: `7` as a string or a number, or a list of it. */
function readingsOf(value: JsonValue): JsonValue[] {
  const text = String(value);
  const isScalar = text === "true" || text === "false" || numberText.test(text);
  const items = [value, ...(typeof value === "string" && isScalar ? [JSON.parse(value)] : [])];
  return text.includes(",") ? items : [...items, ...items.map((item) => [item])];
}
