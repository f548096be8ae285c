import type { AST } from "@eslint-community/regexpp";

// How many steps a backtracking engine may take for a regular expression, at worst.

/**
 * A number of steps by the length of the text: `factor * length ** degree`. An infinite degree: the
 * number doubles with each character.
 */
export interface Cost {
  readonly factor: number;
  readonly degree: number;
}

const one: Cost = { factor: 1, degree: 0 };
const anyLength: Cost = { factor: 1, degree: 1 };
const exponential: Cost = { factor: 1, degree: Number.POSITIVE_INFINITY };

/** The cost to search a text for a match. */
export interface SearchCost {
  /** At all of its characters, unless `^` anchors the expression. */
  readonly cost: Cost;
  /** Whether something is repeated without a limit. */
  readonly isEndless: boolean;
}

/** The cost of a regular expression. */
export function costOf(alternatives: readonly AST.Alternative[]): SearchCost {
  const { steps } = walkAlternatives(alternatives);
  const cost = isAnchored(alternatives) ? steps : times(steps, anyLength);
  return { cost, isEndless: steps.degree > 0 };
}

/** The steps that a cost means for a text of a length. */
export function stepsFor({ degree, factor }: Cost, length: number): number {
  return degree === 0 ? factor : factor * Math.max(length, 2) ** degree;
}

function isAnchored(alternatives: readonly AST.Alternative[]): boolean {
  return alternatives.every(({ elements: [first] }) => {
    if (first?.type === "Assertion" && first.kind === "start") return true;
    const isGroup = first?.type === "Group" || first?.type === "CapturingGroup";
    return isGroup && isAnchored(first.alternatives);
  });
}

/** What a part costs from one character on. */
interface PatternCost {
  /** In how many ways it may match: what follows it is tried as often. */
  readonly ways: Cost;
  /** The steps of trying all of them. */
  readonly steps: Cost;
}

const step: PatternCost = { ways: one, steps: one };

function times(a: Cost, b: Cost): Cost {
  return { factor: a.factor * b.factor, degree: a.degree + b.degree };
}

function plus(a: Cost, b: Cost): Cost {
  return { factor: a.factor + b.factor, degree: Math.max(a.degree, b.degree) };
}

function walkAlternatives(alternatives: readonly AST.Alternative[]): PatternCost {
  return alternatives
    .map(({ elements }) => elements.map(walkElement).reduce(walkNext, step))
    .reduce((a, b) => ({ ways: plus(a.ways, b.ways), steps: plus(a.steps, b.steps) }));
}

function walkNext(before: PatternCost, next: PatternCost): PatternCost {
  return {
    ways: times(before.ways, next.ways),
    steps: plus(before.steps, times(before.ways, next.steps)),
  };
}

function walkElement(element: AST.Element): PatternCost {
  switch (element.type) {
    case "Group":
    case "CapturingGroup":
      return walkAlternatives(element.alternatives);
    // Once a lookaround has matched, it is not tried in another way.
    case "Assertion":
      return "alternatives" in element
        ? { ways: one, steps: walkAlternatives(element.alternatives).steps }
        : step;
    // Its group may have matched any text.
    case "Backreference":
      return { ways: one, steps: anyLength };
    case "Quantifier":
      return walkRepetition(element);
    default:
      return step;
  }
}

function walkRepetition({ element, max, min }: AST.Quantifier): PatternCost {
  const { steps, ways } = walkElement(element);
  if (max === 0) return step;
  const isPlain = ways.degree === 0 && ways.factor === 1;
  if (max === Number.POSITIVE_INFINITY) {
    if (!isPlain) return { ways: exponential, steps: exponential };
    return { ways: anyLength, steps: times(steps, anyLength) };
  }
  const most = { factor: ways.factor ** max, degree: ways.degree * max };
  const counts = { factor: max - min + 1, degree: 0 };
  return { ways: times(most, counts), steps: times(times(most, { ...one, factor: max }), steps) };
}
