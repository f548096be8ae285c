import type { Contract } from "@workflow-api/contract";
import {
  isEqual,
  isObject,
  type JsonValue,
  parsePointer,
  replaceAt,
  valueAt,
} from "@workflow-api/contract/json";
import { type Acceptance, sunsetOf } from "./accepted.ts";
import type { Difference } from "./aspect-differences.ts";
import { changeOf, parentOf, partOf, type Subject, subjectOf } from "./wording.ts";
import { canonicalFrom, textChanges } from "./written.ts";

/** An edit of a contract at one place, in words. */
export interface Edit {
  readonly subject: Subject;
  /** What has changed, as a sentence. */
  readonly summary: string;
  /** The keyword that has changed. */
  readonly keyword: string;
  /** Why the removal of a deprecated operation is accepted. `undefined`: it is not. */
  readonly sunset: Acceptance | undefined;
  /** Empty: the meaning is the same. */
  readonly differences: readonly Difference[];
  /** Its place. */
  readonly contract: Contract;
  readonly pointer: string;
}

/** One edit for all differences with the same sentence, and one for each text that differs. */
export interface Edits {
  readonly edits: readonly Edit[];
  readonly texts: readonly Edit[];
}

/** Describes how one contract became another one. */
export function editsOf(
  old: Contract,
  changed: Contract,
  differences: readonly Difference[],
): Edits {
  const texts = textChanges(old.sourceDocument, changed.sourceDocument);
  const editsAbout = (isAbout: (keyword: string) => boolean): Edit[] =>
    texts
      .filter(({ keyword }) => isAbout(keyword))
      .map(({ keyword, newPointers, oldPointers }) =>
        editAt(sitesOf(old, changed, { newPointers, oldPointers }), [], keyword),
      );
  const edits = [...differingEdits(old, changed, differences), ...editsAbout(isNotice)];
  const [before, after] = [old, changed].map(({ sourceDocument }) =>
    canonicalFrom(replaceAt(sourceDocument, "/info/version", null), ""),
  );
  return {
    edits: edits.length === 0 && before !== after ? [rewriting(changed)] : edits,
    // The operationId is compared with the operation.
    texts: editsAbout((keyword) => !isNotice(keyword) && keyword !== "operationId"),
  };
}

/** Whether a text announces something. */
function isNotice(keyword: string): boolean {
  return keyword === "deprecated" || keyword === "x-sunset";
}

/** All that is compared means the same. */
function rewriting(contract: Contract): Edit {
  const subject = { owner: "The contract", rest: "" };
  const summary = "is written in another way, and means the same.";
  const place = { differences: [], contract, pointer: "", keyword: "", sunset: undefined };
  return { ...place, subject, summary };
}

/** One edit for all differences with the same sentence. */
function differingEdits(
  old: Contract,
  changed: Contract,
  differences: readonly Difference[],
): Edit[] {
  const edits = new Map<string, Edit & { differences: Difference[] }>();
  for (const each of differences) {
    const edit = editAt(sitesOf(old, changed, each), [each]);
    const key = JSON.stringify([edit.subject, edit.summary]);
    const known = edits.get(key);
    if (known === undefined) edits.set(key, { ...edit, differences: [each] });
    else known.differences.push(each);
  }
  return [...edits.values()];
}

/** A place in one of the two contracts, and its value. */
interface Site {
  readonly contract: Contract;
  readonly isOld: boolean;
  readonly pointer: string;
  readonly value: JsonValue;
}

type Places = Pick<Difference, "newPointers" | "oldPointers">;

/**
 * The differing places: in each document those that the other lacks, or else all. Where neither has
 * anything at these pointers, their parents differ.
 */
