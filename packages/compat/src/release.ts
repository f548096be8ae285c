/** The release that a change asks for (Semantic Versioning 2.0.0). */
export type Release = "major" | "minor" | "patch" | "none";

/**
 * Whether a version is raised by at least as much as a release asks for. Below 1.0.0 a break raises
 * the second number, as npm's `^` reads it. After a pre-release, which promises no stability, any
 * other version will do. False if either is no version.
 */
export function isRaised(old: string, changed: string, release: Release): boolean {
  const [before, after] = [numbersOf(old), numbersOf(changed)];
  if (release === "none") return true;
  if (before === undefined || after === undefined) return false;
  const counted = { major: isUnstable(old) ? 2 : 1, minor: isUnstable(old) ? 3 : 2, patch: 3 }[
    release
  ];
  const isPreRelease = old.includes("-");
  const at = before.findIndex((number, index) => number !== after[index]);
  if (at < 0) return isPreRelease && old !== changed;
  return (isPreRelease || at < counted) && (after[at] ?? 0) > (before[at] ?? 0);
}

/** Whether a version is below 1.0.0. */
export function isUnstable(version: string): boolean {
  return numbersOf(version)?.[0] === 0;
}

function numbersOf(version: string): number[] | undefined {
  return /^(\d+)\.(\d+)\.(\d+)(?:[-+][\dA-Za-z.+-]+)?$/.exec(version)?.slice(1).map(Number);
}
