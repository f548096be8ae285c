/** What a change asks of a version (Semantic Versioning 2.0.0). */
export type Release = "major" | "minor" | "patch" | "none";

/**
 * Whether a version is raised by at least as much as a release asks for. Below 1.0.0 anything may change (SemVer,
 * section 4), and what breaks is told by the second number, as npm's `^` and Redocly read it.
 */
export function isRaised(old: string, changed: string, release: Release): boolean {
  if (release === "none") return true;
  const before = numbersOf(old);
  const after = numbersOf(changed);
  const counted = { major: before[0] === 0 ? 2 : 1, minor: 2, patch: 3 }[release];
  const difference = before
    .slice(0, counted)
    .map((number, index) => (after[index] ?? 0) - number)
    .find((each) => each !== 0);
  return difference !== undefined && difference > 0;
}

/** The three numbers; what a version lacks is 0. */
function numbersOf(version: string): [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version
    .replace(/^v/, "")
    .replace(/[-+].*$/, "")
    .split(".")
    .map((part) => Number.parseInt(part, 10) || 0);
  return [major, minor, patch];
}
