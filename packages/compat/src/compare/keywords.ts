import type { Shape } from "@workflow-api/contract";
import { appendPointer, canonicalText, isEqual, type JsonValue } from "@workflow-api/contract/json";
import { isText } from "../pair/statements.ts";
import { type Alternative, isWhole } from "./alternatives.ts";
import type { Compare } from "./inclusion.ts";
import { type Narrowing, narrowingBy, within } from "./narrowings.ts";

/** Two shapes of one type, and how their parts are compared. */
interface ShapePair {
  readonly subset: Shape;
  readonly superset: Shape;
  readonly compare: Compare;
}

/**
 * The values of one alternative that another one of its type may refuse, keyword by keyword. Listed
 * values are compared elsewhere.
 */
export function keywordNarrowings(
  alternative: Alternative,
  { shape: superset }: Alternative,
  compare: Compare,
): Narrowing[] {
  const { shape: subset, type } = alternative;
  const pair: ShapePair = { subset, superset, compare };
  const byType: Readonly<Record<string, () => Narrowing[]>> = {
    string: () => stringNarrowings(pair),
    array: () => arrayNarrowings(pair),
    object: () => objectNarrowings(pair),
  };
  const narrowings = byType[type]?.() ?? numberNarrowings(pair, isWhole(alternative));
  return [...narrowings, ...negationNarrowings(pair), ...unknownNarrowings(subset, superset)];
}

/** The keywords that are compared by a rule, or have no meaning in JSON. */
const compared: ReadonlySet<string> = new Set(
  [
    "$ref additionalProperties allOf anyOf const contentSchema default discriminator enum",
    "exclusiveMaximum exclusiveMinimum format items maxItems maxLength maxProperties maximum",
    "minItems minLength minProperties minimum multipleOf not nullable oneOf pattern",
    "patternProperties properties propertyNames readOnly required type uniqueItems writeOnly xml",
  ].flatMap((line) => line.split(" ")),
);

/** A keyword that no rule reads must have the same values. */
export function unknownNarrowings(subset: Shape, superset: Shape): Narrowing[] {
  const names = [subset, superset].flatMap(({ schemas }) =>
    schemas.flatMap(({ schema }) => Object.keys(schema)),
  );
  const valuesOf = (shape: Shape, name: string): string[] =>
    shape.keywordValues(name).map(canonicalText).toSorted();
  return [...new Set(names)]
    .filter((name) => !compared.has(name) && !isText(name))
    .filter((name) => !isEqual(valuesOf(subset, name), valuesOf(superset, name)))
    .map((name) => narrowingBy(name, subset, superset));
}

/** Values that one of them excludes, the other one must exclude, too. */
function negationNarrowings({ compare, subset, superset }: ShapePair): Narrowing[] {
  const [inSubset, inSuperset] = [subset.subschemas("not"), superset.subschemas("not")];
  const [known, excluded] = [inSubset.locations, inSuperset.locations];
  const isKept =
    known.length === 1 && excluded.length === 1
      ? compare(inSuperset, inSubset).length === 0
      : excluded.every((each) => known.some(({ schema }) => isEqual(schema, each.schema)));
  return isKept ? [] : [narrowingBy("not", subset, superset)];
}

function stringNarrowings(pair: ShapePair): Narrowing[] {
  const { compare, subset, superset } = pair;
  const known = subset.keywordValues("pattern");
  // Which strings two patterns have in common is not decided: samples show it, or nothing does.
  const isOther = superset.keywordValues("pattern").some((each) => !known.includes(each));
  return [
    ...(isOther ? [narrowingBy("pattern", subset, superset)] : []),
    ...countNarrowings(pair, "Length"),
    ...formatNarrowings(pair),
    ...compare(subset.subschemas("contentSchema"), superset.subschemas("contentSchema")),
  ];
}

function formatNarrowings({ subset, superset }: ShapePair): Narrowing[] {
  const known = subset.keywordValues("format");
  const isOther = superset
    .keywordValues("format")
    .some((format) => !known.includes(format) && !powers.has(format));
  return isOther ? [narrowingBy("format", subset, superset)] : [];
}

