import type { AST } from "@eslint-community/regexpp";
import { type CodePoints, codePointsOf } from "./code-points.ts";

// A regular expression of ECMA-262 in the syntax of RE2, with the same meaning for whether a text
// matches: groups do not capture, and lazy repetitions are as good as greedy ones.

/**
 * Writes a regular expression for RE2.
 *
 * @returns `undefined`: it has a lookaround, a backreference or modifiers, which RE2 does not have.
 */
export function re2Syntax(alternatives: readonly AST.Alternative[]): string | undefined {
  const patterns = alternatives.map(({ elements }) => {
    const parts = elements.map(writeElement);
    return parts.includes(undefined) ? undefined : parts.join("");
  });
  return patterns.includes(undefined) ? undefined : `(?:${patterns.join("|")})`;
}

function writeElement(element: AST.Element): string | undefined {
  switch (element.type) {
    case "Assertion":
      return writeAssertion(element);
    case "CapturingGroup":
      return re2Syntax(element.alternatives);
    case "Group":
      return element.modifiers === null ? re2Syntax(element.alternatives) : undefined;
    case "Quantifier":
      return writeRepetition(element);
    case "Character":
    case "CharacterSet":
      return writeCodePoints(codePointsOf(element));
    case "CharacterClass":
      return element.unicodeSets ? undefined : writeCodePoints(codePointsOf(element));
    default:
      return undefined;
  }
}

function writeAssertion(assertion: AST.Assertion): string | undefined {
  if (assertion.kind === "start") return "\\A";
  if (assertion.kind === "end") return "\\z";
  if (assertion.kind === "word") return assertion.negate ? "\\B" : "\\b";
  return undefined;
}

function writeCodePoints(ranges: CodePoints): string {
  // RE2 has no class of nothing.
  if (ranges.length === 0) return "[^\\x{0}-\\x{10FFFF}]";
  const hex = (code: number): string => `\\x{${code.toString(16)}}`;
  const classes = ranges.map(([first, end]) =>
    first === end ? hex(first) : `${hex(first)}-${hex(end)}`,
  );
  const [[first, end] = [0, 1], ...others] = ranges;
  return others.length === 0 && first === end ? hex(first) : `[${classes.join("")}]`;
}

/** So often may RE2 repeat something, nested repetitions together. */
const mostRepetitions = 1000;
/** So deep may repetitions be nested that are written out. */
const mostNested = 100;

function writeRepetition({ element, max, min }: AST.Quantifier): string | undefined {
  const part = writeElement(element);
  if (part === undefined) return undefined;
  const most = Math.floor(mostRepetitions / statesOfElement(element));
  if (max === Number.POSITIVE_INFINITY) return `${writeTimes(part, min, most)}${part}*`;
  if (max <= most) return `${part}{${min},${max}}`;
  const rest = max - min;
  // Unlike `a?a?`, `(?:a(?:a)?)?` has few states at a time.
  const optional =
    rest <= mostNested
      ? `(?:${part}`.repeat(rest) + ")?".repeat(rest)
      : writeTimes(part, rest, most, (count) => `{0,${count}}`);
  return writeTimes(part, min, most) + optional;
}

/** Repeats a part in portions of which RE2 takes each. */
function writeTimes(
  part: string,
  times: number,
  most: number,
  quantifier = (count: number): string => `{${count}}`,
): string {
  const portion = Math.max(1, most);
  const whole = (part + quantifier(portion)).repeat(Math.floor(times / portion));
  return whole + (times % portion === 0 ? "" : part + quantifier(times % portion));
}

/** How many states RE2 has for a regular expression, about. */
export function statesOf(alternatives: readonly AST.Alternative[]): number {
  return alternatives.reduce(
    (sum, { elements }) => elements.reduce((inner, each) => inner + statesOfElement(each), sum),
    1,
  );
}

function statesOfElement(element: AST.Element): number {
  if ("alternatives" in element) return statesOf(element.alternatives);
  if (element.type !== "Quantifier") return 1;
  const { max, min } = element;
  const times = max === Number.POSITIVE_INFINITY ? Math.max(1, min) : max;
  return times * statesOfElement(element.element);
}
