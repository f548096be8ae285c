/** A regular expression of a contract, ready to be matched. */
export interface Matcher {
  /** How many steps it takes at worst for a text of a length. */
  cost(length: number): number;
  /** @returns `undefined`: the expression is too large to be matched. */
  matches(text: string): boolean | undefined;
}

/** Gives the matcher of a regular expression of ECMA-262 with the flag `u`. */
export type CreateMatcher = (pattern: string) => Matcher;

/** How many steps may be taken for one value, some seconds. What takes more is not matched. */
export const mostSteps = 300_000_000;

/** The engine of pages, where a contract comes from the author of the page. */
export function createPageMatcher(pattern: string): Matcher {
  const expression = new RegExp(pattern, "u");
  return { cost: () => 0, matches: (text) => expression.test(text) };
}

/** One matcher for each pattern. */
export function rememberMatchers(createMatcher: CreateMatcher): CreateMatcher {
  const known = new Map<string, Matcher>();
  return (pattern) => {
    const matcher = known.get(pattern) ?? createMatcher(pattern);
    known.set(pattern, matcher);
    return matcher;
  };
}

/** Why a pattern is not matched in some texts, or in none. `undefined`: it is in all usual ones. */
export function limitationOf({ cost }: Matcher): string | undefined {
  const longest = [1000, 100, 1].find((length) => cost(length) <= mostSteps);
  if (longest === 1000) return undefined;
  const scope =
    longest === undefined
      ? "is not matched, because that may take too long"
      : `is not matched in some texts of more than ${longest} characters, which may take too long`;
  return `${scope}: write it with fewer repetitions, or without lookarounds and backreferences`;
}
