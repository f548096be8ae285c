import type { Shape } from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";
import { type MatchingStrings, plausibleStrings } from "./strings.ts";
import { largest, type Make, type Sample, type Style, typedValue } from "./typed-values.ts";

// Runs in browsers: it imports neither Node.js nor fast-check.

export type { MatchingStrings } from "./strings.ts";

/** How values are made. */
export interface SamplerOptions {
  /** The seed of what `matching` generates. Default: 1. */
  readonly seed?: number;
  /**
   * A source of numbers from 0 up to 1, such as `Math.random`, for values that vary; 0 chooses the
   * plainest. Default: none, and the values are plain, the same each time, and those of the
   * contract's examples where it has some.
   */
  readonly random?: (() => number) | undefined;
  /** The length of each list that is not within another, as far as its limits allow. Default: 1. */
  readonly items?: number | undefined;
  /** Default: no string is made for a pattern. `matchingStrings` needs fast-check. */
  readonly matching?: MatchingStrings;
}

/** Makes values that shapes allow. */
export interface Sampler {
  /**
   * A valid value with every optional member, as far as it does not become too large: what comes
   * later, or a schema within itself, has only what is required.
   *
   * @returns `undefined`: none was found, or even the smallest is too large.
   */
  sample(shape: Shape): JsonValue | undefined;
  /** Strings that a shape probably allows, the plainest first. */
  strings(shape: Shape): readonly string[];
}

/** Makes values: the same options give the same values, unless they are random. */
export function createSampler(options: SamplerOptions = {}): Sampler {
  const { matching = () => [], random, seed = 1 } = options;
  const samples = new Map<Shape, JsonValue | undefined>();
  const generate = (pattern: string): readonly string[] => matching(pattern, seed);
  const strings = (shape: Shape): readonly string[] => plausibleStrings(shape, generate);
  const createWalks = (): ValueWalk[] =>
    [random === undefined, false].map((useExamples) =>
      createWalk({ ...options, useExamples, strings, generate }),
    );
  const walks = createWalks();
  const make = (shape: Shape): JsonValue | undefined => {
    // Only what is random differs the next time.
    const [preferred, plain] = random === undefined ? walks : createWalks();
    const attempts = [
      () => preferred?.fullest(shape),
      () => plain?.fullest(shape),
      () => plain?.smallest(shape),
    ];
    for (const attempt of attempts) {
      const made = attempt();
      if (made !== undefined && shape.violations(made.value).length === 0) return made.value;
    }
    return undefined;
  };
  return {
    strings,
    sample: (shape) => {
      if (random !== undefined) return make(shape);
      if (!samples.has(shape)) samples.set(shape, make(shape));
      return samples.get(shape);
    },
  };
}

/** How many values within one may have optional members. */
const mostFull = 2000;

/** How deep the smallest value of a shape may be nested. */
const deepest = 24;

/** Where a value is within another. */
interface ValueContext {
  /** The JSON Pointers of the schemas around it. */
  readonly around: readonly string[];
  readonly isInList: boolean;
}

const outermost: ValueContext = { around: [], isInList: false };

/** The making of one value. */
interface ValueWalk {
  /** A value with its optional members. */
  fullest(shape: Shape, where?: ValueContext): Sample | undefined;
  /** A value that is nested no deeper than necessary, and at most so deep. */
  smallest(shape: Shape, depth?: number): Sample | undefined;
}

function createWalk(style: Style): ValueWalk {
  const branches = new Map<Shape, readonly Shape[]>();
  const known = new Map<Shape, (Sample | undefined)[]>();
  /** Those that have no value at any depth, since no value within them was cut off. */
  const hopeless = new Set<Shape>();
  let cuts = 0;
  let full = 0;

  const branchesOf = (shape: Shape): readonly Shape[] => {
    const found = branches.get(shape) ?? shape.variants(100);
    branches.set(shape, found);
    return found;
  };

  /** The value of the first branch that gives a valid one. */
  const firstOf = (shape: Shape, all: readonly Shape[], make: Make): Sample | undefined => {
    // Many branches may give the same value, such as {}.
    const refused = new Set<string>();
    for (const branch of all) {
      const made = make(branch);
      if (made === undefined || made.size > largest) continue;
      const text = JSON.stringify(made.value);
      if (!refused.has(text) && isChosen(shape, made.value)) return made;
      refused.add(text);
    }
    return undefined;
  };

  // Because each value within it is tried less deep, even a schema that requires itself ends.
  const smallest: ValueWalk["smallest"] = (shape, depth = deepest) => {
    if (shape.isNever || hopeless.has(shape)) return undefined;
    const samples = known.get(shape) ?? [];
    known.set(shape, samples);
    if (depth >= 0 && !(depth in samples)) samples[depth] = smallestAt(shape, depth);
    if (samples[depth] === undefined) cuts++;
    return samples[depth];
  };

  const smallestAt = (shape: Shape, depth: number): Sample | undefined => {
    const lower = smallest(shape, depth - 1);
    if (lower !== undefined || hopeless.has(shape)) return lower;
    const before = cuts;
    const inner: Make = (each) => smallest(each, depth - 1);
    const make: Make = (branch) => typedValue(branch, inner, style, false);
    const made = firstOf(shape, branchesOf(shape), make);
    if (made === undefined && cuts === before) hopeless.add(shape);
    return made;
  };

  const fullest: ValueWalk["fullest"] = (shape, where = outermost) => {
    if (shape.isNever) return undefined;
    const { around, isInList } = where;
    if (where === outermost) full = 0;
    const isWithinItself = shape.schemas.some(({ pointer }) => around.includes(pointer));
    if (isWithinItself || ++full > mostFull) return smallest(shape);
    const make: Make = (branch) => {
      const inner = [...around, ...branch.schemas.map(({ pointer }) => pointer)];
      const within: Make = (each, isItem = false) =>
        fullest(each, { around: inner, isInList: isInList || isItem });
      return typedValue(branch, within, isInList ? { ...style, items: 1 } : style, true);
    };
    const all = branchesOf(shape);
    const first = Math.floor((style.random?.() ?? 0) * all.length);
    const ordered = [...all.slice(first), ...all.slice(0, first)];
    return firstOf(shape, ordered, make) ?? smallest(shape);
  };
  return { fullest, smallest };
}

/** Whether a value is valid as far as its parts do not decide it: by a branch, or a `not`. */
function isChosen(shape: Shape, value: JsonValue): boolean {
  const isPlain = shape.unions.length === 0 && shape.keyword("not") === undefined;
  return isPlain || shape.violations(value).length === 0;
}
