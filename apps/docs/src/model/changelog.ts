import { readFileSync } from "node:fs";

/** A version of the contract, and its changes since the previous one. */
export interface ChangelogEntry {
  /** `info.version`. */
  readonly version: string;
  /** Its date: `2026-11-21`. */
  readonly date: string;
  readonly changes: readonly {
    readonly subject: string;
    readonly summary: string;
    /** Empty if it is harmless. */
    readonly breaks: readonly string[];
  }[];
}

/** Reads the changelog, the newest entry first. */
export function readChangelog(file: string): readonly ChangelogEntry[] {
  const { entries }: { entries: ChangelogEntry[] } = JSON.parse(readFileSync(file, "utf8"));
  return entries;
}
