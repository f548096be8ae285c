import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const known = new Map<string, string | undefined>();

/**
 * Why a regular expression backtracks without bound: thirty letters may take it a minute.
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
  // By package name, because this file may be bundled elsewhere.
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve("@workflow-api/contract/package.json"));
  const { checkSync }: typeof import("recheck") = require(join(folder, "dist", "recheck.cjs"));
  // Ten or more repetitions are treated as unbounded: writing them out would take too long.
  const unbounded = pattern.replaceAll(
    /(?<!\\u)\{(?:\d\d+(?:,\d*)?|(\d),\d\d+)\}/g,
    (_, least: string | undefined) => (least === "0" ? "*" : "+"),
  );
  // The automaton has no assertions: they are treated as consuming their input.
  const consuming = unbounded.replaceAll(/(?<!\\)\(\?<?[=!]/g, "(?:");
  const found = checkSync(consuming, "u", { checker: "automaton", timeout: 30_000 });
  if (found.status !== "vulnerable") return undefined;
  const { complexity } = found;
  const isUnbounded =
    complexity.type === "exponential" || (consuming === unbounded && complexity.degree >= 4);
  if (!isUnbounded) return undefined;
  return "backtracks without bound: let no repeated group match a string in two ways";
}
