import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Contract,
  groupBy,
  isEqual,
  isWithin,
  parsePointer,
  pointerOfReference,
  replaceAt,
  type SourceLocation,
} from "@workflow-api/contract";
import { type BuildBreak, breaksOfBuild } from "./build.ts";
import { compareCalls } from "./calls.ts";
import { type Difference, differencesOf } from "./differences.ts";
import { type Entry, entriesOf } from "./entries.ts";
import { type Counterexample, replay } from "./replay.ts";
import { run, withFolder } from "./tools.ts";

/** Whom a change breaks: clients, servers, or the compilation of code that uses the types. */
export const audiences = ["clients", "servers", "build"] as const;

/** One of {@link audiences}. */
export type Audience = (typeof audiences)[number];

/** One change of a contract, and what it breaks. */
export interface Change {
  /** What it is about, for people: `getVariablesCage, query parameter include`. */
  readonly subject: string;
  /** What has changed, as a sentence. */
  readonly summary: string;
  /** Whom it breaks, as a counterexample or the compiler shows. */
  readonly breaks: readonly Audience[];
  /** Whom it may break: neither is it proved harmless, nor does a counterexample show a break. */
  readonly mayBreak: readonly Audience[];
  /** The rule by which Redocly CLI calls a change breaking that may break clients or servers. */
  readonly rule: string | undefined;
  /** Its place in the new contract, or in the old one for a removal. */
  readonly location: SourceLocation;
  readonly counterexamples: readonly Counterexample[];
  readonly build: readonly BuildBreak[];
}

/** What has changed between two versions of a contract. */
export interface Comparison {
  readonly title: string;
  /** The old and the new `info.version`. */
  readonly from: string;
  readonly to: string;
  /** The place of the new version. */
  readonly location: SourceLocation;
  /** What breaks clients comes first, then what may, then servers, the build, and the harmless. */
  readonly changes: readonly Change[];
  /** Whether anything but descriptions has changed. */
  readonly isMeaningful: boolean;
}

/**
 * Describes every change between two versions of a contract, and whom each breaks. A change that is
 * proved to mean the same, or to allow more, is harmless; counterexamples and the compiler show
 * breaks; anything else may break. Equal documents take no time, others some seconds.
 *
 * @throws {UsageError} The compiler or Redocly CLI cannot read a contract.
 */
export async function compareContracts(old: Contract, changed: Contract): Promise<Comparison> {
  const [before, after] = [old, changed].map(({ sourceDocument }) =>
    replaceAt(sourceDocument, "/info/version", null),
  );
  const same = isEqual(before, after);
  const found = same ? { changes: [], isMeaningful: false } : await changesOf(old, changed);
  const rank = ({ breaks, mayBreak }: Change): number => {
    const first = audiences.findIndex((each) => breaks.includes(each) || mayBreak.includes(each));
    return first < 0 ? audiences.length : first + (breaks.length > 0 ? 0 : 0.5);
  };
  return {
    title: changed.info.title,
    from: old.info.version,
    to: changed.info.version,
    location: changed.locate("/info/version"),
    changes: found.changes.toSorted((one, other) => rank(one) - rank(other)),
    isMeaningful: found.isMeaningful,
  };
}

async function changesOf(
  old: Contract,
  changed: Contract,
): Promise<Pick<Comparison, "changes" | "isMeaningful">> {
  const own = differencesOf(old, changed);
  const calls = compareCalls(old, changed);
  const differences = [...own, ...calls.differences];
  const building = breaksOfBuild(old, changed);
  const shown = new Map([
    ...replay(old, changed, own),
    ...replay(calls.before, calls.after, calls.differences),
  ]);
  const build = await building;
  const entries = entriesOf(old, changed, differences);
  const byCause = groupBy(build, (each) => causeOf(each, entries));
  const unexplained = groupBy(byCause.get(undefined) ?? [], ({ pointer }) => pointer);
  const all = [
    ...entries.map((entry) => [entry, byCause.get(entry) ?? []] as const),
    ...[...unexplained].map(([at, broken]) => [buildEntry(changed, at, broken), broken] as const),
  ];
  const found = all.map(([entry, broken]) => {
    const counterexamples = entry.differences.flatMap((each) => shown.get(each) ?? []);
    const possible: readonly Audience[] = entry.differences.flatMap(({ parties }) => parties);
    const breaks = audiences.filter((whom) =>
      whom === "build" ? broken.length > 0 : counterexamples.some((each) => each.for === whom),
    );
    const mayBreak = audiences.filter((whom) => possible.includes(whom) && !breaks.includes(whom));
    return { entry, counterexamples, build: broken, breaks, mayBreak };
  });
  const isUnsure = found.some(({ mayBreak }) => mayBreak.length > 0);
  const ruled = isUnsure ? await ruledChanges(old, changed) : [];
  const changes = found.map(({ entry, ...effects }): Change => {
    const { contract, pointer, subject, summary } = entry;
    const rule = effects.mayBreak.length > 0 ? ruleFor(entry, ruled) : undefined;
    return { subject, summary, ...effects, rule, location: contract.locate(pointer) };
  });
  return { changes, isMeaningful: differences.length > 0 || build.length > 0 };
}