/** The formats that are bounds of a number, with their powers of two. */
const powers: ReadonlyMap<JsonValue, number> = new Map([
  ["int32", 31],
  ["int64", 63],
]);

/** A minimum and a maximum. */
interface Range {
  readonly least: number;
  readonly most: number;
}

function rangeNarrowings(
  { subset, superset }: ShapePair,
  noun: string,
  rangeOf: (shape: Shape) => Range,
): Narrowing[] {
  const [inSubset, inSuperset] = [rangeOf(subset), rangeOf(superset)];
  return [
    ...(inSubset.least < inSuperset.least ? [narrowingBy(`min${noun}`, subset, superset)] : []),
    ...(inSubset.most > inSuperset.most ? [narrowingBy(`max${noun}`, subset, superset)] : []),
  ];
}

function numberNarrowings(pair: ShapePair, isWhole: boolean): Narrowing[] {
  const { subset, superset } = pair;
  const factorsOf = (shape: Shape): number[] => shape.keywordValues("multipleOf").map(Number);
  const factors = [...factorsOf(subset), ...(isWhole ? [1] : [])];
  const isMultiple = (number: number): boolean => Math.abs(number - Math.round(number)) < 1e-9;
  const undivided = factorsOf(superset).filter(
    (factor) => !factors.some((each) => isMultiple(each / factor)),
  );
  return [
    ...rangeNarrowings(pair, "imum", (shape) => numbersOf(shape, isWhole)),
    ...(undivided.length > 0 ? [narrowingBy("multipleOf", subset, superset)] : []),
    ...formatNarrowings(pair),
  ];
}

/** The least and the greatest number within the bounds; of integers, integers. */
function numbersOf(shape: Shape, isWhole: boolean): Range {
  const bounds = (keyword: string): number[] => shape.keywordValues(keyword).map(Number);
  // Beside an exclusive bound, no number that a document writes is closer to it.
  const step = (bound: number): number => Number.EPSILON * Math.max(1, Math.abs(bound));
  const above = bounds("exclusiveMinimum").map((bound) => bound + step(bound));
  const under = bounds("exclusiveMaximum").map((bound) => bound - step(bound));
  const limits = shape
    .keywordValues("format")
    .map((format) => 2 ** (powers.get(format) ?? Infinity));
  const least = Math.max(...bounds("minimum"), ...above, ...limits.map((limit) => -limit));
  const most = Math.min(...bounds("maximum"), ...under, ...limits.map((limit) => limit - 1));
  return isWhole ? { least: Math.ceil(least), most: Math.floor(most) } : { least, most };
}

/** The number of characters, items or members. */
function countNarrowings(pair: ShapePair, noun: "Items" | "Length" | "Properties"): Narrowing[] {
  return rangeNarrowings(pair, noun, (shape) => ({
    least: shape.limit(`min${noun}`) ?? 0,
    most: shape.limit(`max${noun}`) ?? Number.POSITIVE_INFINITY,
  }));
}

function arrayNarrowings(pair: ShapePair): Narrowing[] {
  const { compare, subset, superset } = pair;
  const isUnique = (shape: Shape): boolean => shape.keywordValues("uniqueItems").includes(true);
  return [
    ...countNarrowings(pair, "Items"),
    ...(isUnique(superset) && !isUnique(subset)
      ? [narrowingBy("uniqueItems", subset, superset)]
      : []),
    ...within("*", compare(subset.items, superset.items)),
  ];
}

function objectNarrowings(pair: ShapePair): Narrowing[] {
  const { subset, superset } = pair;
  const demanded = [...superset.required].filter((name) => !subset.required.has(name));
  const excluded = demanded.filter((name) => subset.excluded.has(name));
  const names = new Set([...subset.names, ...superset.names]);
  return [
    ...(demanded.length > excluded.length ? [narrowingBy("required", subset, superset)] : []),
    // A member that is not sent this way is missing.
    ...excluded.flatMap((name) =>
      directionNarrowings(subset.property(name), superset.property(name), "required"),
    ),
    ...[...names].flatMap((name) => memberNarrowings(pair, name)),
    ...otherNarrowings(pair),
    ...countNarrowings(pair, "Properties"),
    ...nameNarrowings(pair),
  ];
}

