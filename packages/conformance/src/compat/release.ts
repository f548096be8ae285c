/** What a change asks of a version (Semantic Versioning 2.0.0). */
export type Release = "major" | "minor" | "patch" | "none";

/** A version as it can be held against another. */
interface Version {
  /** The three numbers; what a version lacks is 0. */
  readonly numbers: readonly [major: number, minor: number, patch: number];
  /** The identifiers of a pre-release; none for a release. */
  readonly pre: readonly string[];
}

/**
 * Whether a version is raised by at least as much as a release asks for. Below 1.0.0 anything may change (SemVer,
 * section 4), and what breaks is told by the second number, as npm's `^` and Redocly read it. What comes before a release
 * is not stable yet (section 9), so that any later version will do. Of two dates the later one will do for everything.
 */
export function isRaised(old: string, changed: string, release: Release): boolean {
  if (release === "none") return true;
  if (isDate(old) && isDate(changed)) return changed > old;
  const [before, after] = [read(old), read(changed)];
  if (before === undefined || after === undefined) return false;
  if (before.pre.length > 0) return order(before, after) > 0;
  const isUnstable = before.numbers[0] === 0;
  const counted = { major: isUnstable ? 2 : 1, minor: isUnstable ? 3 : 2, patch: 3 }[release];
  return firstDifference(before.numbers.slice(0, counted), after.numbers) > 0;
}

/** Whether a version comes before another; `undefined` where that cannot be told. */
export function isLowered(old: string, changed: string): boolean | undefined {
  if (isDate(old) && isDate(changed)) return changed < old;
  const [before, after] = [read(old), read(changed)];
  return before === undefined || after === undefined ? undefined : order(before, after) < 0;
}

function isDate(version: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(version);
}

function read(version: string): Version | undefined {
  const pattern = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([\dA-Za-z.-]+))?(?:\+[\dA-Za-z.-]+)?$/;
  const found = isDate(version) ? null : pattern.exec(version.trim());
  if (found === null) return undefined;
  const [, major = "", minor = "", patch = "", pre] = found;
  return { numbers: [Number(major), Number(minor), Number(patch)], pre: pre?.split(".") ?? [] };
}

/** Positive if the second comes after the first (section 11). */
function order(before: Version, after: Version): number {
  const difference = firstDifference(before.numbers, after.numbers);
  if (difference !== 0) return difference;
  if (before.pre.length === 0 || after.pre.length === 0) return before.pre.length - after.pre.length;
  const at = before.pre.findIndex((identifier, index) => identifier !== after.pre[index]);
  const [one, other] = [before.pre[at], after.pre[at]];
  if (one === undefined || other === undefined) return after.pre.length - before.pre.length;
  const [isNumber, isOther] = [one, other].map((identifier) => /^\d+$/.test(identifier));
  if (isNumber && isOther) return Number(other) - Number(one);
  if (isNumber !== isOther) return isNumber ? 1 : -1;
  return other > one ? 1 : -1;
}

function firstDifference(before: readonly number[], after: readonly number[]): number {
  return before.map((number, index) => (after[index] ?? 0) - number).find((each) => each !== 0) ?? 0;
}

/** Why two versions do not say which of them is later, as a sentence; `undefined` if they do. */
export function unreadable(old: string, changed: string): string | undefined {
  if (isLowered(old, changed) !== undefined) return undefined;
  const [version = changed] = [changed, old].filter((each) => read(each) === undefined);
  return `${JSON.stringify(version)} is neither a semantic version, such as 1.2.0, nor a date beside another, so it does not say what breaks.`;
}
