import { type Contract, isEqual, type SourceLocation } from "@workflow-api/contract";
import { isSame } from "../equality.ts";
import { type BuildBreak, breaksOfBuild } from "./build.ts";
import { type ListedChange, listChanges } from "./changes.ts";
import { isRaised, type Release } from "./release.ts";
import { replay, type Witness } from "./replay.ts";

/** Whom a change breaks: who calls, who serves, or the compilation of code that is written with the types. */
export type Audience = "callers" | "servers" | "build";

/** One change of a contract, and what it breaks. */
export interface Change extends Pick<ListedChange, "kind" | "subject" | "summary"> {
  /** Nobody, if it is harmless. */
  readonly breaks: readonly Audience[];
  /** Where it stands: in the new contract, in the old one for what was removed. */
  readonly location: SourceLocation;
  /** What Redocly CLI asks for by the text alone. `undefined`: only a witness shows the change. */
  readonly rating: ListedChange["rating"] | undefined;
  /** Whether it counts as breaking because Redocly says so: no request and no response shows it, or shows the contrary. */
  readonly isUnproved: boolean;
  /** A request or response for each thing that held before and no longer does. */
  readonly witnesses: readonly Witness[];
  readonly build: readonly BuildBreak[];
}

/** What has changed between two versions of a contract. */
export interface Comparison {
  readonly old: ComparedContract;
  readonly changed: ComparedContract;
  /** What breaks callers first, then servers, then the build, then the harmless. */
  readonly changes: readonly Change[];
  /** What Semantic Versioning asks of `info.version`: `major` if callers break. */
  readonly release: Release;
  /** Whether `info.version` is raised by that much. */
  readonly isRaised: boolean;
}

/** One of the two contracts, as reports name it. */
export interface ComparedContract {
  readonly title: string;
  /** `info.version`. */
  readonly version: string;
  /** Where that stands. */
  readonly location: SourceLocation;
}

/**
 * Describes every change between two versions of a contract, and whom each breaks: the list is that of Redocly CLI's
 * `diff`, the proof a replay, and the build is the generated types held against each other by tsc. Equal documents take no
 * time, others some seconds.
 *
 * @throws {ToolError} One of the programs is not installed, or cannot read a contract.
 */
export async function describeChanges(old: Contract, changed: Contract): Promise<Comparison> {
  const changes = isEqual(old.document, changed.document) ? [] : await changesOf(old, changed);
  const release = releaseFor(changes);
  return {
    old: compared(old),
    changed: compared(changed),
    changes: changes.toSorted((one, other) => weight(other) - weight(one)),
    release,
    isRaised: isRaised(old.info.version, changed.info.version, release),
  };
}

function compared({ info, locate }: Contract): ComparedContract {
  return { title: info.title, version: info.version, location: locate("/info/version") };
}

async function changesOf(old: Contract, changed: Contract): Promise<Change[]> {
  const [all, build] = await Promise.all([listChanges(old, changed), breaksOfBuild(old, changed)]);
  const listed = all.filter(({ newPointer }) => newPointer !== "/info/version");
  const witnesses = replay(old, changed).map((witness) => ({ witness, change: nearest(listed, witness) }));
  const broken = build.map((each) => ({ each, change: nearest(listed, each) }));
  const known = listed.map((change) =>
    finish(change, old, changed, {
      witnesses: witnesses.flatMap((found) => (found.change === change ? found.witness : [])),
      build: broken.flatMap((found) => (found.change === change ? found.each : [])),
    }),
  );
  const others = [
    ...witnesses.flatMap(({ change, witness }) =>
      change === undefined ? { witnesses: [witness], build: [] } : [],
    ),
    ...broken.flatMap(({ change, each }) => (change === undefined ? { witnesses: [], build: [each] } : [])),
  ];
  return [...known, ...others.map((effects) => unlisted(effects, old, changed))];
}

