import { createHash } from "node:crypto";
import type { Contract, OpenQuestion } from "@workflow-api/contract";
import {
  appendPointer,
  groupBy,
  isEqual,
  isObject,
  isWithin,
  type JsonValue,
  valueAt,
} from "@workflow-api/contract/json";
import { type AcceptedBreak, acceptanceOf } from "../accepted.ts";
import {
  audiences,
  type Change,
  type ChangeIdentity,
  type ChangePlace,
  type Counterexample,
  type Difference,
  type Edit,
  type Versions,
} from "../change.ts";
import { operationName } from "../pair/callbacks.ts";
import { canonicalFrom } from "../pair/statements.ts";
import {
  type ChangedValue,
  changeOf,
  gainedOf,
  keywordAt,
  lostOf,
  parentOf,
  type Subject,
  subjectOf,
  subjectText,
} from "./wording.ts";

/** What has changed at a place, in words. */
interface Description {
  readonly subject: Subject;
  /** As a sentence. */
  readonly summary: string;
  readonly identity: ChangeIdentity;
  /** In the new contract, or in the old one for a removal. */
  readonly contract: Contract;
  readonly pointer: string;
}

/** A place in one of the two contracts. */
interface ChangeSite {
  readonly contract: Contract;
  readonly pointer: string;
  readonly value: JsonValue;
}

/** What differs at JSON Pointers, in words. */
interface SiteDescription extends Omit<Description, "identity"> {
  readonly site: ChangeSite | undefined;
  readonly changed: ChangedValue;
}

/** Operations share components: each place is described once. */
const known = new WeakMap<Versions, Map<string, SiteDescription>>();

function describe(difference: Difference): Description {
  const { newPointers, oldPointers, summary, versions } = difference;
  const descriptions = known.get(versions) ?? new Map<string, SiteDescription>();
  known.set(versions, descriptions);
  const key = JSON.stringify([oldPointers, newPointers, summary]);
  const description = descriptions.get(key) ?? describeSite(difference);
  descriptions.set(key, description);
  const subject = partOfOperation(difference, description.site) ?? description.subject;
  return { ...description, subject, identity: changeIdentity(difference, description.changed) };
}

/** Describes what differs by the values that the other contract does not have there. */
function describeSite(difference: Difference): SiteDescription {
  const { newPointers, oldPointers, summary, versions } = difference;
  const before = sitesOf(versions.old, oldPointers);
  const after = sitesOf(versions.changed, newPointers);
  const removed = before.filter((each) => !isAmong(each, after));
  const added = after.filter((each) => !isAmong(each, before));
  const isSame = removed.length + added.length === 0;
  const [was] = isSame ? before : removed;
  const [is] = isSame ? after : added;
  const [place = oldPointers[0] ?? ""] = newPointers;
  const site = is ?? was;
  const { contract, pointer } = site ?? { contract: versions.changed, pointer: place };
  // Of two objects, the members that differ are named.
  const isInside = summary !== "" || (isObject(was?.value) && isObject(is?.value));
  const changed: ChangedValue = { name: keywordAt(pointer), before: was?.value, after: is?.value };
  const subject = subjectOf(contract, isInside ? pointer : parentOf(pointer));
  return { contract, pointer, site, changed, subject, summary: summary || changeOf(changed) };
}

/**
 * The subject of a shared part that an operation has no longer, or has now. `undefined`: it is not
 * shared.
 */
function partOfOperation(
  difference: Difference,
  site: ChangeSite | undefined,
): Subject | undefined {
  const { at, code, happened, operationId, part } = difference;
  const isOfPart = happened !== undefined && at.length === 0 && operationId !== "";
  if (!isOfPart || !site?.pointer.startsWith("/components/")) return undefined;
  const { in: location, name = keywordAt(site.pointer) } = Object(site.value);
  const [place = ""] = part.split(" ");
  const title = part === "body" ? "requestBody" : `${location ?? place} parameter ${name}`;
  const rest = code === undefined ? title : `response ${code} ${part}`;
  return { owner: operationName(operationId), rest };
}

function changeIdentity(difference: Difference, changed: ChangedValue): ChangeIdentity {
  const { happened, keyword, operationId } = difference;
  const place = [difference.code, difference.part].filter((each) => each !== undefined).join(" ");
  const part = appendPointer(`${place} `, ...difference.at).trim();
  const identity = { operationId, part, keyword };
  // Of something that was added or removed, its name is enough.
  const { name } = changed;
  if (happened === "added") return { ...identity, lost: [], gained: [name] };
  if (happened === "removed") return { ...identity, lost: [name], gained: [] };
  if (happened === "changed" && isObject(changed.after)) {
    const { sourceDocument } = difference.versions.changed;
    const statement = canonicalFrom(sourceDocument, difference.newPointers);
    return { ...identity, lost: [], gained: [digestOf(statement)] };
  }
  return {
    ...identity,
    lost: lostOf(changed).map(shortened),
    gained: gainedOf(changed).map(shortened),
  };
}

