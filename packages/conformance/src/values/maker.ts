import type { Shape } from "@workflow-api/contract";
import {
  appendPointer,
  isEqual,
  isObject,
  isWithin,
  type JsonValue,
  replaceAt,
  uniqueBy,
} from "@workflow-api/contract/json";
import fc from "fast-check";
import { type CaseBudget, unlimited } from "../cases/budget.ts";
import type { Deviation } from "../cases/case.ts";
import { boundaryValues } from "./boundaries.ts";
import { displayValue, type EdgeValue, edgesOf, nearMissesOf, type Position } from "./edges.ts";
import { matchingStrings } from "./patterns.ts";
import { createSampler, type Sampler } from "./sampler.ts";

/** A value that differs from a valid one in one respect. */
export interface Variation {
  /** The difference: `of 256 characters`, `null, against type`, `without created_at`. */
  readonly name: string;
  /** The JSON Pointer of the difference in the value. */
  readonly at: string;
  /** The JSON Pointer of the schema of the changed part, or of the keyword that is broken. */
  readonly pointer: string;
  readonly value: JsonValue;
  /** The keyword that is broken, of the schema or of one within it. `undefined`: it is valid. */
  readonly keyword?: string | undefined;
  readonly kind?: Deviation["kind"];
  readonly spelling?: Deviation["spelling"];
}

/** Makes values from shapes. */
export interface Maker {
  /** A plain valid value. `undefined`: none was found. */
  sample(shape: Shape): JsonValue | undefined;
  /**
   * A valid value, the base or the sample, and the values around it: valid ones at the edges of
   * each keyword and beyond what it restricts, and ones that each break one keyword. Of a large
   * value, the outer parts are varied; what is omitted is counted in the budget.
   */
  around(shape: Shape, base?: JsonValue, budget?: CaseBudget): Variation[];
  /**
   * The values around the bounds of a shape: at each of them and just beyond it, of each branch,
   * each listed value, and values of other types. Some are valid: `shape.violations` tells which.
   */
  boundaries(shape: Shape): JsonValue[];
  /** Random valid values. */
  arbitrary(shape: Shape): fc.Arbitrary<JsonValue>;
}

