import type { Contract } from "@workflow-api/contract";
import { createAlone } from "./alone.ts";
import type { Break } from "./break.ts";
import { type BuildBreak, breaksOfBuild } from "./breaks-of-build.ts";
import { type Broken, causesOf, changesAt, type Tried } from "./causes.ts";
import { compareContracts } from "./compare.ts";
import type { Change } from "./describe-changes.ts";
import type { ListedChange } from "./listed-changes.ts";
import { type Unproved, unprovedAt } from "./unproved.ts";

/** Puts each thing that breaks under the change that it comes from, or under one of its own. */
export async function attributed(
  old: Contract,
  changed: Contract,
  listed: readonly ListedChange[],
  broken: readonly Broken[],
  unproved: readonly Unproved[],
): Promise<Change[]> {
  const tried = createTried(old, changed);
  const unprovedOf = createUnproved(old, changed, unproved);
  const causes = new Map<ListedChange, Broken[]>(listed.map((change) => [change, []]));
  const others: Broken[] = [];
  for (const each of broken) {
    const found = await causesOf(changesAt(old, changed, listed, each), tried, each);
    for (const { broken: own, change } of found) addTo(causes.get(change), own);
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

/** Several things that break can come to the same. */
function addTo(effects: Broken[] | undefined, own: Broken): void {
  if (effects?.some((each) => each === own || isSameBuildBreak(each, own)) !== true) effects?.push(own);
}

function isSameBuildBreak(one: Broken, other: Broken): boolean {
  if (!("part" in one && "part" in other)) return false;
  return one.operationId === other.operationId && one.part === other.part && one.reason === other.reason;
}

/** More changes than these are not compiled alone: each takes a second. */
const mostCompiled = 12;

function createTried(old: Contract, changed: Contract): Tried {
  const alone = createAlone(old, changed);
  const broken = new Map<ListedChange, readonly Break[] | undefined>();
  const compiled = new Map<ListedChange, readonly BuildBreak[] | undefined>();
  return {
    breaks: (change) => {
      const pair = alone(change);
      if (!broken.has(change)) broken.set(change, pair && compareContracts(...pair));
      return broken.get(change);
    },
    buildBreaks: async (change) => {
      const pair = compiled.size < mostCompiled ? alone(change) : undefined;
      if (!compiled.has(change)) {
        const found = pair && (await breaksOfBuild(...pair).catch(() => undefined));
        compiled.set(change, found === undefined || "missing" in found ? undefined : found);
      }
      return compiled.get(change);
    },
  };
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
