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
    [random === undefined, false].map(
      (useExamples) => new ValueWalk({ ...options, useExamples, strings, generate }),
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
class ValueWalk {
  readonly #style: Style;
  readonly #branches = new Map<Shape, readonly Shape[]>();
  readonly #known = new Map<Shape, (Sample | undefined)[]>();
  /** Those that have no value at any depth, since no value within them was cut off. */
  readonly #hopeless = new Set<Shape>();
  #cuts = 0;
  #full = 0;

  constructor(style: Style) {
    this.#style = style;
  }

  /** A value with its optional members. */
  fullest(shape: Shape, where: ValueContext = outermost): Sample | undefined {
    if (shape.isNever) return undefined;
    const { around, isInList } = where;
    if (where === outermost) this.#full = 0;
    const isWithinItself = shape.schemas.some(({ pointer }) => around.includes(pointer));
    if (isWithinItself || ++this.#full > mostFull) return this.smallest(shape);
    const style = isInList ? { ...this.#style, items: 1 } : this.#style;
    const make: Make = (branch) => {
      const inner = [...around, ...branch.schemas.map(({ pointer }) => pointer)];
      const within: Make = (each, isItem = false) =>
        this.fullest(each, { around: inner, isInList: isInList || isItem });
      return typedValue(branch, within, style, true);
    };
    const all = this.#branchesOf(shape);
    const first = Math.floor((style.random?.() ?? 0) * all.length);
    const ordered = [...all.slice(first), ...all.slice(0, first)];
    return firstValid(shape, ordered, make) ?? this.smallest(shape);
  }

  /**
   * A value that is nested no deeper than necessary, and at most so deep. Because each value within
   * it is tried less deep, even a schema that requires itself ends.
   */
  smallest(shape: Shape, depth: number = deepest): Sample | undefined {
    if (shape.isNever || this.#hopeless.has(shape)) return undefined;
    const samples = this.#known.get(shape) ?? [];
    this.#known.set(shape, samples);
    if (depth >= 0 && !(depth in samples)) samples[depth] = this.#smallestAt(shape, depth);
    if (samples[depth] === undefined) this.#cuts++;
    return samples[depth];
  }

  #smallestAt(shape: Shape, depth: number): Sample | undefined {
    const lower = this.smallest(shape, depth - 1);
    if (lower !== undefined || this.#hopeless.has(shape)) return lower;
    const cutsBefore = this.#cuts;
    const inner: Make = (each) => this.smallest(each, depth - 1);
    const make: Make = (branch) => typedValue(branch, inner, this.#style, false);
    const made = firstValid(shape, this.#branchesOf(shape), make);
    if (made === undefined && this.#cuts === cutsBefore) this.#hopeless.add(shape);
    return made;
  }

  #branchesOf(shape: Shape): readonly Shape[] {
    const found = this.#branches.get(shape) ?? shape.variants(100);
    this.#branches.set(shape, found);
    return found;
  }
}

/** The value of the first branch that gives a valid one. */
function firstValid(shape: Shape, branches: readonly Shape[], make: Make): Sample | undefined {
  // Many branches may give the same value, such as {}.
  const refused = new Set<string>();
  for (const branch of branches) {
    const made = make(branch);
    if (made === undefined || made.size > largest) continue;
    const text = JSON.stringify(made.value);
    if (!refused.has(text) && isChosen(shape, made.value)) return made;
    refused.add(text);
  }
  return undefined;
}

/** Whether a value is valid as far as its parts do not decide it: by a branch, or a `not`. */
function isChosen(shape: Shape, value: JsonValue): boolean {
  const isPlain = shape.unions.length === 0 && shape.keyword("not") === undefined;
  return isPlain || shape.violations(value).length === 0;
}
