import type { Shape } from "@workflow-api/contract";
import { isEqual, isWithin, type JsonValue, replaceAt } from "@workflow-api/contract/json";
import fc from "fast-check";
import {
  branchCandidates,
  type Candidate,
  candidatesAt,
  displayValue,
  mistakesAt,
} from "./candidates.ts";
import type { Broken } from "./case.ts";
import { matchingStrings } from "./patterns.ts";
import { type Position, positionsOf } from "./positions.ts";
import { createSampler, type Sampler } from "./sampler.ts";

/** A valid value that differs from the sample in one respect. */
export interface EdgeValue {
  /** The difference: `of 256 characters`, `without created_at`. */
  readonly name: string;
  /** The JSON Pointer of the difference in the value. */
  readonly at: string;
  /** The JSON Pointer of the schema of the changed part, or of the keyword that is broken. */
  readonly pointer: string;
  readonly value: JsonValue;
}

/** A value that breaks one keyword of a schema: `null, against type`, `without created_at`. */
export interface BrokenValue extends EdgeValue {
  /** The keyword that is broken, of the schema or of one within it. */
  readonly keyword: string;
  readonly lax?: Broken["lax"];
}

/** Makes values from shapes. */
export interface Maker {
  /** A plain valid value. `undefined`: none was found. */
  sample(shape: Shape): JsonValue | undefined;
  /** Values that each break one keyword, around a valid value: the base, or the sample. */
  broken(shape: Shape, base?: JsonValue): BrokenValue[];
  /**
   * Valid values at the edges of each keyword and beyond what it restricts, around a valid value:
   * the base, or the sample.
   */
  edges(shape: Shape, base?: JsonValue): EdgeValue[];
  /** Random valid values. */
  arbitrary(shape: Shape): fc.Arbitrary<JsonValue>;
}

/**
 * The one maker of values: samples, values that break each keyword, and random ones. The same seed
 * gives the same.
 */
export function createMaker(seed = 1): Maker {
  const sampler = createSampler({ seed, matching: matchingStrings });
  const around = <Found>(
    shape: Shape,
    base: JsonValue | undefined,
    find: (sampler: Sampler, valid: ShapedValue, position: Position) => Found[],
  ): Found[] =>
    base === undefined
      ? []
      : shapedValues(sampler, { shape, base }).flatMap(({ positions, valid }) =>
          positions.flatMap((position) => find(sampler, valid, position)),
        );
  return {
    sample: sampler.sample,
    broken: (shape, base = sampler.sample(shape)) => around(shape, base, brokenAt),
    edges: (shape, base = sampler.sample(shape)) => around(shape, base, edgesAt),
    arbitrary: (shape) => {
      const plain = sampler.sample(shape) ?? null;
      return entropy.map((numbers) => {
        const random = sourceOf(numbers);
        const varied = createSampler({ seed, matching: matchingStrings, random });
        return varied.sample(shape) ?? plain;
      });
    },
  };
}

/** Random numbers from 0 up to 1. They shrink to 0, by which a value is the plainest. */
const entropy: fc.Arbitrary<readonly number[]> = fc.array(
  fc.noBias(fc.nat(2 ** 20 - 1)).map((number) => number / 2 ** 20),
  { maxLength: 40, size: "max" },
);

/** Gives these numbers, and then 0. */
function sourceOf(numbers: readonly number[]): () => number {
  let index = 0;
  return () => numbers[index++] ?? 0;
}

/**
 * A valid value itself, those at its edges, and those that break a keyword; the `keyword` of valid
 * ones is `undefined`.
 */
export function valuesAround(
  maker: Maker,
  shape: Shape,
  base: JsonValue,
): (EdgeValue & Partial<BrokenValue>)[] {
  return [
    { name: displayValue(base), at: "", pointer: shape.pointer, value: base },
    ...maker.edges(shape, base),
    ...maker.broken(shape, base),
  ];
}

/** A valid value, and the shape that it has. */
interface ShapedValue {
  readonly shape: Shape;
  readonly base: JsonValue;
}