/** Longer values are known by their digest. */
const longestValue = 200;

function shortened(value: JsonValue): JsonValue {
  const text = JSON.stringify(value);
  return text.length > longestValue ? digestOf(text) : value;
}

function digestOf(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
}

function sitesOf(contract: Contract, pointers: readonly string[]): ChangeSite[] {
  return pointers.flatMap((pointer) => {
    const { document, sourceDocument } = contract;
    const value = valueAt(document, pointer) ?? valueAt(sourceDocument, pointer);
    return value === undefined ? [] : [{ contract, pointer, value }];
  });
}

function isAmong({ pointer, value }: ChangeSite, sites: readonly ChangeSite[]): boolean {
  return sites.some(
    (each) => keywordAt(each.pointer) === keywordAt(pointer) && isEqual(each.value, value),
  );
}

/** An edit, and the differences that it explains. */
export interface EditGroup {
  readonly edit: Edit;
  readonly differences: readonly Difference[];
}

/**
 * The edits that explain all differences. Equal ones of several operations or components are one,
 * with its places.
 */
export function editsOf(
  versions: Versions,
  differences: readonly Difference[],
  accepted: readonly AcceptedBreak[],
): EditGroup[] {
  const closed = closedQuestions(versions);
  const described = differences.map((difference) => {
    const { summary, ...description } = describe(difference);
    const answered = closed.find((question) => isAbout(question, description.pointer));
    const answer = answered === undefined ? "" : ` It answers the open question ${answered.id}.`;
    return { difference, description: { ...description, summary: `${summary}${answer}` } };
  });
  const alike = groupBy(described, ({ description: { subject, summary } }) =>
    JSON.stringify([subject, summary]),
  );
  const edits = [...alike.values()].flatMap((group) => editOf(group, accepted));
  const equal = groupBy(edits, ({ differences: all, edit, rest }) => {
    const affected = audiences.filter((whom) => all.some(({ affects }) => affects.includes(whom)));
    return JSON.stringify([rest, edit.summary, affected, edit.accepted]);
  });
  return [...equal.values()].flatMap(mergedEdit);
}

interface DifferenceEntry {
  readonly difference: Difference;
  readonly description: Description;
}

/** One edit of differences that are described alike, and its subject without the owner. */
function editOf(
  group: readonly DifferenceEntry[],
  accepted: readonly AcceptedBreak[],
): (EditGroup & { readonly rest: string })[] {
  const identities = group.map(({ description }) => description.identity);
  return group.slice(0, 1).map(({ description }) => {
    const { subject, summary } = description;
    const place = changePlace(description);
    const acceptance = acceptanceOf(identities, accepted);
    const edit = { ...place, summary, places: [place], identities, accepted: acceptance };
    return { edit, rest: subject.rest, differences: group.map(({ difference }) => difference) };
  });
}

function changePlace({ contract, pointer, subject }: Description): ChangePlace {
  return { subject: subjectText(subject), location: contract.locate(pointer) };
}

/** Equal edits as one. */
function mergedEdit(all: readonly EditGroup[]): EditGroup[] {
  return all.slice(0, 1).map(({ edit }) => ({
    edit: {
      ...edit,
      places: all.flatMap((each) => each.edit.places),
      identities: all.flatMap((each) => each.edit.identities),
    },
    differences: all.flatMap((each) => each.differences),
  }));
}

/** An edit with whom it breaks. */
export function changeOfEdit(
  { differences, edit }: EditGroup,
  counterexamples: readonly Counterexample[],
): Change {
  const affected = audiences.filter((whom) =>
    differences.some(({ affects }) => affects.includes(whom)),
  );
  const isShown = (whom: string): boolean => counterexamples.some((each) => each.for === whom);
  const mayBreak = affected.filter((whom) => !isShown(whom));
  const reason = differences.find(({ undecided }) => undecided !== "")?.undecided;
  return {
    ...edit,
    breaks: affected.filter(isShown),
    mayBreak,
    reason: mayBreak.length > 0 ? (reason ?? undecidedReason(differences)) : "",
    counterexamples,
  };
}

function undecidedReason(differences: readonly Difference[]): string {
  return differences.some(({ keyword }) => keyword === "pattern")
    ? "the pattern has changed, and no sample distinguishes both"
    : "no sample shows whether it does";
}

/** The open questions that the new contract no longer has. */
function closedQuestions({ changed, old }: Versions): OpenQuestion[] {
  const ids = new Set(changed.openQuestions.map(({ id }) => id));
  return old.openQuestions.filter(({ id }) => !ids.has(id));
}

function isAbout({ places }: OpenQuestion, pointer: string): boolean {
  // `required` stands beside the fields that it names.
  const fields = pointer.endsWith("/required") && `${parentOf(pointer)}/properties`;
  return places.some(
    (place) =>
      isWithin(pointer, place) ||
      (fields !== false && (isWithin(place, fields) || isWithin(fields, place))),
  );
}
