import { readFileSync } from "node:fs";
import { join } from "node:path";

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

/** The changelog as Markdown, the newest state of the contract first. */
export function changelogMarkdown(root: string): string {
  const intro =
    "*Callers* send requests and read answers, *servers* answer them, and the *build* is that of code that uses the generated types. The latest state of the contract stands first.";
  return [intro, ...readChangelog(join(root, "generated/changelog.json")).map(entryMarkdown)].join(
    "\n\n",
  );
}

function entryMarkdown(
  { version, date, changes }: ChangelogEntry,
  index: number,
  all: readonly unknown[],
): string {
  const heading = `## ${version}, ${date}`;
  if (index === all.length - 1) return `${heading}\n\nThe first version.`;
  const lines = changes.map(({ subject, summary, breaks }) => {
    const whom = breaks.length === 0 ? "Harmless" : `**Breaks ${breaks.join(", ")}**`;
    return `- ${whom}. ${escaped(subject)}: ${escaped(summary)}`;
  });
  return `${heading}\n\n${lines.length === 0 ? "Words and examples alone." : lines.join("\n")}`;
}

/** Names and values of the contract are not Markdown, save for names that are marked as code. */
function escaped(text: string): string {
  return text.replace(/(`[\w.-]+`)|[\\*_`<>[\]]/g, (found, code?: string) => code ?? `\\${found}`);
}
