import { type Change, describeChanges, witnessText } from "@workflow-api/conformance/compat";
import type { Contract } from "@workflow-api/contract";
import { digestOf, type Entry, type EntryChange, type EntryWitness } from "./changelog.ts";

/** The most witnesses of one change that are kept for each of those whom it breaks. */
const mostKept = 2;

/** What a state of a contract changes against the one before; `undefined`: it is the first, or that is not known. */
export async function entryOf(
  contract: Contract,
  date: string,
  before: Contract | "first" | "unknown",
): Promise<Omit<Entry, "seal">> {
  const isFirst = before === "first" || before === "unknown";
  const changes = isFirst ? [] : (await describeChanges(before, contract)).changes.map(shortened);
  return {
    version: contract.info.version,
    date,
    contract: digestOf(contract),
    from: isFirst ? before : "previous",
    changes,
  };
}

function shortened({ kind, subject, summary, breaks, witnesses, build }: Change): EntryChange {
  const shown = (["callers", "servers"] as const).flatMap((whom) =>
    witnesses
      .filter((witness) => witness.for === whom)
      .slice(0, mostKept)
      .map((witness): EntryWitness => ({ for: whom, reason: witness.reason, shown: witnessText(witness) })),
  );
  const compiled = build.slice(0, mostKept).map(
    ({ operationId, part, reason }): EntryWitness => ({
      for: "build",
      reason: [operationId, part, reason].filter(Boolean).join(", "),
    }),
  );
  return { kind, subject, summary, breaks, witnesses: [...shown, ...compiled] };
}