function sitesOf(old: Contract, changed: Contract, places: Places): Site[] {
  const { newPointers, oldPointers } = places;
  const within = (contract: Contract, pointers: readonly string[]): Site[] =>
    pointers.flatMap((pointer) => {
      const value =
        valueAt(contract.document, pointer) ?? valueAt(contract.sourceDocument, pointer);
      return value === undefined ? [] : [{ contract, isOld: contract === old, pointer, value }];
    });
  const before = within(old, oldPointers);
  const after = within(changed, newPointers);
  const isSame = ({ isOld, pointer, value }: Site): boolean =>
    [
      ...(isOld ? after : before),
      // Operations without their own have those of the document.
      ...within(isOld ? changed : old, /^\/(security|servers)$/.test(pointer) ? [pointer] : []),
    ].some((each) => keywordOf(each) === keywordOf({ pointer }) && isEqual(each.value, value));
  const differing = [...before, ...after].filter((site) => !isSame(site));
  const found = differing.length > 0 ? differing : [...before, ...after];
  if (found.length > 0 || newPointers.length + oldPointers.length === 0) return found;
  return sitesOf(old, changed, {
    newPointers: newPointers.map(parentOf),
    oldPointers: oldPointers.map(parentOf),
  });
}

/** The sites of both contracts, and what stands there. */
interface Sites {
  readonly contract: Contract;
  readonly pointer: string;
  readonly keyword: string;
  readonly oldPointer: string;
  readonly was: JsonValue | undefined;
  readonly is: JsonValue | undefined;
}

/** @param name - What has changed, if that is no keyword at the end of a pointer. */
function editAt(all: readonly Site[], differences: readonly Difference[], name?: string): Edit {
  const before = all.filter(({ isOld }) => isOld);
  const after = all.filter(({ isOld }) => !isOld);
  const site = after[0] ?? before[0];
  if (site === undefined) throw new TypeError("A difference stands nowhere.");
  const { contract, pointer } = site;
  const keyword = name ?? keywordOf(site);
  const place = { differences, contract, pointer, keyword, sunset: undefined };
  const [was, is] = [commonValue(before), commonValue(after)];
  const sites = { contract, pointer, keyword, oldPointer: before[0]?.pointer ?? "", was, is };
  const [difference] = differences;
  const special = difference && specialWords(difference, sites);
  if (special !== undefined) return { ...place, ...special };
  const summary = changeOf(keyword, was, is, name ?? keywordOf(before[0] ?? site));
  // Of two objects, the members that differ are named.
  const areObjects = isObject(was) && isObject(is) && keyword !== "not";
  const subject = subjectOf(contract, areObjects && !name ? pointer : parentOf(pointer));
  return { ...place, subject, summary };
}

/** The words for what is no keyword with a value. `undefined`: it is one. */
function specialWords(
  difference: Difference,
  { contract, is, oldPointer, pointer, was }: Sites,
): Pick<Edit, "subject" | "summary" | "sunset"> | undefined {
  const { keyword } = difference;
  const common = { subject: subjectOf(contract, pointer), sunset: undefined };
  if (keyword === "size") return { ...common, summary: "is too large to compare." };
  if (keyword === "template") {
    const [path, oldPath] = [pointer, oldPointer].map((each) => parsePointer(each)[1]);
    return { ...common, summary: `The path is \`${path}\`; it was \`${oldPath}\`.` };
  }
  const part = partOf(difference, pointer);
  if (part === undefined) return undefined;
  const subject = subjectOf(contract, part.holder);
  const isRemoval = is === undefined;
  const verb = isRemoval ? "removed" : was === undefined ? "added" : "changed";
  const summary = `${part.name} was ${verb}.`;
  const sunset = isRemoval && keyword === "path" ? sunsetOf(contract, pointer) : undefined;
  return sunset === undefined
    ? { subject, summary, sunset }
    : { subject, summary: `${summary} ${sunset.text}`, sunset: sunset.acceptance };
}

function keywordOf({ pointer }: Pick<Site, "pointer">): string {
  return parsePointer(pointer).at(-1) ?? "";
}

/** The value at these places: the first, or the items of all lists if it is a list. */
function commonValue(sites: readonly Site[]): JsonValue | undefined {
  const values = sites.map(({ value }) => value);
  return Array.isArray(values[0]) ? values.filter(Array.isArray).flat() : values[0];
}