/**
 * A value with its positions; then, for each position of it that has branches, the same with each
 * other branch.
 */
function shapedValues(
  sampler: Sampler,
  valid: ShapedValue,
): { readonly valid: ShapedValue; readonly positions: readonly Position[] }[] {
  const { base, shape } = valid;
  const positions = positionsOf(shape, base);
  const others = positions.flatMap((position) => {
    const variants = position.shape.variants();
    return (variants.length < 2 ? [] : variants).flatMap((variant) => {
      const branch = sampler.attempt(variant);
      if (branch === undefined || isEqual(branch, position.value)) return [];
      const other = { shape, base: replaceAt(base, position.at, branch) };
      if (shape.violations(other.base).length > 0) return [];
      const inner = positionsOf(shape, other.base).filter(({ at }) => isWithin(at, position.at));
      return [{ valid: other, positions: inner }];
    });
  });
  return [{ valid, positions }, ...others];
}

/** The keywords that a value breaks. */
function brokenBy(shape: Shape, value: JsonValue): string[] {
  return [...new Set(shape.violations(value).map(({ keyword }) => keyword))];
}

/** A value with a candidate in it, and all keywords that it breaks. */
interface Variant extends EdgeValue, Pick<BrokenValue, "lax"> {
  readonly keywords: readonly string[];
}

/** The value with each candidate at a position, and the keywords that it breaks. */
function variantsAt(
  sampler: Sampler,
  { base, shape }: ShapedValue,
  position: Position,
  further: readonly Candidate[],
): Variant[] {
  const branches = position.shape.variants().map((each) => sampler.attempt(each));
  const candidates = [
    ...further,
    ...candidatesAt(position, sampler),
    ...branchCandidates(position, branches),
  ].map((candidate) => [JSON.stringify(candidate.value), candidate] as const);
  // If a value has two names, the first is the plainer.
  const distinct = new Map(candidates.toReversed());
  distinct.delete(JSON.stringify(position.value));
  return [...distinct.values()].toReversed().map(({ lax, name, value: part }) => {
    const value = replaceAt(base, position.at, part);
    const branch = position.variant.schemas.findLast((each) =>
      /\/(any|one)Of\/\d+$/.test(each.pointer),
    );
    const { pointer } = branch ?? position.shape;
    return { name, at: position.at, pointer, value, lax, keywords: brokenBy(shape, value) };
  });
}

function edgesAt(sampler: Sampler, valid: ShapedValue, position: Position): EdgeValue[] {
  const edges = variantsAt(sampler, valid, position, []).filter(
    ({ keywords }) => keywords.length === 0,
  );
  return edges.map(({ keywords: _, lax: __, ...edge }) => edge);
}

/**
 * How many values that break one keyword at one position are kept: enough to tell similar keywords
 * apart.
 */
const keptOf: Readonly<Record<string, number>> = {
  type: 10,
  enum: 8,
  format: 12,
  pattern: 16,
  required: 1000,
};
const keptOfOthers = 3;

/**
 * For each keyword, the values that break it alone at a position; if there are none, those that
 * break most.
 */
function brokenAt(sampler: Sampler, valid: ShapedValue, position: Position): BrokenValue[] {
  const variants = variantsAt(sampler, valid, position, mistakesAt(position));
  const keywords = new Set(variants.flatMap((variant) => variant.keywords));
  return [...keywords].flatMap((keyword) => {
    const breaking = variants.filter((variant) => variant.keywords.includes(keyword));
    const exact = breaking.filter((variant) => variant.keywords.length === 1);
    const stated = position.variant.pointerOf(keyword);
    // A keyword of a nested schema has a position of its own.
    if (exact.length === 0 && stated === undefined) return [];
    const kept = (exact.length > 0 ? exact : breaking).slice(0, keptOf[keyword] ?? keptOfOthers);
    return kept.map(({ at, lax, name, pointer, value }) => ({
      name: name.startsWith("without ") ? name : `${name}, against ${keyword}`,
      keyword,
      at,
      pointer: stated ?? pointer,
      value,
      lax,
    }));
  });
}
