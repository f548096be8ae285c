import { readFile } from "node:fs/promises";
import type { Contract } from "@workflow-api/contract";
import { brokenSeals, type Changelog, digestOf, type Entry, notice, sealed } from "./changelog.ts";
import { entryOf } from "./entry-of.ts";
import { commitsOf, committedText, contractAt } from "./history.ts";

/**
 * The changelog with the present state of the contract at its head: that of the last commit, and at most one entry
 * for what has changed since. So it is the same before and after a commit, in a shallow clone, and in a copy without
 * Git, and does not depend on how commits are merged. Where no changelog was ever committed, it is that of the whole
 * history.
 * @param file The changelog.
 * @param today The date of a change that is not committed.
 */
export async function nextChangelog(contract: Contract, file: string, today: string): Promise<Changelog> {
  const committed = read(await committedText(file), contract);
  const present = read(await readFile(file, "utf8").catch(() => undefined), contract);
  const known = [committed, present].find((each) => isUpToDate(each, contract));
  if (known !== undefined) {
    return known;
  }
  const entries = committed?.entries ?? (await fromHistory(contract)) ?? present?.entries ?? [];
  if (entries[0]?.contract === digestOf(contract)) {
    return { notice, title: contract.info.title, entries };
  }
  const before = (await previous(contract, entries[0])) ?? (entries.length === 0 ? "first" : "unknown");
  const entry = sealed(await entryOf(contract, today, before), entries[0]);
  return { notice, title: contract.info.title, entries: [entry, ...entries] };
}

/** A changelog, if a text is one of this contract. */
function read(text: string | undefined, { info }: Contract): Changelog | undefined {
  const changelog: Changelog | undefined = text === undefined ? undefined : JSON.parse(text);
  return changelog?.title === info.title ? changelog : undefined;
}

function isUpToDate(changelog: Changelog | undefined, contract: Contract): boolean {
  return changelog?.entries[0]?.contract === digestOf(contract) && brokenSeals(changelog).length === 0;
}

/** The contract before the present one: that of the newest entry, or else the newest that differs. */
async function previous(contract: Contract, newest: Entry | undefined): Promise<Contract | undefined> {
  let differing: Contract | undefined;
  for (const commit of await commitsOf(contract.file)) {
    const found = await contractAt(commit, contract.file);
    if (found !== undefined && digestOf(found) === newest?.contract) {
      return found;
    }
    if (found !== undefined && digestOf(found) !== digestOf(contract)) {
      differing ??= found;
    }
  }
  return differing;
}

/** An entry for each state that was committed, the last first. `undefined`: nothing was. */
async function fromHistory(contract: Contract): Promise<Entry[] | undefined> {
  const entries: Entry[] = [];
  let before: Contract | undefined;
  for (const commit of (await commitsOf(contract.file)).toReversed()) {
    const found = await contractAt(commit, contract.file);
    if (found !== undefined && digestOf(found) !== entries[0]?.contract) {
      entries.unshift(sealed(await entryOf(found, commit.date, before ?? "first"), entries[0]));
      before = found;
    }
  }
  return entries.length === 0 ? undefined : entries;
}
