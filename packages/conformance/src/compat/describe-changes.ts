import type { Contract, SourceLocation } from "@workflow-api/contract";
import type { Break } from "./break.ts";
import { type BuildBreak, breaksOfBuild } from "./breaks-of-build.ts";
import { compareContracts } from "./compare.ts";
import { type ListedChange, listChanges } from "./listed-changes.ts";
import { reachOf, touches } from "./reach.ts";
import { isRaised, type Release } from "./release.ts";

/** Whom a change breaks: who calls, who serves, or the compilation of code that is written with the types. */
export type Breaks = "callers" | "servers" | "build";

/** One change of a contract, and what it breaks. */
export interface Change {
  readonly kind: "added" | "removed" | "modified";
  /** What it is about, for people: `getVariablesCage, query parameter include, schema items`. */
  readonly subject: string;
  /** What has changed, as a sentence. */
  readonly summary: string;
  /** Whom it breaks; nobody if it is harmless. */
  readonly breaks: readonly Breaks[];
  /** Where it stands: in the new contract, in the old one for what was removed. */
  readonly location: SourceLocation;
  /**
   * What Redocly CLI asks for by the text alone; `undefined` for what only a witness shows. `major` without anything in
   * `breaks` is what the witnesses veto: no request and no answer can be told from before.
   */
  readonly rating: ListedChange["rating"] | undefined;
  /** A request or answer that held before and does not now, for each thing that no longer holds. */
  readonly witnesses: readonly Break[];
  /** What the compiler says of code that is written with the old types. */
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
  /** What could not be asked, because it is not installed: the list of changes, or the types. */
  readonly missing: readonly ("@redocly/cli" | "@workflow-api/types")[];
}

export interface ComparedContract {
  readonly title: string;
  /** `info.version`. */
  readonly version: string;
}

/**
 * Describes every change between two versions of a contract, and whom each breaks: the list is that of Redocly CLI's
 * `diff`, the proof is {@link compareContracts}, and the build is the generated types held against each other by tsc.
 * It takes about two seconds, most of them those of the two programs.
 * @throws {ToolError} One of the two programs cannot read a contract.
 */
export async function describeChanges(old: Contract, changed: Contract): Promise<Comparison> {
  const [listed, build] = await Promise.all([listChanges(old, changed), breaksOfBuild(old, changed)]);
  const proved = compareContracts(old, changed);
  const changes = attributed(old, changed, listed ?? [], [...proved, ...(build ?? [])]).toSorted(
    (one, other) => weight(other) - weight(one),
  );
  const release = releaseFor(changes);
  return {
    old: { title: old.info.title, version: old.info.version },
    changed: { title: changed.info.title, version: changed.info.version },
    changes,
    release,
    isRaised: isRaised(old.info.version, changed.info.version, release),
    missing: [
      ...(listed === undefined ? (["@redocly/cli"] as const) : []),
      ...(build === undefined ? (["@workflow-api/types"] as const) : []),
    ],
  };
}

function weight({ breaks }: Change): number {
  const order: readonly Breaks[] = ["build", "servers", "callers"];
  return Math.max(-1, ...breaks.map((whom) => order.indexOf(whom)));
}

function releaseFor(changes: readonly Change[]): Release {
  if (changes.some(({ breaks }) => breaks.includes("callers"))) return "major";
  if (changes.some(({ breaks, rating }) => breaks.length > 0 || rating !== "patch")) return "minor";
  return changes.length > 0 ? "patch" : "none";
}

type Broken = Break | BuildBreak;

/** Puts each thing that breaks under the change that it comes from, or under one of its own. */
function attributed(
  old: Contract,
  changed: Contract,
  listed: readonly ListedChange[],
  broken: readonly Broken[],
): Change[] {
  const causes = new Map<ListedChange, Broken[]>(listed.map((change) => [change, []]));
  const others: Broken[] = [];
  for (const each of broken) {
    const found = causesOf(old, changed, listed, each);
    for (const cause of found) causes.get(cause)?.push(each);
    if (found.length === 0) others.push(each);
  }
  return [
    ...[...causes].map(([change, effects]) => ({
      ...parted(effects),
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
      kind: "modified" as const,
      subject: each.operationId || "Types",
      summary: each.reason,
      rating: undefined,
      location: "location" in each ? each.location : changed.locate(each.newPlaces[0] ?? ""),
    })),
  ];
}

function parted(effects: readonly Broken[]): Pick<Change, "breaks" | "witnesses" | "build"> {
  const witnesses = effects.filter((each) => "request" in each);
  const build = effects.filter((each) => "part" in each);
  const breaks = (["callers", "servers"] as const).filter((whom) =>
    witnesses.some((each) => each.for === whom),
  );
  return { breaks: [...breaks, ...(build.length > 0 ? (["build"] as const) : [])], witnesses, build };
}

const ratings: Readonly<Record<ListedChange["rating"], number>> = { major: 4, minor: 2, patch: 0 };

/** The changes at the places of what breaks; of several those that are rated highest or name what it names. */
function causesOf(
  old: Contract,
  changed: Contract,
  listed: readonly ListedChange[],
  { newPlaces, oldPlaces, reason }: Broken,
): ListedChange[] {
  const inOld = new Set(oldPlaces.flatMap((place) => [...reachOf(old, place)]));
  const inNew = new Set(newPlaces.flatMap((place) => [...reachOf(changed, place)]));
  const scored = listed
    .filter(
      ({ newPointer, oldPointer }) =>
        (oldPointer !== undefined && touches(oldPointer, inOld)) ||
        (newPointer !== undefined && touches(newPointer, inNew)),
    )
    .map((change) => ({ change, score: ratings[change.rating] + bonusOf(change, reason) }));
  const best = Math.max(...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score === best).map(({ change }) => change);
}

const prose = /(?<!\/properties)\/(description|summary|title|examples?|externalDocs|tags|deprecated)(\/|$)/;

/** What is named is likelier than what is rated higher, unless it only tells people something. */
function bonusOf(change: ListedChange, reason: string): number {
  if (prose.test(change.newPointer ?? change.oldPointer ?? "")) return -1;
  return isNamed(change, reason) ? 5 : 0;
}

function isNamed({ words, newPointer, oldPointer }: ListedChange, reason: string): boolean {
  const property = /.*\/properties\/([^/]+)/.exec(newPointer ?? oldPointer ?? "")?.[1];
  // The keyword in brackets is no name.
  const known = new Set(reason.replace(/ \(\w+\)\.$/, "").split(/[^\w-]+/));
  return [...words, ...(property === undefined ? [] : [property])].some((word) => known.has(word));
}
