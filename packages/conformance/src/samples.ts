import {
  isObject,
  type JsonObject,
  type JsonValue,
  type SchemaType,
  type Shape,
} from "@workflow-api/contract";
import { distinctItems } from "./candidates.ts";
import { matchingTexts, plausibleNumber, plausibleTexts } from "./scalars.ts";

/** Makes samples: the same seed gives the same. */
export interface Sampler {
  readonly seed: number;
  /** A plain valid value. `undefined`: none was found. */
  sample(shape: Shape): JsonValue | undefined;
}

/** Makes a sample of each shape once. */
export function createSampler(seed: number): Sampler {
  const samples = new Map<Shape, JsonValue | undefined>();
  return {
    seed,
    sample: (shape) => {
      if (!samples.has(shape)) samples.set(shape, makeSample(shape, seed));
      return samples.get(shape);
    },
  };
}

/** The keywords that a value breaks. */
export function brokenBy(shape: Shape, value: JsonValue): string[] {
  return [...new Set(shape.violations(value).map(({ keyword }) => keyword))];
}

/** How a sample is made. */
interface Style {
  readonly seed: number;
  readonly useExamples: boolean;
  /** With every optional member. */
  readonly isFull: boolean;
  /** The schemas around the value, to detect recursion. */
  readonly above: readonly string[];
}

function makeSample(shape: Shape, seed: number): JsonValue | undefined {
  for (const isFull of [true, false]) {
    for (const useExamples of [true, false]) {
      for (const variant of shape.variants()) {
        const value = sampleOf(variant, { seed, useExamples, isFull, above: [] });
        if (value !== undefined && brokenBy(shape, value).length === 0) return value;
      }
    }
  }
  return undefined;
}

/** A sample of a part. In a recursive schema, the variant that ends soonest comes first. */
function sampleBelow(shape: Shape, style: Style): JsonValue | undefined {
  if (shape.isNever) return undefined;
  const variants = shape.variants();
  const nested = ({ schemas }: Shape): number =>
    schemas.filter(
      ({ schema }) => schema["properties"] !== undefined || schema["items"] !== undefined,
    ).length;
  const isWithin = variants.some((variant) => depthOf(variant, style) > 0);
  const ordered = isWithin
    ? variants.toSorted((one, other) => nested(one) - nested(other))
    : variants;
  for (const variant of ordered) {
    const value = sampleOf(variant, style);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** How many values of this shape are around the value. */
function depthOf({ schemas }: Shape, { above }: Style): number {
  return Math.max(
    0,
    ...schemas.map(({ pointer }) => above.filter((each) => each === pointer).length),
  );
}

/** How deep a schema may require itself. */
const deepest = 3;

/** A full sample of a shape without a choice of branches. */
export function fullSampleOf(variant: Shape, seed: number): JsonValue | undefined {
  return sampleOf(variant, { seed, useExamples: true, isFull: true, above: [] });
}

function sampleOf(shape: Shape, style: Style): JsonValue | undefined {
  const depth = depthOf(shape, style);
  if (depth > deepest) return undefined;
  const { values } = shape;
  if (values !== undefined) return values[0];
  const [example] = shape.keywordValues("examples").flat();
  // The example of an object may lack optional members.
  if (style.useExamples && example !== undefined && shape.names.length === 0) return example;
  const inner: Style = {
    ...style,
    isFull: style.isFull && depth === 0,
    above: [...style.above, ...shape.schemas.map(({ pointer }) => pointer)],
  };
  const type = plainType(shape);
  if (type === "object") return sampleObject(shape, inner);
  if (type === "array") return sampleList(shape, inner);
  if (type === "string") return plausibleTexts(shape, style.seed)[0];
  if (type === "integer" || type === "number") return plausibleNumber(shape);
  return type === "boolean" ? true : null;
}

/** The type that the keywords apply to, or else the first allowed one. */
function plainType(shape: Shape): SchemaType | undefined {
  const { types } = shape;
  const says = (...keywords: string[]): boolean =>
    keywords.some((keyword) => shape.keyword(keyword) !== undefined);
  if (types.includes("object") && says(...objectKeywords)) return "object";
  if (types.includes("array") && says("items", "minItems", "maxItems")) return "array";
  if (types.includes("integer") && says("minimum", "maximum", "multipleOf")) return "integer";
  return types.find((type) => type !== "null") ?? types[0];
}

const objectKeywords = [
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "propertyNames",
  "minProperties",
] as const;

function sampleObject(shape: Shape, style: Style): JsonObject | undefined {
  const { names: declared, required } = shape;
  const least = shape.limit("minProperties") ?? 0;
  const most = shape.limit("maxProperties") ?? Number.POSITIVE_INFINITY;
  const isMap = declared.length === 0 && shape.keywordValues("additionalProperties").some(isObject);
  const optional = style.isFull ? declared : [];
  const further = furtherNames(shape, style.seed, Math.max(least, style.isFull && isMap ? 1 : 0));
  const members = new Map<string, JsonValue>();
  const isWanted = (name: string): boolean =>
    required.has(name) ||
    (members.size < most && (optional.includes(name) || members.size < least || isMap));
  for (const name of new Set([...required, ...optional, ...further])) {
    const value = isWanted(name) ? sampleBelow(shape.property(name), style) : undefined;
    if (value !== undefined) members.set(name, value);
    else if (required.has(name)) return undefined;
  }
  const names = [...declared, ...required, ...further];
  return Object.fromEntries(
    [...members].sort(([one], [other]) => names.indexOf(one) - names.indexOf(other)),
  );
}

/** Names of further members that are not declared, as the shape allows them. */
function furtherNames(shape: Shape, seed: number, count: number): string[] {
  if (count === 0) return [];
  const names = shape.subschemas("propertyNames");
  const patterns = shape
    .keywordValues("patternProperties")
    .flatMap((each) => Object.keys(each ?? {}));
  const numbered = Array.from({ length: count - 1 }, (_, index) => `member_${index + 2}`);
  return [
    ...(names.locations.length > 0 ? plausibleTexts(names, seed) : ["member"]),
    ...patterns.flatMap((pattern) => [...matchingTexts(pattern, seed), "text"]),
    ...numbered,
  ];
}

function sampleList(shape: Shape, style: Style): JsonValue[] | undefined {
  const least = shape.limit("minItems") ?? 0;
  const most = shape.limit("maxItems") ?? 1;
  const length = Math.max(least, style.isFull ? Math.min(1, most) : 0);
  const item = length === 0 ? undefined : sampleBelow(shape.items, style);
  if (item === undefined) return least === 0 ? [] : undefined;
  return distinctItems(shape, item, length);
}
