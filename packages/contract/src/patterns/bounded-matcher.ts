import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { RE2JS } from "re2js";
import { costOf, stepsFor } from "./cost.ts";
import type { Matcher } from "./matcher.ts";
import { re2Syntax, statesOf } from "./re2-syntax.ts";

// Which engine matches a pattern. Contracts and texts come from outside, and a backtracking engine
// may need years for one that is short: no pattern may stop a server.

/** Up to so many steps for each character, JavaScript is as good as RE2, and faster. */
const fewSteps = 100;
/** The same for a text of any length. */
const fewFixedSteps = 100_000;
/** So many states may RE2 have: it takes time to make them. */
const mostStates = 3000;
/** How many steps of JavaScript take as long as a state of RE2 at a character. */
const stepsOfState = 5;

/**
 * The matcher of a pattern that says how long it may take at worst. What repeats without a limit, or
 * with limits in limits, is matched by RE2, in the meaning of ECMA-262: the time grows with the
 * lengths of pattern and text. JavaScript matches what RE2 does not have, lookarounds and
 * backreferences, and what is too large for it; that may take time without end, and costs as much.
 */
export function createBoundedMatcher(pattern: string): Matcher {
  const alternatives = parsePattern(pattern);
  if (alternatives === undefined) return { cost: () => Infinity, matches: () => undefined };
  const { cost, isEndless } = costOf(alternatives);
  const isCheap = cost.factor <= (cost.degree === 0 ? fewFixedSteps : fewSteps);
  const states = statesOf(alternatives);
  const isLinear = !(isCheap && !isEndless) && states <= mostStates;
  const linear = isLinear ? re2Syntax(alternatives) : undefined;
  if (linear !== undefined) {
    const expression = RE2JS.compile(linear);
    return {
      cost: (length) => stepsOfState * states * length,
      matches: (text) => expression.test(text),
    };
  }
  const expression = new RegExp(pattern, "u");
  return {
    cost: (length) => stepsFor(cost, length),
    matches: (text) => tried(expression, text),
  };
}

function parsePattern(pattern: string): readonly AST.Alternative[] | undefined {
  try {
    const flags = { unicode: true, unicodeSets: false };
    return new RegExpParser().parsePattern(pattern, 0, pattern.length, flags).alternatives;
  } catch {
    // This runtime knows more than the parser.
    return undefined;
  }
}

/** JavaScript compiles an expression when it is used first, and may find it too large. */
function tried(expression: RegExp, text: string): boolean | undefined {
  try {
    return expression.test(text);
  } catch {
    return undefined;
  }
}
