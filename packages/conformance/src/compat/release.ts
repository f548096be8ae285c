/** What a change asks of a version (Semantic Versioning 2.0.0). */
export type Release = "major" | "minor" | "patch" | "none";

interface Version {
  readonly numbers: readonly number[];
  /** The pre-release; the empty string for a release. */
  readonly preRelease: string;
}

/**
 * Whether a version is raised by at least as much as a release asks for. Below 1.0.0 what breaks is told by the second
 * number, as npm's `^` reads it. A pre-release is not stable (section 9): any later version will do after one.
 *
 * @returns `false` also where one of the two is no semantic version.
 */
export function isRaised(old: string, changed: string, release: Release): boolean {
  if (release === "none") return true;
  const [before, after] = [read(old), read(changed)];
  if (before === undefined || after === undefined) return false;
  const difference = firstDifference(before.numbers, after.numbers);
  if (before.preRelease !== "") {
    return difference > 0 || (difference === 0 && isLaterPreRelease(before.preRelease, after.preRelease));
  }
  const isUnstable = before.numbers[0] === 0;
  const counted = { major: isUnstable ? 2 : 1, minor: isUnstable ? 3 : 2, patch: 3 }[release];
  return firstDifference(before.numbers.slice(0, counted), after.numbers) > 0;
}

/** The number of a version that says what breaks, and what is wrong with a version that has none. */
export function breakingNumber(version: string): string {
  const found = read(version);
  if (found === undefined) return "version (write a semantic one, such as 1.2.0)";
  return found.numbers[0] === 0 ? "minor version (below 1.0.0 it tells what breaks)" : "major version";
}

function read(version: string): Version | undefined {
  const found = /^(\d+)\.(\d+)\.(\d+)(?:-([\dA-Za-z.-]+))?(?:\+[\dA-Za-z.-]+)?$/.exec(version.trim());
  return found === null ? undefined : { numbers: found.slice(1, 4).map(Number), preRelease: found[4] ?? "" };
}

function firstDifference(before: readonly number[], after: readonly number[]): number {
  return before.map((number, index) => (after[index] ?? 0) - number).find((each) => each !== 0) ?? 0;
}

function isLaterPreRelease(before: string, after: string): boolean {
  return after === "" || after.localeCompare(before, "en", { numeric: true }) > 0;
}