/** @param broken - The keyword that the difference breaks. Default: its own. */
function directionNarrowings(inSubset: Shape, inSuperset: Shape, broken?: string): Narrowing[] {
  const [changed] = ["readOnly", "writeOnly"].filter(
    (keyword) => inSubset.keyword(keyword) !== inSuperset.keyword(keyword),
  );
  if (changed === undefined) return [];
  return [{ ...narrowingBy(changed, inSubset, inSuperset), keyword: broken ?? changed }];
}

/** Whether it allows everything. */
function isOpen({ locations }: Shape): boolean {
  return locations.every(({ schema }) => schema === true);
}

function memberNarrowings(
  { compare, subset, superset }: ShapePair,
  name: string,
): readonly Narrowing[] {
  const inSubset = subset.property(name);
  const inSuperset = superset.property(name);
  if (inSubset.isNever) return [];
  const isDeclared = superset.names.includes(name);
  if (inSuperset.isNever || (!isDeclared && isOpen(inSuperset))) {
    const { narrowerPointers } = narrowingBy("properties", subset, superset);
    return [
      {
        at: [name],
        keyword: inSuperset.isNever ? "members" : "properties",
        wider: inSubset,
        widerPointers: inSubset.locations.map(({ pointer }) => pointer),
        narrower: inSuperset,
        narrowerPointers: narrowerPointers.map((pointer) => appendPointer(pointer, name)),
      },
    ];
  }
  const isOptional = !subset.required.has(name);
  // A newly declared member says nothing about its earlier values.
  const isNew = !subset.names.includes(name) && isOpen(inSubset) && subset.names.length > 0;
  if (isNew && isOptional) return [];
  const isOther =
    isOptional && !isEqual(inSubset.keyword("default"), inSuperset.keyword("default"));
  const isExcluded = superset.excluded.has(name) && !subset.excluded.has(name);
  return within(name, [
    ...(isExcluded ? directionNarrowings(inSubset, inSuperset) : []),
    ...(isOther ? [narrowingBy("default", inSubset, inSuperset)] : []),
    ...compare(inSubset, inSuperset),
  ]);
}

/** Members that are not declared by name. Patterns are compared if both schemas have them. */
function otherNarrowings({ compare, subset, superset }: ShapePair): Narrowing[] {
  const patternMaps = [subset, superset].flatMap((shape) =>
    shape.keywordValues("patternProperties"),
  );
  const patterns = new Set(patternMaps.flatMap((each) => Object.keys(each ?? {})));
  const matching = [...patterns].flatMap((pattern) => {
    const was = subset.subschemas("patternProperties", pattern);
    const is = superset.subschemas("patternProperties", pattern);
    const areBoth = was.locations.length > 0 && is.locations.length > 0;
    return areBoth
      ? within("*", compare(was, is))
      : [narrowingBy("patternProperties", subset, superset)];
  });
  const was = subset.subschemas("additionalProperties");
  const is = superset.subschemas("additionalProperties");
  const undeclared = was.isNever ? [] : compare(was, is);
  const isAllowed = undeclared.length > 0 && (isOpen(was) || is.isNever);
  return [
    ...matching,
    ...(isAllowed
      ? [narrowingBy("additionalProperties", subset, superset)]
      : within("*", undeclared)),
  ];
}

function nameNarrowings({ compare, subset, superset }: ShapePair): Narrowing[] {
  const names = subset.subschemas("propertyNames");
  const allowed = superset.subschemas("propertyNames");
  const isNamed = allowed.locations.length === 0 || compare(names, allowed).length === 0;
  return isNamed ? [] : [narrowingBy("propertyNames", subset, superset)];
}
