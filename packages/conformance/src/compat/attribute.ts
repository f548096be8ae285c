import type { Contract } from "@workflow-api/contract";
import { createAlone } from "./alone.ts";
import { type Broken, causesOf } from "./causes.ts";
import { compareContracts } from "./compare.ts";
import type { Change } from "./describe-changes.ts";
import type { ListedChange } from "./listed-changes.ts";
import { type Unproved, unprovedAt } from "./unproved.ts";

/** Puts each thing that breaks under the change that it comes from, or under one of its own. */
export function attributed(
  old: Contract,
  changed: Contract,
  listed: readonly ListedChange[],
  broken: readonly Broken[],
  unproved: readonly Unproved[],
): Change[] {
  const alone = createAlone(old, changed, compareContracts);
  const unprovedOf = createUnproved(old, changed, unproved);
  const causes = new Map<ListedChange, Broken[]>(listed.map((change) => [change, []]));
  const others: Broken[] = [];
  for (const each of broken) {
    const found = causesOf(old, changed, listed, alone, each);
    for (const cause of found) causes.get(cause)?.push(each);
    if (found.length === 0) others.push(each);
  }
  return [
    ...[...causes].map(([change, effects]) => ({
      ...rated(parted(effects), change, unprovedOf(change)),
      kind: change.kind,
      subject: change.subject,
      summary: change.summary,
      rating: change.rating,
      location:
        change.newPointer === undefined
          ? old.locate(change.oldPointer ?? "")
          : changed.locate(change.newPointer),
    })),
    ...others.map((each) => ({
      ...parted([each]),
      unproved: undefined,
      kind: "modified" as const,
      subject: each.operationId || "Types",
      summary: each.reason,
      rating: undefined,
      location: "location" in each ? each.location : changed.locate(each.newPlaces[0] ?? ""),
    })),
  ];
}

function parted(effects: readonly Broken[]): Effects {
  const witnesses = effects.filter((each) => "request" in each);
  const build = effects.filter((each) => "part" in each);
  const breaks = (["callers", "servers"] as const).filter((whom) =>
    witnesses.some((each) => each.for === whom),
  );
  return { breaks: [...breaks, ...(build.length > 0 ? (["build"] as const) : [])], witnesses, build };
}

type Effects = Pick<Change, "breaks" | "witnesses" | "build">;

/** What nothing proves or vetoes breaks callers if Redocly says that it breaks somebody. */
function rated(
  effects: Effects,
  { rating }: ListedChange,
  unproved: string | undefined,
): Effects & Pick<Change, "unproved"> {
  const { breaks, witnesses } = effects;
  if (unproved === undefined || witnesses.length > 0) return { ...effects, unproved: undefined };
  return { ...effects, unproved, breaks: rating === "major" ? ["callers", ...breaks] : breaks };
}

function createUnproved(
  old: Contract,
  changed: Contract,
  unproved: readonly Unproved[],
): (change: ListedChange) => string | undefined {
  const inOld = unprovedAt(
    old,
    unproved,
    unproved.map(({ oldPointer }) => oldPointer),
  );
  const inNew = unprovedAt(
    changed,
    unproved,
    unproved.map(({ newPointer }) => newPointer),
  );
  return ({ newPointer, oldPointer }) =>
    (oldPointer === undefined ? undefined : inOld(oldPointer)) ??
    (newPointer === undefined ? undefined : inNew(newPointer));
}
