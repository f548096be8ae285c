import { type Contract, isEqual, type SourceLocation } from "@workflow-api/contract";
import { type BuildBreak, breaksOfBuild } from "./build.ts";
import { type ListedChange, listChanges } from "./changes.ts";
import { isRaised, type Release } from "./release.ts";
import { isHeld, replay, type Witness } from "./replay.ts";

/**
 * Whom a change breaks: who calls, who serves, or the compilation of code that is written with the
 * types.
 */
export const audiences = ["callers", "servers", "build"] as const;

/** One change of a contract, and what it breaks. */
export interface Change extends Pick<ListedChange, "kind" | "rating" | "subject" | "summary"> {
  /** Nobody, if it is harmless. */
  readonly breaks: readonly (typeof audiences)[number][];
  /** Where it stands: in the new contract, in the old one for what was removed. */
  readonly location: SourceLocation;
  /**
   * Whether it counts as breaking because Redocly says so: no request and no response shows it, or
   * the contrary.
   */
  readonly isUnproved: boolean;
  /** A request or response for each thing that held before and no longer does. */
  readonly witnesses: readonly Witness[];
  readonly build: readonly BuildBreak[];
}

/** What has changed between two versions of a contract. */
export interface Comparison {
  readonly title: string;
  /** The old `info.version`, and the new one. */
  readonly from: string;
  readonly to: string;
  /** Where the new version stands. */
  readonly location: SourceLocation;
  /** What breaks callers first, then servers, then the build, then the harmless. */
  readonly changes: readonly Change[];
  /** What Semantic Versioning asks of `info.version`: `major` if callers break. */
  readonly release: Release;
  /** Whether `info.version` is raised by that much. */
  readonly isRaised: boolean;
}

/**
 * Describes every change between two versions of a contract, and whom each breaks: the list is that
 * of Redocly CLI's
 * `diff`, the proof a replay, and the build is the generated types held against each other by tsc.
 * Equal documents take no time, others some seconds.
 *
 * @throws {CompatError} One of the programs is not installed, or cannot read a contract.
 */
export async function describeChanges(old: Contract, changed: Contract): Promise<Comparison> {
  const found = isEqual(old.document, changed.document) ? [] : await changesOf(old, changed);
  const groups = [...audiences, undefined].map((whom) =>
    found.filter(({ breaks }) => breaks[0] === whom),
  );
  const [hurting = [], ...others] = groups;
  const isMinor =
    others.slice(0, 2).flat().length > 0 || found.some(({ rating }) => rating !== "patch");
  const least = isMinor ? "minor" : found.length > 0 ? "patch" : "none";
  const release = hurting.length > 0 ? "major" : least;
  const [from, to] = [old.info.version, changed.info.version];
  const version = {
    title: changed.info.title,
    from,
    to,
    location: changed.locate("/info/version"),
  };
  return { ...version, changes: groups.flat(), release, isRaised: isRaised(from, to, release) };
}

type Effect = Witness | BuildBreak;

async function changesOf(old: Contract, changed: Contract): Promise<Change[]> {
  const [found, build, witnesses] = await Promise.all([
    listChanges(old, changed),
    breaksOfBuild(old, changed),
    Promise.resolve().then(() => replay(old, changed)),
  ]);
  const listed = found.filter(({ newPointer }) => newPointer !== "/info/version");
  const causes = new Map<Effect, ListedChange>();
  for (const effect of [...witnesses, ...build]) {
    // What no listed change explains is a change of its own.
    const { operationId, places, reason } = effect;
    const place = { oldPointer: places[0], newPointer: undefined, isConstraint: false };
    const told = {
      kind: "modified",
      rating: "patch",
      subject: operationId,
      summary: reason,
    } as const;
    causes.set(effect, nearest(listed, effect) ?? { ...place, ...told });
  }
  return [...new Set([...listed, ...causes.values()])].map((change) => {
    const { isConstraint, newPointer, oldPointer, ...told } = change;
    const pointer = newPointer ?? oldPointer ?? "";
    const own = witnesses.filter((witness) => causes.get(witness) === change);
    const broken = build.filter((each) => causes.get(each) === change);
    const isOpen = told.rating === "major" && isConstraint && own.length === 0;
    const isUnproved = isOpen && !isHeld(old, changed, pointer);
    const hurt = [
      ...own.map((each) => each.for),
      ...broken.map(() => "build"),
      isUnproved ? "callers" : "",
    ];
    const location = (newPointer === undefined ? old : changed).locate(pointer);
    const breaks = audiences.filter((whom) => hurt.includes(whom));
    return { ...told, breaks, location, isUnproved, witnesses: own, build: broken };
  });
}

/**
 * Of the changes, the one that an effect follows from: the closest by place, and best one that has
 * a word of its reason.
 */
function nearest(
  listed: readonly ListedChange[],
  { places, reason }: Effect,
): ListedChange | undefined {
  const wordsOf = (text: string): string[] =>
    text.split(/[\s,.'`"]+/).filter((word) => word.length > 2);
  const words = new Set(wordsOf(reason));
  const closest = { change: undefined as ListedChange | undefined, closeness: 0 };
  for (const change of listed) {
    const pointers = [change.oldPointer, change.newPointer].flatMap((pointer) => pointer ?? []);
    const close = pointers.flatMap((pointer) => places.map((place) => closenessOf(pointer, place)));
    const bonus = { major: 2, minor: 1, patch: 0 }[change.rating];
    const isNamed = wordsOf(change.summary).some((word) => words.has(word));
    const closeness = Math.max(...close) + bonus + (isNamed ? 50 : 0);
    if (closeness > closest.closeness) Object.assign(closest, { change, closeness });
  }
  return closest.change;
}

/**
 * The same place counts most, then what is around it, then what is in it; and the fewer steps
 * between, the more.
 */
function closenessOf(pointer: string, place: string): number {
  const steps = Math.abs(pointer.split("/").length - place.split("/").length);
  if (`${place}/`.startsWith(`${pointer}/`)) return steps === 0 ? 300 : 200 - steps;
  return pointer.startsWith(`${place}/`) ? 100 - steps : -1000;
}
