import type { Contract } from "@workflow-api/contract";
import type { Changelog, Entry, EntryChange } from "../changelog/changelog.ts";

/** The states of the contract that had one version, the last first. */
export interface VersionView {
  readonly version: string;
  readonly entries: readonly Entry[];
}

/** The entries of a changelog by version, if it is that of the contract. */
export function versionsOf(changelog: Changelog, { info }: Contract): VersionView[] {
  const versions: { version: string; entries: Entry[] }[] = [];
  for (const entry of changelog.title === info.title ? changelog.entries : []) {
    const last = versions.at(-1);
    if (last?.version === entry.version) {
      last.entries.push(entry);
    } else {
      versions.push({ version: entry.version, entries: [entry] });
    }
  }
  return versions;
}

/** Whom the changes of an entry break, as a sentence. */
export function verdictOf({ from, changes }: Entry): string {
  if (from === "first") {
    return "The contract begins.";
  }
  if (from === "unknown") {
    return "Not compared: the contract before was not at hand.";
  }
  const broken = (["callers", "servers", "build"] as const).filter((whom) =>
    changes.some(({ breaks }) => breaks.includes(whom)),
  );
  return broken.length === 0 ? "Breaks nobody." : `Breaks ${words(broken)}.`;
}

/** The operation that a change is about, if the contract has it, and what of it has changed. */
export function subjectOf({ subject }: EntryChange, { operations }: Contract) {
  const [first = "", ...rest] = subject.split(", ");
  const operation = operations.find(({ operationId }) => operationId === first);
  const parts = operation === undefined ? subject.split(", ") : rest;
  return { operation, parts: parts.map(partOf) };
}

/** A part of a subject: words, and the name that they end in. */
function partOf(part: string): { words: string; name: string } {
  const [, words = "", name = ""] = /^((?:\w+ parameter )?)(\S+)$/.exec(part) ?? ["", part];
  return { words, name };
}

function words(broken: readonly string[]): string {
  const named = broken.map((whom) => (whom === "build" ? "code that is compiled with the types" : whom));
  return named.length < 2 ? named.join("") : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
}
