import { groupBy } from "@workflow-api/contract";
import type { Audience, Change, Comparison } from "./comparison.ts";

/** The verdict of a comparison. */
export interface Verdict {
  /** Whom the changes break, as a sentence. */
  readonly headline: string;
  /** What Semantic Versioning asks of `info.version`, as a sentence. Empty: nothing. */
  readonly note: string;
  /**
   * Whether a change breaks one of the guarded audiences, and `info.version` does not announce it.
   */
  readonly isFailed: boolean;
}

/** A comparison with its verdict, for the reporters. */
export interface Report extends Comparison {
  readonly verdict: Verdict;
}

/** Decides the verdict of a comparison. */
export function verdictOf(comparison: Comparison, failOn: readonly Audience[]): Verdict {
  const { changes, from, isMeaningful, to } = comparison;
  const isHurt = changes.some((change) => failOn.some((whom) => hurts(change, whom)));
  const least: Release = isMeaningful ? "minor" : changes.length > 0 ? "patch" : "none";
  const release = isHurt ? "major" : least;
  const isAnnounced = isRaised(from, to, release);
  const number = isHurt && isUnstable(from) ? "minor" : release;
  const why = isHurt && isUnstable(from) ? " (below 1.0.0 it announces what breaks)" : "";
  const versions = from === to ? `it is still ${to}` : `it is ${to}, after ${from}`;
  const note = isAnnounced
    ? `info.version announces it: ${versions}.`
    : `Raise the ${number} version in info.version${why}: ${versions}.`;
  return {
    headline: headlineOf(changes),
    note: release === "none" ? "" : note,
    isFailed: isHurt && !isAnnounced,
  };
}

/** Whether a change breaks anyone, or may. */
export function hurts({ breaks, mayBreak }: Change, whom: Audience): boolean {
  return breaks.includes(whom) || mayBreak.includes(whom);
}

const names: ReadonlyMap<Audience, string> = new Map([
  ["clients", "clients"],
  ["build", "the build"],
  ["servers", "servers"],
]);

function headlineOf(changes: readonly Change[]): string {
  if (changes.length === 0) return "Nothing has changed.";
  const effects = groupBy(names.keys(), (whom) => {
    if (changes.some(({ breaks }) => breaks.includes(whom))) return "breaks";
    return changes.some((change) => hurts(change, whom)) ? "may break" : "not";
  });
  if (effects.get("not")?.length === names.size) return "Breaks nothing.";
  const parts = (["breaks", "may break", "not"] as const).flatMap((effect) => {
    const type = effect === "not" ? "disjunction" : "conjunction";
    const whom = effects.get(effect)?.map((each) => names.get(each) ?? each);
    return whom ? [`${effect} ${new Intl.ListFormat("en-GB", { type }).format(whom)}`] : [];
  });
  return `${parts.join(", ")}.`.replace(/^./, (letter) => letter.toUpperCase());
}

/** Whom a change breaks, as a label. */
export function labelOf({ breaks, mayBreak }: Change): string {
  const parts = [
    ...(breaks.length > 0 ? [`breaks ${breaks.join(", ")}`] : []),
    ...(mayBreak.length > 0 ? [`may break ${mayBreak.join(", ")}`] : []),
  ];
  return parts.join("; ") || "harmless";
}

/** What a change is, as a sentence. */
export function titleOf({ subject, summary }: Change): string {
  return /^(is|are) /.test(summary) ? `${subject} ${summary}` : `${subject}: ${summary}`;
}

/** Why a change has its verdict, where no counterexample shows it. Empty: one does. */
export function reasonOf({ mayBreak, rule }: Change): string {
  const named = rule === undefined ? "" : `Redocly rule ${rule}; `;
  return mayBreak.length > 0 ? `${named}no sample decides it` : "";
}

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
function isUnstable(version: string): boolean {
  return numbersOf(version)?.[0] === 0;
}

function numbersOf(version: string): number[] | undefined {
  return /^(\d+)\.(\d+)\.(\d+)(?:[-+][\dA-Za-z.+-]+)?$/.exec(version)?.slice(1).map(Number);
}