/** A change that Redocly CLI calls breaking. */
interface RuledChange {
  /** The rule. */
  readonly rule: string;
  /** The JSON Pointers of what changes in the old contract and in the new one. */
  readonly pointers: readonly string[];
}

/** The part of the output of `redocly diff --format json` that is read (Redocly CLI 2.77). */
interface RedoclyChange {
  readonly verdicts: readonly { readonly ruleId: string }[];
  /** The pointers are URI fragments. */
  readonly base?: { readonly pointer: string };
  readonly revision?: RedoclyChange["base"];
}

/** The changes that `redocly diff`, which runs offline, calls breaking. */
async function ruledChanges(old: Contract, changed: Contract): Promise<RuledChange[]> {
  const changes = await withFolder(async (folder): Promise<readonly RedoclyChange[]> => {
    writeFileSync(join(folder, "old.json"), JSON.stringify(old.document));
    writeFileSync(join(folder, "new.json"), JSON.stringify(changed.document));
    const args = "diff old.json new.json --format json --output diff.json --fail-on none";
    await run("@redocly/cli", "bin/cli.js", args.split(" "), folder);
    return JSON.parse(readFileSync(join(folder, "diff.json"), "utf8")).changes;
  });
  return changes.flatMap(({ base, revision, verdicts }) => {
    const rule = verdicts.find(({ ruleId }) => ruleId !== "")?.ruleId;
    const pointers = [base, revision].flatMap((place) =>
      place === undefined ? [] : pointerOfReference(place.pointer),
    );
    return rule === undefined ? [] : [{ rule, pointers }];
  });
}

/** The rule for exactly this part, or else for its parent or its children. */
function ruleFor({ differences }: Entry, ruled: readonly RuledChange[]): string | undefined {
  const places = differences.flatMap((each) => [...each.oldPointers, ...each.newPointers]);
  const isNear = (pointer: string): boolean =>
    places.some((place) => isWithin(place, pointer) || isWithin(pointer, place));
  const exact = ruled.find(({ pointers }) => pointers.some((each) => places.includes(each)));
  return (exact ?? ruled.find(({ pointers }) => pointers.some(isNear)))?.rule;
}

/** Breaks of the build at one place that no entry explains. */
function buildEntry(contract: Contract, pointer: string, broken: readonly BuildBreak[]): Entry {
  const [operationId = "", ...others] = new Set(broken.map((each) => each.operationId));
  const reasons = broken.slice(0, 3).map(({ reason }) => reason);
  const left = broken.length - reasons.length;
  return {
    subject: (others.length === 0 && operationId) || "The types",
    summary: [...reasons, ...(left > 0 ? [`${left} more like these.`] : [])].join(" "),
    differences: [],
    contract,
    pointer,
  };
}

/**
 * The entry that explains a break of the build: one of its operation, or of none, with its names.
 */
function causeOf({ names, operationId, part }: BuildBreak, entries: readonly Entry[]) {
  const isWhole = /^(operations|paths|schemas)$/.test(part);
  const isAbout = ({ code, keyword, operationId: id }: Difference): boolean =>
    id === operationId &&
    (isWhole ? keyword === "path" : (part === "responses") === (code !== undefined));
  const about = entries.filter(({ differences }) => differences.some(isAbout));
  const texts = entries.filter(({ differences }) => differences.length === 0);
  const isNamed = ({ differences, pointer, summary }: Entry): boolean => {
    const places = differences
      .filter(isAbout)
      .flatMap(({ at, part: key }) => [at.at(-1), key.split(" ").at(-1)]);
    const own = [...(summary.match(/[\w.-]+/g) ?? []), ...places, parsePointer(pointer).at(-1)];
    return names.some((name) => own.includes(name));
  };
  return about.find(isNamed) ?? texts.find(isNamed) ?? about[0];
}
