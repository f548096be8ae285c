/** What a change asks of a version (Semantic Versioning 2.0.0). */
export type Release = "major" | "minor" | "patch" | "none";

/**
 * Whether a version is raised by at least as much as a release asks for. Below 1.0.0 what breaks is told by the second
 * number, as npm's `^` reads it. After a pre-release, which is not stable (section 9), any other version will do.
 *
 * @returns `false` also where one of the two is no semantic version.
 */
export function isRaised(old: string, changed: string, release: Release): boolean {
  const [before, after] = [numbersOf(old), numbersOf(changed)];
  if (release === "none") return true;
  if (before === undefined || after === undefined) return false;
  const difference = firstDifference(before, after);
  if (old.includes("-")) return difference > 0 || (difference === 0 && old !== changed);
  const isUnstable = before[0] === 0;
  const counted = { major: isUnstable ? 2 : 1, minor: isUnstable ? 3 : 2, patch: 3 }[release];
  return firstDifference(before.slice(0, counted), after) > 0;
}

/** The number of a version that tells what breaks, in words. */
export function breakingNumber(version: string): string {
  const numbers = numbersOf(version);
  if (numbers === undefined) return "version (write a semantic one, such as 1.2.0)";
  return numbers[0] === 0 ? "minor version (below 1.0.0 it tells what breaks)" : "major version";
}

function numbersOf(version: string): number[] | undefined {
  const found = /^(\d+)\.(\d+)\.(\d+)(?:[-+][\dA-Za-z.+-]+)?$/.exec(version);
  return found?.slice(1, 4).map(Number);
}

function firstDifference(before: readonly number[], after: readonly number[]): number {
  return before.map((number, index) => (after[index] ?? 0) - number).find((each) => each !== 0) ?? 0;
}
