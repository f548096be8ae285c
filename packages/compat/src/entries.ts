import {
  type Contract,
  isEqual,
  isObject,
  isWithin,
  type JsonValue,
  parsePointer,
  valueAt,
} from "@workflow-api/contract";
import type { Difference } from "./differences.ts";
import { type Rewriting, rewritingsOf } from "./rewritings.ts";
import { changeOf, ownerIn, parentOf, subjectOf, wholeOf } from "./wording.ts";

/** A line of the result: a change at one place. */
export interface Entry {
  /** What it is about, for people: `getVariablesCage, query parameter include`. */
  readonly subject: string;
  readonly summary: string;
  /** Empty: the meaning is the same. */
  readonly differences: readonly Difference[];
  /** Its place. */
  readonly contract: Contract;
  readonly pointer: string;
}

/**
 * One entry for each difference in meaning and each changed description. What is only written
 * differently is one entry, and none where the same part differs in meaning.
 */
export function entriesOf(
  old: Contract,
  changed: Contract,
  differences: readonly Difference[],
): Entry[] {
  const meant = meantEntries(old, changed, differences);
  const rest = rewritingsOf(old, changed).filter(
    (each) => each.newPointers[0] !== "/info/version" && !differences.some(isPartOf(each)),
  );
  const ownersOf = ({ newPointers, oldPointers }: Difference | Rewriting): string[] => [
    ...newPointers.map((pointer) => ownerIn(changed, pointer)),
    ...oldPointers.map((pointer) => ownerIn(old, pointer)),
    // An operation is a part of its path.
    ...[...newPointers, ...oldPointers].flatMap((pointer) => parsePointer(pointer)[1] ?? []),
  ];
  const structures = rest.filter((each) => !each.isText && !isComponent(each));
  const kept = structures.filter(({ newPointers }) => newPointers.length > 0);
  const rewritten = new Set(
    (kept.length > 0 ? kept : structures).flatMap((each) => ownersOf(each)[0] ?? []),
  );
  const texts = rest.filter((each) => {
    // The description of a rewritten part may have moved with it.
    const isMoved = isHalf(each) && ownersOf(each).some((owner) => rewritten.has(owner));
    return each.isText ? !isMoved : isComponent(each) && rewritten.size === 0;
  });
  const differing = new Set(differences.flatMap(ownersOf));
  const names = [...rewritten].filter((owner) => owner !== "" && !differing.has(owner));
  const described = texts.map((each) => entryOf(sitesOf(old, changed, each), [], each.name));
  const entries = [...meant, ...described];
  if (names.length > 0 || entries.length === 0) entries.push(rewrittenEntry(changed, names));
  return entries;
}

/** One entry for all differences with the same sentence. */
function meantEntries(
  old: Contract,
  changed: Contract,
  differences: readonly Difference[],
): Entry[] {
  const entries = new Map<string, Entry>();
  for (const each of differences) {
    const entry = entryOf(sitesOf(old, changed, each), [each]);
    const title = `${entry.subject}: ${entry.summary}`;
    const known = entries.get(title);
    entries.set(title, {
      ...(known ?? entry),
      differences: [...(known?.differences ?? []), each],
    });
  }
  return [...entries.values()];
}

/** Whether a rewriting is within a part that a difference is about. */
function isPartOf(rewriting: Rewriting): (difference: Difference) => boolean {
  const isPart = (pointers: readonly string[], places: readonly string[]): boolean =>
    pointers.some((pointer) => places.some((place) => isWithin(pointer, place)));
  return ({ newPointers, oldPointers }) =>
    isPart(rewriting.oldPointers, oldPointers) || isPart(rewriting.newPointers, newPointers);
}

function isHalf({ newPointers, oldPointers }: Rewriting): boolean {
  return newPointers.length === 0 || oldPointers.length === 0;
}

/** Whether components are new, or gone. */
function isComponent(rewriting: Rewriting): boolean {
  const [pointer = ""] = [...rewriting.newPointers, ...rewriting.oldPointers];
  return isHalf(rewriting) && /^\/components(\/[^/]+){0,2}$/.test(pointer);
}

