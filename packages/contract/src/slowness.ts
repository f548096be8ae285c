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
    "recheck/lib/browser.js",
  );
  const options = { randomSeed: 1, timeout: 2000 };
  const exact = checkSync(pattern, "u", { ...options, checker: "automaton" });
  // The automaton knows neither assertions nor how a counted group is written out.
  const isExact = exact.status === "vulnerable" || !/\)\{|\(\?<?[=!]|\\[1-9k]/.test(pattern);
  const found = isExact ? exact : checkSync(pattern, "u", { ...options, checker: "fuzz" });
  if (found.status !== "vulnerable") return undefined;
  const { complexity } = found;
  if (complexity.type !== "exponential" && complexity.degree < 4) return undefined;
  return "backtracks without bound: let no group that repeats match a text in two ways";
}
