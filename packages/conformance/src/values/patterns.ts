import fc from "fast-check";

const known = new Map<string, readonly string[]>();

/**
 * Strings that match a regular expression, the shortest first; the same seed gives the same. None:
 * fast-check cannot generate them, for example if it has a lookahead.
 */
export function matchingStrings(pattern: string, seed: number): readonly string[] {
  const key = `${seed} ${pattern}`;
  const found = known.get(key) ?? generate(pattern, seed);
  known.set(key, found);
  return found;
}

function generate(pattern: string, seed: number): string[] {
  try {
    const made = fc.sample(fc.stringMatching(new RegExp(pattern, "u")), { seed, numRuns: 40 });
    // Half of a pair of surrogates cannot be sent.
    const sendable = made.filter((text) => text.isWellFormed());
    return [...new Set(sendable)].sort((one, other) => one.length - other.length);
  } catch {
    return [];
  }
}