/** Makes values from shapes. The same seed gives the same values. */
export function createMaker(seed = 1): Maker {
  const sampler = createSampler({ seed, matching: matchingStrings });
  const { sample } = sampler;
  return {
    sample,
    around: (shape, base = sample(shape), budget = unlimited()) => {
      const starts = base === undefined ? [] : startingPoints(sampler, shape, base);
      let work = mostWork;
      let found = 0;
      let tried = 0;
      return starts.flatMap(({ positions, valid }) => {
        const size = JSON.stringify(valid.value).length + leastSize;
        const variations = positions.map((each) => {
          if (work < 0) {
            budget.beyond += Math.ceil(found / tried);
            return [];
          }
          const made = variationsAt(sampler, shape, valid.value, each);
          work -= size * triesOfPosition;
          found += made.length;
          tried++;
          return made;
        });
        return [valid, ...variations.flat()];
      });
    },
    boundaries: (shape) => boundaryValues(shape, sampler),
    arbitrary: (shape) => {
      const plain = sample(shape) ?? null;
      return entropy.map((numbers) => {
        let index = 0;
        const random = (): number => numbers[index++] ?? 0;
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

/** How many characters of values are validated at most, so that a large body takes seconds. */
const mostWork = 10_000_000;

/** About how many values are tried at a position. */
const triesOfPosition = 60;

/** What validating even a small value costs, in characters. */
const leastSize = 200;

/** A valid value, and the positions in it that are varied. */
interface StartingPoint {
  readonly valid: Variation;
  readonly positions: readonly Position[];
}

/**
 * A value with its positions; then, for each position of it that has branches, the same with each
 * other branch.
 */
function startingPoints(sampler: Sampler, shape: Shape, base: JsonValue): StartingPoint[] {
  // The outer parts first: of a large value, not all are varied.
  const positions = positionsOf(shape, base).toSorted((a, b) => depthOf(a) - depthOf(b));
  const branches = positions.slice(0, mostUnions).flatMap(({ at, shape: union, value }) => {
    const variants = union.variants();
    return (variants.length < 2 ? [] : variants).flatMap((variant, index): StartingPoint[] => {
      const branch = sampler.sample(variant);
      if (branch === undefined || isEqual(branch, value)) return [];
      const other = replaceAt(base, at, branch);
      if (shape.violations(other).length > 0) return [];
      const { pointer } = union;
      const inner = positionsOf(shape, other).filter((each) => isWithin(each.at, at));
      const valid = { name: `of branch ${index + 1}`, at, pointer, value: other };
      return [{ valid, positions: inner }];
    });
  });
  const plain = { name: displayValue(base), at: "", pointer: shape.pointer, value: base };
  return [{ valid: plain, positions }, ...branches];
}

function depthOf({ at }: Position): number {
  return at.split("/").length;
}

/** How many positions are looked at for branches. */
const mostUnions = 200;

/**
 * The positions of a value that a shape describes, outermost first. Of a list, only the first item.
 */
export function positionsOf(shape: Shape, value: JsonValue, at = ""): Position[] {
  if (shape.locations.length === 0) return [];
  const all = shape.variants();
  const takes = (each: Shape): boolean => each.violations(value).length === 0;
  const variant = (all.length === 1 ? undefined : all.find(takes)) ?? all[0] ?? shape;
  const members = isObject(value) ? Object.entries(value) : [];
  const inner = Array.isArray(value)
    ? value.slice(0, 1).flatMap((item) => positionsOf(variant.items, item, `${at}/0`))
    : members.flatMap(([name, member = null]) =>
        positionsOf(variant.property(name), member, appendPointer(at, name)),
      );
  return [{ at, value, shape, variant }, ...inner];
}

/**
 * How many values that break one keyword at one position are kept: enough to tell similar keywords
 * apart.
 */
const keptOf: Readonly<Record<string, number>> = {
  type: 20,
  enum: 20,
  format: 24,
  pattern: 40,
  propertyNames: 8,
  required: 1000,
};
const keptOfOthers = 5;

/** A candidate within a valid value, and all keywords that it breaks there. */
interface VariationResult {
  readonly variation: Variation;
  readonly keywords: ReadonlySet<string>;
}

/** The valid value with other values at a position: valid ones, and ones that break a keyword. */
function variationsAt(
  sampler: Sampler,
  shape: Shape,
  base: JsonValue,
  position: Position,
): Variation[] {
  const { at, value: replaced, variant } = position;
  const branch = variant.schemas.findLast((each) => /\/(any|one)Of\/\d+$/.test(each.pointer));
  const { pointer } = branch ?? position.shape;
  const tryOut = ({ kind, name, spelling, value: part }: EdgeValue): VariationResult => {
    const value = replaceAt(base, at, part);
    const keywords = new Set(shape.violations(value).map(({ keyword }) => keyword));
    return { variation: { name, at, pointer, value, kind, spelling }, keywords };
  };
  // If a value has two names, the first is the plainer.
  const distinct = (candidates: readonly EdgeValue[]): VariationResult[] =>
    uniqueBy(candidates, ({ value }) => JSON.stringify(value))
      .filter(({ value }) => !isEqual(value, replaced) && isSendable(value))
      .map(tryOut);
  const edges = edgesOf(position, sampler);
  const valid = distinct(edges).filter(({ keywords }) => keywords.size === 0);
  return [
    ...valid.map(({ variation }) => variation),
    ...brokenOf(variant, distinct([...nearMissesOf(position), ...edges])),
  ];
}

/** Whether a string is no half of a pair of surrogates, which has no bytes. */
function isSendable(value: JsonValue): boolean {
  return typeof value !== "string" || value.isWellFormed();
}

/**
 * For each keyword, the values that break it alone; if there are none, those that break most.
 *
 * @param variant - The shape at their position.
 */
function brokenOf(variant: Shape, tried: readonly VariationResult[]): Variation[] {
  const broken = new Set(tried.flatMap(({ keywords }) => [...keywords]));
  return [...broken].flatMap((keyword) => {
    const breaking = tried.filter(({ keywords }) => keywords.has(keyword));
    const exact = breaking.filter(({ keywords }) => keywords.size === 1);
    const stated = variant.pointerOf(keyword);
    // A keyword of a nested schema has a position of its own.
    if (exact.length === 0 && stated === undefined) return [];
    const kept = (exact.length > 0 ? exact : breaking).slice(0, keptOf[keyword] ?? keptOfOthers);
    return kept.map(({ variation }): Variation => {
      const { name, pointer } = variation;
      const title = name.startsWith("without ") ? name : `${name}, against ${keyword}`;
      const place = stated ?? variant.items.pointerOf(keyword) ?? pointer;
      return { ...variation, name: title, pointer: place, keyword };
    });
  });
}
