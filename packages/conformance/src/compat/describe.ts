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
  /** Whether it counts as breaking because Redocly says so: no request and no response shows it, or the contrary. */
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

function weight({ breaks }: Change): number {
  return breaks.includes("callers") ? 3 : breaks.includes("servers") ? 2 : breaks.length;
}

function releaseFor(changes: readonly Change[]): Release {
  if (changes.some(({ breaks }) => breaks.includes("callers"))) return "major";
  if (changes.some(({ breaks, rating }) => breaks.length > 0 || rating !== "patch")) return "minor";
  return changes.length > 0 ? "patch" : "none";
}

async function changesOf(old: Contract, changed: Contract): Promise<Change[]> {
  const [all, build] = await Promise.all([listChanges(old, changed), breaksOfBuild(old, changed)]);
  const listed = all.filter(({ newPointer }) => newPointer !== "/info/version");
  const effects = [
    ...replay(old, changed).map((witness) => ({
      cause: nearest(listed, witness),
      witnesses: [witness],
      build: [],
    })),
    ...build.map((broken) => ({ cause: nearest(listed, broken), witnesses: [], build: [broken] })),
  ];
  const unexplained = effects.filter(({ cause }) => cause === undefined);
  return [
    ...listed.map((change) => {
      const own = effects.filter(({ cause }) => cause === change);
      const { newPointer, oldPointer = "" } = change;
      const location = newPointer === undefined ? old.locate(oldPointer) : changed.locate(newPointer);
      return finish(change, location, own, saysTheSame(change, old, changed));
    }),
    ...unexplained.map((effect) => {
      const [{ operationId = "", places = [], reason = "" } = {}] = [...effect.witnesses, ...effect.build];
      const subject = operationId || "The contract";
      const change = {
        kind: "modified",
        subject,
        summary: reason,
        rating: undefined,
        isConstraint: false,
      } as const;
      return finish(change, changed.locate(places[0] ?? ""), [effect], true);
    }),
  ];
}

type Effects = Pick<Change, "witnesses" | "build">;

function finish(
  change: Pick<ListedChange, "kind" | "subject" | "summary" | "isConstraint"> & Pick<Change, "rating">,
  location: SourceLocation,
  effects: readonly Effects[],
  isSameValue: boolean,
): Change {
  const { isConstraint, kind, rating, subject, summary } = change;
  const witnesses = effects.flatMap((each) => each.witnesses);
  const build = effects.flatMap((each) => each.build);
  const isUnproved = rating === "major" && isConstraint && witnesses.length === 0 && !isSameValue;
  const breaks = (["callers", "servers", "build"] as const).filter((whom) =>
    whom === "build"
      ? build.length > 0
      : witnesses.some((witness) => witness.for === whom) || (isUnproved && whom === "callers"),
  );
  return { kind, subject, summary, breaks, location, rating, isUnproved, witnesses, build };
}

/** Whether what holds the change says the same in another spelling. */
function saysTheSame({ newPointer, oldPointer }: ListedChange, old: Contract, changed: Contract): boolean {
  const holderOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf("/"));
  if (oldPointer === undefined || newPointer === undefined) return false;
  return isSame([old.document, holderOf(oldPointer)], [changed.document, holderOf(newPointer)]);
}

/**
 * Of the changes, the one that an effect follows from: the closest by place, and of several of those the one that has a word
 * of its reason.
 */
function nearest(
  listed: readonly ListedChange[],
  { places, reason }: Pick<Witness | BuildBreak, "places" | "reason">,
): ListedChange | undefined {
  const words = new Set(reason.split(/[\s,.'`"]+/).filter((word) => word.length > 2));
  const ranked = listed.map((change) => {
    const pointers = [change.oldPointer, change.newPointer].flatMap((pointer) => pointer ?? []);
    const closeness = Math.max(
      ...pointers.flatMap((pointer) => places.map((place) => closenessOf(pointer, place))),
    );
    const isNamed = change.summary.split(/[\s,.'`"]+/).some((word) => words.has(word));
    return {
      change,
      closeness: closeness + (isNamed ? 50 : 0) + { major: 2, minor: 1, patch: 0 }[change.rating],
    };
  });
  const best = ranked.toSorted((one, other) => other.closeness - one.closeness)[0];
  return best !== undefined && best.closeness > 0 ? best.change : undefined;
}

/** The same place counts most, then what is around it, then what is in it; and the fewer steps between, the more. */
function closenessOf(pointer: string, place: string): number {
  const steps = Math.abs(pointer.split("/").length - place.split("/").length);
  if (pointer === place) return 300;
  if (place.startsWith(`${pointer}/`)) return 200 - steps;
  return pointer.startsWith(`${place}/`) ? 100 - steps : -1000;
}
