import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Identity, identityKey } from "@workflow-api/conformance/reports";
import type { Contract } from "@workflow-api/contract";
import { UsageError } from "@workflow-api/contract/command-line";
import { readJson } from "@workflow-api/contract/http";
import { isObject, type JsonValue, valueAt } from "@workflow-api/contract/json";
import type { Change } from "./change.ts";

// Breaks that a team has accepted: in a file beside the contract, or by a date that was announced.

/** Why a break is accepted, and since when. */
export interface Acceptance {
  readonly reason: string;
  /** Such as `2026-11-28`. */
  readonly date: string;
}

/** A break that is accepted. */
export interface AcceptedBreak extends Identity, Acceptance {}

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
    `${file} must be a JSON array, whose entries have a name, operationId, part, keyword, ` +
      "reason, and a date such as 2026-11-28, all as strings. --accept REASON writes them.",
  );
}

const fields = ["name", "operationId", "part", "keyword", "reason", "date"] as const;

function isAcceptedBreak(entry: JsonValue): entry is JsonValue & AcceptedBreak {
  return (
    isObject(entry) &&
    fields.every((name) => typeof entry[name] === "string") &&
    String(entry["reason"]).trim() !== "" &&
    /^\d{4}-\d\d-\d\d$/.test(String(entry["date"]))
  );
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
  identities: readonly Identity[],
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

/**
 * What the `x-sunset` of a deprecated operation says about its removal. `undefined`: it has no such
 * date.
 */
export function sunsetOf(
  { sourceDocument }: Contract,
  pointer: string,
): { readonly text: string; readonly acceptance: Acceptance | undefined } | undefined {
  const operation = valueAt(sourceDocument, pointer);
  const { deprecated, "x-sunset": sunset } = isObject(operation) ? operation : {};
  const [date] = /^\d{4}-\d\d-\d\d/.exec(String(sunset)) ?? [];
  if (deprecated !== true || date === undefined) return undefined;
  if (Date.parse(date) > Date.now())
    return { text: `Its sunset date, ${date}, has not passed.`, acceptance: undefined };
  const reason = "it was deprecated, and its sunset date has passed";
  return {
    text: `It was deprecated, and its sunset date, ${date}, has passed.`,
    acceptance: { reason, date },
  };
}
