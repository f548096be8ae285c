import type { Contract, SourceLocation } from "@workflow-api/contract";
import { attributed } from "./attribute.ts";
import type { Break } from "./break.ts";
import { type BuildBreak, breaksOfBuild, type TypesPackage } from "./breaks-of-build.ts";
import { compareContracts } from "./compare.ts";
import { type ListedChange, listChanges } from "./listed-changes.ts";
import { isRaised, type Release } from "./release.ts";
import { type Unproved, unprovedBodies } from "./unproved.ts";

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
  /**
   * Why no request and no answer can prove or veto what the change breaks, in the middle of a sentence: `XML is not
   * read`. Then the rating stands. `undefined`: one can.
   */
  readonly unproved: string | undefined;
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
  /** The bodies that have changed and that nothing here can read, so that only the ratings tell of them. */
  readonly unproved: readonly Pick<Unproved, "mediaType" | "operationId" | "reason">[];
  /**
   * The packages that are not installed: without `@redocly/cli` only what breaks is listed, and without any other the
   * types are not compared.
   */
  readonly missing: readonly ("@redocly/cli" | TypesPackage)[];
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
 * `diff`, the proof is {@link compareContracts}, and the build is the generated types held against each other by tsc.
 * It takes about two seconds, most of them those of the two programs, and one more for each of several changes of a part.
 * @throws {ToolError} One of the two programs cannot read a contract.
 */
export async function describeChanges(old: Contract, changed: Contract): Promise<Comparison> {
  const [listed, compiled] = await Promise.all([listChanges(old, changed), breaksOfBuild(old, changed)]);
  const build = "missing" in compiled ? [] : compiled;
  const proved = compareContracts(old, changed);
  const unproved = unprovedBodies(old, changed);
  const found = await attributed(old, changed, listed ?? [], [...proved, ...build], unproved);
  const changes = found.toSorted((one, other) => weight(other) - weight(one));
  const release = releaseFor(changes);
  return {
    old: compared(old),
    changed: compared(changed),
    changes,
    release,
    isRaised: isRaised(old.info.version, changed.info.version, release),
    unproved: unproved.map(({ mediaType, operationId, reason }) => ({ mediaType, operationId, reason })),
    missing: [
      ...(listed === undefined ? (["@redocly/cli"] as const) : []),
      ...("missing" in compiled ? compiled.missing : []),
    ],
  };
}

function compared({ info, locate }: Contract): ComparedContract {
  return { title: info.title, version: info.version, location: locate("/info/version") };
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
