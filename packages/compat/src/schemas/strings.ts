import { DFA, JS, NFA, type NoParent } from "refa";

/** The rules for a string, apart from its format. */
export interface StringRules {
  /** In ECMA-262 with the flag `u`; each must match somewhere in the string. */
  readonly patterns: readonly string[];
  /** In code points. */
  readonly minLength: number;
  readonly maxLength: number;
}

/** A rule, and a string that breaks it. */
export interface BrokenRule {
  readonly keyword: "pattern" | "minLength" | "maxLength";
  /** `undefined`: not decided. */
  readonly example: string | undefined;
}

/**
 * The rules of `superset` that some string of `subset` breaks. Lengths are compared, and patterns
 * decided by finite automata. Patterns with back references or lookarounds are not decided.
 */
export function brokenRules(subset: StringRules, superset: StringRules): BrokenRule[] {
  const long = "x".repeat(Math.min(subset.maxLength, superset.maxLength + 1, 100_000));
  const short = "x".repeat(subset.minLength);
  return [
    ...superset.patterns.flatMap((pattern) => brokenPattern(subset, pattern) ?? []),
    ...brokenLength(
      subset,
      "minLength",
      subset.minLength < superset.minLength,
      superset.minLength,
      short,
    ),
    ...brokenLength(
      subset,
      "maxLength",
      subset.maxLength > superset.maxLength,
      superset.maxLength,
      long,
    ),
  ];
}

function brokenLength(
  subset: StringRules,
  keyword: "minLength" | "maxLength",
  isBroken: boolean,
  bound: number,
  plain: string,
): BrokenRule[] {
  if (!isBroken) return [];
  if (subset.patterns.length === 0) return [{ keyword, example: plain }];
  // A pattern may imply the bound, as `^[a-z]{2}$` does.
  const kept = keyword === "minLength" ? `^[^]{${bound},}$` : `^[^]{0,${bound}}$`;
  const broken = brokenPattern(subset, kept);
  return broken === undefined ? [] : [{ keyword, example: broken.example }];
}

function brokenPattern(subset: StringRules, pattern: string): BrokenRule | undefined {
  if (subset.patterns.includes(pattern)) return undefined;
  const keyword = "pattern";
  try {
    const { maxLength, minLength, patterns } = subset;
    const isShort =
      maxLength <= longest || (maxLength === Number.POSITIVE_INFINITY && minLength > 0);
    const length = `^[^]{${minLength},${Number.isFinite(maxLength) ? maxLength : ""}}$`;
    const both = [...patterns, ...(isShort && minLength <= longest ? [length] : [])];
    const example = exampleOf(both, [pattern]);
    return example === undefined ? undefined : { keyword, example };
  } catch {
    // The automata are too large, or the pattern has none.
    return { keyword, example: undefined };
  }
}

/**
 * A string that matches each of some patterns, and none of `refused`. `undefined`: there is none.
 *
 * @throws The automata are too large, or a pattern has none.
 */
function exampleOf(patterns: readonly string[], refused: readonly string[]): string | undefined {
  const [first = automatonOf(""), ...rest] = [
    ...refused.map((pattern) => complementOf(automatonOf(pattern))),
    ...patterns.map(automatonOf),
  ];
  return shortestOf(rest.reduce(intersection, first));
}

function complementOf(automaton: NFA): NFA {
  const refused = DFA.fromFA(automaton, new DFA.LimitedNodeFactory(mostNodes));
  refused.complement();
  return NFA.fromFA(refused);
}

/** Bounds on the work: beyond them a pattern is not decided. */
const mostNodes = 5000;
const longest = 300;

function intersection(first: NFA, second: NFA): NFA {
  return NFA.fromIntersection(first, second, new NFA.LimitedNodeFactory(4 * mostNodes));
}

type Element = NoParent<JS.ParseResult["expression"]>["alternatives"][number]["elements"][number];

function parse(source: string): JS.ParseResult {
  return JS.Parser.fromLiteral({ source, flags: "u" }).parse();
}

const { expression, maxCharacter } = parse("[^]*");
const anything = expression.alternatives.flatMap(({ elements }) => elements);

/**
 * The automaton of all strings in which a pattern matches somewhere.
 *
 * @throws It has back references or lookarounds, or the automaton is too large.
 */
function automatonOf(pattern: string): NFA {
  const alternatives = parse(pattern).expression.alternatives.map(({ elements }) => {
    const isStart = isEdge(elements[0], "behind");
    const isEnd = isEdge(elements.at(-1), "ahead");
    const inner = elements.slice(isStart ? 1 : 0, isEnd ? -1 : undefined);
    const all = [...(isStart ? [] : anything), ...inner, ...(isEnd ? [] : anything)];
    return { type: "Concatenation" as const, elements: all };
  });
  return NFA.fromRegex(
    { type: "Expression", alternatives },
    { maxCharacter },
    { assertions: "throw" },
    new NFA.LimitedNodeFactory(mostNodes),
  );
}

/** Whether an element is `^`, which has nothing behind it, or `$`, which has nothing ahead. */
function isEdge(element: Element | undefined, kind: "ahead" | "behind"): boolean {
  if (element?.type !== "Assertion" || element.kind !== kind || !element.negate) return false;
  const [only, ...others] = element.alternatives.flatMap(({ elements }) => elements);
  return others.length === 0 && only?.type === "CharacterClass" && only.characters.isAll;
}

/**
 * A shortest string that an automaton accepts, of readable characters if possible. `undefined`: it
 * accepts none.
 */
function shortestOf(automaton: NFA): string | undefined {
  for (const sets of automaton.wordSets()) {
    const codes = sets.map(({ ranges }) => {
      const isIn = (code: number): boolean =>
        ranges.some(({ min, max }) => min <= code && code <= max);
      return [..."aA0-x."].map((each) => each.charCodeAt(0)).find(isIn) ?? ranges[0]?.min ?? 0;
    });
    return String.fromCodePoint(...codes);
  }
  return undefined;
}
