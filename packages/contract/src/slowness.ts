import { createRequire } from "node:module";

const known = new Map<string, string | undefined>();

/**
 * What is wrong with a regular expression that backtracks without bound: a text of thirty letters
 * may take it a minute.
 *
 * @returns `undefined`: nothing, or nothing that can be shown.
 */
export function slownessOf(pattern: string): string | undefined {
  // Only a group that is repeated can take exponential time, and the checker is large.
  if (!/\)[*+{]/.test(pattern)) return undefined;
  if (!known.has(pattern)) known.set(pattern, check(pattern));
  return known.get(pattern);
}

function check(pattern: string): string | undefined {
  const { checkSync }: typeof import("recheck") = createRequire(import.meta.url)(
    "../dist/recheck.cjs",
  );
  const isSlow = (source: string, checker: "automaton" | "fuzz"): boolean => {
    const found = checkSync(source, "u", { checker, randomSeed: 1, timeout: 2000 });
    if (found.status !== "vulnerable") return false;
    return found.complexity.type === "exponential" || found.complexity.degree >= 4;
  };
  // Ten rounds and more are as good as no bound, and would be too many to write out.
  const unbounded = pattern.replaceAll(
    /(?<!\\u)\{(?:\d\d+(?:,\d*)?|(\d),\d\d+)\}/g,
    (_, least: string | undefined) => (least === "0" ? "*" : "+"),
  );
  // The automaton knows neither assertions nor which rounds of a counted group are empty.
  const isFound =
    isSlow(unbounded, "automaton") ||
    (/\)\{\d\d/.test(pattern) && isSlow(pattern, "fuzz")) ||
    (/\(\?<?[=!]|\\[1-9k]/.test(pattern) && isSlow(unbounded, "fuzz"));
  if (!isFound) return undefined;
  return "backtracks without bound: let no group that repeats match a text in two ways";
}
