import { plural } from "@workflow-api/conformance/reports";
import type { JsonValue } from "@workflow-api/contract/json";
import type { SemVer } from "semver";
import coerce from "semver/functions/coerce.js";
import compare from "semver/functions/compare.js";
import parse from "semver/functions/parse.js";
import { type Audience, audiences, type Change } from "../change.ts";
import type { Comparison } from "../comparison.ts";

/** The verdict of a comparison. */
export interface Verdict {
  /** Whom the changes break, as a sentence. */
  readonly headline: string;
  /** What Semantic Versioning asks of `info.version`, as a sentence. Empty: nothing. */
  readonly note: string;
  /** The accepted breaks that no longer occur, as sentences. */
  readonly stale: readonly string[];
  /** Who must not break. */
  readonly failOn: readonly Audience[];
  /** Whether a change breaks one of them, or may, and `info.version` does not announce it. */
  readonly isFailed: boolean;
}

/** A comparison with its verdict, for the reporters. */
export interface CompatReport extends Comparison {
  readonly verdict: Verdict;
  /** Where a code host shows the files of the new contract. The empty string: that is unknown. */
  readonly sourceUrl: string;
}

/** Decides the verdict of a comparison. */
export function verdictOf(comparison: Comparison, failOn: readonly Audience[]): Verdict {
  const { changes, from, stale, texts, to } = comparison;
  const counted = changes.filter(({ accepted }) => accepted === undefined);
  const isBreaking = counted.some((change) => failOn.some((whom) => affects(change, whom)));
  const isAnnounced = announcesBreaks(from, to);
  return {
    headline:
      changes.length + Object.keys(texts).length > 0
        ? headlineOf(counted, changes.length - counted.length)
        : "No operation has changed.",
    note: isBreaking ? noteOf(from, to, isAnnounced) : "",
    stale: stale.map(({ gained, keyword, lost, operationId, part }) => {
      const what = [keyword, ...valuesText("lost", lost), ...valuesText("got", gained)].join(" ");
      const words = [operationId, part, what].filter((each) => each !== "").join(", ");
      return `No longer occurs, remove it from the accepted breaks: ${words}.`;
    }),
    failOn,
    isFailed: isBreaking && !isAnnounced,
  };
}

function valuesText(verb: string, values: readonly JsonValue[]): string[] {
  return values.length === 0 ? [] : [verb, values.map((each) => JSON.stringify(each)).join(", ")];
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
export function titleOf({ places, subject, summary }: Change): string {
  const more = places.length > 1 ? ` (and ${plural(places.length - 1, "more place")})` : "";
  const join = /^(has|is|takes|was) /.test(summary) ? " " : ": ";
  return `${subject}${join}${summary}${more}`;
}

/** How many texts of each kind have changed, as a sentence. Empty: none. */
export function changedTexts(texts: Comparison["texts"]): string {
  const counts = Object.entries(texts).map(([keyword, count]) => `${count} × ${keyword}`);
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