/** A place in one of the two contracts, and its value. */
interface Site {
  readonly contract: Contract;
  readonly isOld: boolean;
  readonly pointer: string;
  readonly value: JsonValue;
}

/**
 * The differing places: in each document those that the other lacks, or else all. Where neither has
 * anything at these pointers, their parents differ.
 */
function sitesOf(
  old: Contract,
  changed: Contract,
  { newPointers, oldPointers }: Pick<Difference, "newPointers" | "oldPointers">,
): Site[] {
  const within = (contract: Contract, pointers: readonly string[]): Site[] =>
    pointers.flatMap((pointer) => {
      const value =
        valueAt(contract.document, pointer) ?? valueAt(contract.sourceDocument, pointer);
      return value === undefined ? [] : [{ contract, isOld: contract === old, pointer, value }];
    });
  const [own, other] = [within(old, oldPointers), within(changed, newPointers)];
  const isSame = ({ isOld, pointer, value }: Site): boolean =>
    [
      ...(isOld ? other : own),
      // Operations without their own have those of the document.
      ...within(isOld ? changed : old, /^\/(security|servers)$/.test(pointer) ? [pointer] : []),
    ].some((each) => keywordOf(each) === keywordOf({ pointer }) && isEqual(each.value, value));
  const differing = [...own, ...other].filter((site) => !isSame(site));
  const found = differing.length > 0 ? differing : [...own, ...other];
  if (found.length > 0 || newPointers.length + oldPointers.length === 0) return found;
  const parents = {
    newPointers: newPointers.map(parentOf),
    oldPointers: oldPointers.map(parentOf),
  };
  return sitesOf(old, changed, parents);
}

/** @param name - What has changed, if that is no keyword at the end of a pointer. */
function entryOf(sites: readonly Site[], differences: readonly Difference[], name?: string): Entry {
  const [own, other] = [sites.filter(({ isOld }) => isOld), sites.filter(({ isOld }) => !isOld)];
  const site = other[0] ?? own[0];
  if (site === undefined) throw new TypeError("A difference stands nowhere.");
  const { contract, pointer } = site;
  const place = { differences, contract, pointer };
  const [before, after] = [stated(own), stated(other)];
  const [whole] = differences.flatMap((each) => wholeOf(each, pointer) ?? []);
  if (whole !== undefined) {
    const summary = `${whole.name} was ${verbOf(before, after)}.`;
    return { subject: subjectOf(contract, whole.holder), summary, ...place };
  }
  const summary = changeOf(
    name ?? keywordOf(site),
    before,
    after,
    name ?? keywordOf(own[0] ?? site),
  );
  // Of two objects, the members that differ are named.
  const areObjects = isObject(before) && isObject(after);
  const subject = subjectOf(contract, areObjects && !name ? pointer : parentOf(pointer));
  return { subject: areObjects && name ? `${subject} ${name}` : subject, summary, ...place };
}

function verbOf(before: JsonValue | undefined, after: JsonValue | undefined): string {
  if (after === undefined) return "removed";
  return before === undefined ? "added" : "changed";
}

function keywordOf({ pointer }: Pick<Site, "pointer">): string {
  return parsePointer(pointer).at(-1) ?? "";
}

/** The value at these places: the first, or the items of all lists if it is a list. */
function stated(sites: readonly Site[]): JsonValue | undefined {
  const values = sites.map(({ value }) => value);
  return Array.isArray(values[0]) ? values.filter(Array.isArray).flat() : values[0];
}

function rewrittenEntry(contract: Contract, names: readonly string[]): Entry {
  const subject = new Intl.ListFormat("en-GB").format(names) || "The contract";
  const [are, mean] = names.length > 1 ? ["are", "mean"] : ["is", "means"];
  const { pointer } = contract.operations.find(({ operationId }) => operationId === names[0]) ?? {
    pointer: `/components/schemas/${names[0]}`,
  };
  const summary = `${are} written in another way, and ${mean} the same.`;
  return { subject, summary, differences: [], contract, pointer };
}
