import { plural } from "@workflow-api/conformance/reports";
import { groupBy } from "@workflow-api/contract/json";
import type { SemVer } from "semver";
import coerce from "semver/functions/coerce.js";
import compare from "semver/functions/compare.js";
import parse from "semver/functions/parse.js";
import { type Audience, audiences, type Change } from "./change.ts";
import type { Comparison } from "./comparison.ts";

/** The verdict of a comparison. */
export interface Verdict {
  /** Whom the changes break, as a sentence. */
  readonly headline: string;
  /** What Semantic Versioning asks of `info.version`, as a sentence. Empty: nothing. */
  readonly note: string;
  /** The accepted breaks that no longer occur, as sentences. */
  readonly stale: readonly string[];
  /**
   * Whether a change breaks one of the guarded audiences, and `info.version` does not announce it.
   */
  readonly isFailed: boolean;
}

/** A comparison with its verdict, for the reporters. */
export interface CompatReport extends Comparison {
  readonly verdict: Verdict;
}

/** Decides the verdict of a comparison. */
export function verdictOf(comparison: Comparison, failOn: readonly Audience[]): Verdict {
  const { changes, from, stale, texts, to } = comparison;
  const counted = changes.filter(({ accepted }) => accepted === undefined);
  const isBreaking = counted.some((change) => failOn.some((whom) => affects(change, whom)));
  const isAnnounced = announcesBreaks(from, to);
  return {
    headline:
      changes.length + texts.length > 0
        ? headlineOf(counted, changes.length - counted.length)
        : "No operation has changed.",
    note: isBreaking ? noteOf(from, to, isAnnounced) : "",
    stale: stale.map(({ keyword, operationId, part }) => {
      const words = [operationId, part, keyword].filter((each) => each !== "").join(", ");
      return `No longer occurs, remove it from the accepted breaks: ${words}.`;
    }),
    isFailed: isBreaking && !isAnnounced,
  };
}

function noteOf(from: string, to: string, isAnnounced: boolean): string {
  const versions = from === to ? `it is still ${to}` : `it is ${to}, after ${from}`;
  if (isAnnounced) return `info.version announces it: ${versions}.`;
  return versionOf(from)?.major === 0
    ? `Raise the minor version in info.version (below 1.0.0 it announces breaks): ${versions}.`
    : `Raise the major version in info.version: ${versions}.`;
}

/** Whom something breaks, or may break. */
type Effects = Pick<Change, "breaks" | "mayBreak">;

/** Whether a change breaks an audience, or may. */
export function affects({ breaks, mayBreak }: Effects, whom: Audience): boolean {
  return breaks.includes(whom) || mayBreak.includes(whom);
}

/** Whether a change breaks anyone, or may. */
export function affectsAnyone(change: Effects): boolean {
  return audiences.some((whom) => affects(change, whom));
}

function headlineOf(changes: readonly Change[], accepted: number): string {
  const breaks = audiences.filter((whom) => changes.some((each) => each.breaks.includes(whom)));
  const mayBreak = audiences.filter(
    (whom) => !breaks.includes(whom) && changes.some((each) => affects(each, whom)),
  );
  const text = effectsText({ breaks, mayBreak }) || "breaks nothing";
  const more = accepted > 0 ? ` Accepted: ${plural(accepted, "change")}.` : "";
  return `${text.replace(/^./, (letter) => letter.toUpperCase())}.${more}`;
}

function effectsText({ breaks, mayBreak }: Effects): string {
  const parts = [
    ...(breaks.length > 0 ? [`breaks ${breaks.join(", ")}`] : []),
    ...(mayBreak.length > 0 ? [`may break ${mayBreak.join(", ")}`] : []),
  ];
  return parts.join("; ");
}

/** Whom a change breaks, as a label. */
export function labelOf(change: Change): string {
  return `${change.accepted ? "accepted: " : ""}${effectsText(change) || "harmless"}`;
}

/** What a change is, as a sentence. */
export function titleOf({ places, subject, summary }: Omit<Change, "location">): string {
  const more = places.length > 1 ? ` (and ${plural(places.length - 1, "more place")})` : "";
  const join = /^(is|takes|was) /.test(summary) ? " " : ": ";
  return `${subject}${join}${summary}${more}`;
}

/** How many texts of each kind have changed, as a sentence. Empty: none. */
export function textsOf(texts: readonly Change[]): string {
  const all = texts.flatMap(({ identities }) => identities);
  const counts = [...groupBy(all, ({ keyword }) => keyword)].map(
    ([keyword, { length }]) => `${length} × ${keyword}`,
  );
  return counts.length === 0 ? "" : `Changed texts: ${counts.join(", ")}.`;
}

/**
 * Whether a version announces breaks (Semantic Versioning 2.0.0): by a higher first number, below
 * 1.0.0 by a higher second one, as npm's `^` reads it. After a pre-release, which promises no
 * stability, any higher version will do. False if either is no version.
 */
export function announcesBreaks(from: string, to: string): boolean {
  const before = versionOf(from);
  const after = versionOf(to);
  if (before === undefined || after === undefined || compare(after, before) <= 0) return false;
  const isMinor = before.major === 0 && after.minor > before.minor;
  return isMinor || before.prerelease.length > 0 || after.major > before.major;
}

/** A version, also one of fewer numbers, such as `68` or `1.2`. `undefined`: it is none. */
function versionOf(text: string): SemVer | undefined {
  return parse(text) ?? (/^v?\d+(\.\d+)?$/.test(text) ? coerce(text) : undefined) ?? undefined;
}
