import { readFileSync } from "node:fs";

/** One state of the contract, and what has changed since the one before. */
export interface ChangelogEntry {
  /** `info.version`. */
  readonly version: string;
  /** The day on which it was written: `2026-11-21`. */
  readonly date: string;
  readonly changes: readonly {
    readonly subject: string;
    readonly summary: string;
    /** Nobody, if it is harmless. */
    readonly breaks: readonly string[];
  }[];
}

/** Reads the changelog, the newest entry first. */
export function readChangelog(file: string): readonly ChangelogEntry[] {
  const { entries }: { entries: ChangelogEntry[] } = JSON.parse(readFileSync(file, "utf8"));
  return entries;
}
