import { createHash } from "node:crypto";
import type { Breaks } from "@workflow-api/conformance/compat";
import type { Contract } from "@workflow-api/contract";

/** The history of a contract: `generated/changelog.json`. */
export interface Changelog {
  readonly notice: string;
  /** The title of the contract. */
  readonly title: string;
  /** The states of the contract, the present one first. */
  readonly entries: readonly Entry[];
}

/** A state of the contract, and how it differs from the one before. */
export interface Entry {
  /** `info.version`. */
  readonly version: string;
  /** The day on which it came to be: of its commit, or of `npm run generate`. */
  readonly date: string;
  /** What tells the state from every other: {@link digestOf}. */
  readonly contract: string;
  /** `first`: there was none before. `unknown`: the one before was not at hand, as in a copy without Git. */
  readonly from: "previous" | "first" | "unknown";
  readonly changes: readonly EntryChange[];
  /** A hash of this entry and of the seal of the one before, so that an edit by hand is noticed. */
  readonly seal: string;
}

/** One change, and whom it breaks, with what shows it. */
export interface EntryChange {
  readonly kind: "added" | "removed" | "modified";
  /** Such as `getVariablesCage, query parameter include`. */
  readonly subject: string;
  readonly summary: string;
  readonly breaks: readonly Breaks[];
  readonly witnesses: readonly EntryWitness[];
}

/** Something that held before and does not now. */
export interface EntryWitness {
  readonly for: Breaks;
  readonly reason: string;
  /** The request as a command, or the answer as it travels. The build has none. */
  readonly shown?: string;
}

/** What stands at the head of the file. */
export const notice =
  "Generated from the history of the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.";

/** A hash of what a contract says: neither comments nor the way it is spread over files change it. */
export function digestOf({ document }: Contract): string {
  return hash(JSON.stringify(document));
}

/** An entry with its seal, for the place before `older`. */
export function sealed(entry: Omit<Entry, "seal">, older: Entry | undefined): Entry {
  return { ...entry, seal: hash(JSON.stringify([entry, older?.seal ?? ""])) };
}

/** The entries whose seals do not fit: they, or one before them, were edited. */
export function brokenSeals({ entries }: Changelog): Entry[] {
  return entries.filter(({ seal, ...entry }, index) => sealed(entry, entries[index + 1]).seal !== seal);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