/** Of the changes, the one that an effect follows from: whose place is that of the effect, around it or in it. */
function nearest(
  listed: readonly ListedChange[],
  { places, reason }: Pick<Witness | BuildBreak, "places" | "reason">,
): ListedChange | undefined {
  const words = new Set(reason.split(/[\s,.'`"]+/));
  const ranked = listed.map((change) => {
    const pointers = [change.oldPointer, change.newPointer].flatMap((pointer) => pointer ?? []);
    const closeness = Math.max(
      ...pointers.flatMap((pointer) =>
        places.map((place, index) => closenessOf(pointer, place) - index / 1000),
      ),
    );
    const isNamed = change.summary.split(/[\s,.'`"]+/).some((word) => word.length > 2 && words.has(word));
    const bonus = (isNamed ? 5 : 0) + { major: 2, minor: 1, patch: 0 }[change.rating];
    return { change, closeness: closeness > 0 ? closeness + bonus : closeness };
  });
  const best = ranked.reduce<(typeof ranked)[number] | undefined>(
    (top, each) => (each.closeness > Math.max(0, top?.closeness ?? 0) ? each : top),
    undefined,
  );
  return best?.change;
}

/** The same place counts most, then what is around it, then what is in it; and the fewer steps between, the more. */
function closenessOf(pointer: string, place: string): number {
  if (pointer === place) return 300;
  const steps = Math.abs(pointer.split("/").length - place.split("/").length);
  if (place.startsWith(`${pointer}/`)) return 200 - 4 * steps;
  return pointer.startsWith(`${place}/`) ? 100 - 4 * steps : -1;
}

type Effects = Pick<Change, "witnesses" | "build">;

function finish(change: ListedChange, old: Contract, changed: Contract, effects: Effects): Change {
  const { kind, newPointer, oldPointer, rating, subject, summary } = change;
  const breaks = brokenBy(effects);
  const isUnproved =
    rating === "major" &&
    change.isConstraint &&
    effects.witnesses.length === 0 &&
    !saysTheSame(change, old, changed);
  return {
    kind,
    subject,
    summary,
    breaks: isUnproved ? ["callers", ...breaks] : breaks,
    location: newPointer === undefined ? old.locate(oldPointer ?? "") : changed.locate(newPointer),
    rating,
    isUnproved,
    ...effects,
  };
}

/** Whether what holds the change is the same in another spelling. */
function saysTheSame({ newPointer, oldPointer }: ListedChange, old: Contract, changed: Contract): boolean {
  if (oldPointer === undefined || newPointer === undefined) return false;
  const [holder, otherHolder] = [oldPointer, newPointer].map((pointer) =>
    pointer.slice(0, pointer.lastIndexOf("/")),
  );
  return isSame([old.document, holder ?? ""], [changed.document, otherHolder ?? ""]);
}

function brokenBy({ build, witnesses }: Effects): Audience[] {
  const hurt = (["callers", "servers"] as const).filter((whom) =>
    witnesses.some((witness) => witness.for === whom),
  );
  return build.length === 0 ? hurt : [...hurt, "build"];
}

/** What an effect shows that no listed change explains. */
function unlisted(effects: Effects, old: Contract, changed: Contract): Change {
  const [{ operationId, reason, places } = { operationId: "", reason: "", places: [] }] = [
    ...effects.witnesses,
    ...effects.build,
  ];
  const operation = changed.operations.find((each) => each.operationId === operationId);
  return {
    kind: "modified",
    subject: operationId || "The contract",
    summary: reason,
    breaks: brokenBy(effects),
    location: operation === undefined ? old.locate(places[0] ?? "") : changed.locate(operation.pointer),
    rating: undefined,
    isUnproved: false,
    ...effects,
  };
}

function weight({ breaks }: Change): number {
  const order: readonly Audience[] = ["build", "servers", "callers"];
  return Math.max(-1, ...breaks.map((whom) => order.indexOf(whom)));
}

function releaseFor(changes: readonly Change[]): Release {
  if (changes.some(({ breaks }) => breaks.includes("callers"))) return "major";
  if (changes.some(({ breaks, rating }) => breaks.length > 0 || rating !== "patch")) return "minor";
  return changes.length > 0 ? "patch" : "none";
}
