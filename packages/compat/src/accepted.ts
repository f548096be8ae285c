import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UsageError } from "@workflow-api/contract/command-line";
import { readJson } from "@workflow-api/contract/http";
import { canonicalText, isObject, type JsonValue } from "@workflow-api/contract/json";
import type { Change, ChangeIdentity } from "./change.ts";

// Breaks that a team has accepted, in a file beside the contract.

/** Why a break is accepted, and since when. */
export interface Acceptance {
  readonly reason: string;
  /** Such as `2026-11-28`. */
  readonly date: string;
}

/** A break that is accepted. */
export interface AcceptedBreak extends ChangeIdentity, Acceptance {}

/** The file of the accepted breaks of a contract. */
export function acceptedFile(contract: string): string {
  return join(dirname(contract), "accepted-breaks.json");
}

/** The breaks that a file accepts. Empty: there is no file. @throws {UsageError} It is wrong. */
export function readAccepted(file: string): AcceptedBreak[] {
  if (!existsSync(file)) return [];
  const read = readJson(readFileSync(file, "utf8"));
  const entries = "value" in read ? read.value : undefined;
  if (Array.isArray(entries) && entries.every(isAcceptedBreak)) return entries;
  throw new UsageError(
    `${file} must be a JSON array, whose entries have an operationId, part, keyword and reason, ` +
      "a date such as 2026-11-28, and the arrays lost and gained. --accept REASON writes them.",
  );
}

const fields = ["operationId", "part", "keyword", "reason", "date"] as const;

function isAcceptedBreak(entry: JsonValue): entry is JsonValue & AcceptedBreak {
  return (
    isObject(entry) &&
    fields.every((name) => typeof entry[name] === "string") &&
    ["lost", "gained"].every((name) => Array.isArray(entry[name])) &&
    String(entry["reason"]).trim() !== "" &&
    /^\d{4}-\d\d-\d\d$/.test(String(entry["date"]))
  );
}

/** The same string for the same identity. */
function identityKey({ gained, keyword, lost, operationId, part }: ChangeIdentity): string {
  return canonicalText([operationId, part, keyword, lost, gained]);
}

/** Adds breaks to a file of accepted ones. */
export function writeAccepted(
  file: string,
  known: readonly AcceptedBreak[],
  changes: readonly Change[],
  reason: string,
): void {
  const date = new Date().toISOString().slice(0, 10);
  const added = changes.flatMap(({ identities }) => identities);
  const all = new Map([
    ...known.map((each) => [identityKey(each), each] as const),
    ...added.map((each) => [identityKey(each), { ...each, reason, date }] as const),
  ]);
  writeFileSync(file, `${JSON.stringify([...all.values()], undefined, 2)}\n`);
}

/** Why an edit is accepted: by any of its identities, because one edit has many effects. */
export function acceptanceOf(
  identities: readonly ChangeIdentity[],
  accepted: readonly AcceptedBreak[],
): Acceptance | undefined {
  const keys = new Set(identities.map(identityKey));
  const found = accepted.find((each) => keys.has(identityKey(each)));
  return found && { reason: found.reason, date: found.date };
}

/** The accepted breaks that none of the changes is. */
export function staleOf(
  accepted: readonly AcceptedBreak[],
  changes: readonly Change[],
): AcceptedBreak[] {
  const breaking = changes.filter(({ breaks, mayBreak }) => breaks.length + mayBreak.length > 0);
  const keys = new Set(breaking.flatMap(({ identities }) => identities.map(identityKey)));
  return accepted.filter((each) => !keys.has(identityKey(each)));
}
