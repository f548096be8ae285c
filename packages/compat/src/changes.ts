import type { Identity } from "@workflow-api/conformance/reports";
import type { Contract, OpenQuestion } from "@workflow-api/contract";
import {
  appendPointer,
  groupBy,
  isEqual,
  isObject,
  isWithin,
  type JsonObject,
  type JsonValue,
  valueAt,
} from "@workflow-api/contract/json";
import { type AcceptedBreak, acceptanceOf } from "./accepted.ts";
import { type Audience, audiences, type Change, type ChangePlace } from "./change.ts";
import type { Difference } from "./difference.ts";
import { createReplay, type Replay } from "./replay.ts";
import { changeOf, keywordAt, parentOf, type Subject, subjectOf, subjectText } from "./wording.ts";

/** Two contracts, to describe how one became the other. */
export interface Versions {
  readonly old: Contract;
  readonly changed: Contract;
}

/** What has changed at a place, in words. */
interface Description {
  readonly subject: Subject;
  /** As a sentence. */
  readonly summary: string;
  /** In the new contract, or in the old one for a removal. */
  readonly contract: Contract;
  readonly pointer: string;
}

/** A place in one of the two contracts. */
interface Site {
  readonly contract: Contract;
  readonly pointer: string;
  readonly value: JsonValue;
}

/** Describes what differs at a place: by the values there that the other contract does not have. */
function describe({ changed, old }: Versions, spot: Difference): Description {
  const before = sitesOf(old, spot.oldPointers);
  const after = sitesOf(changed, spot.newPointers);
  const removed = before.filter((each) => !isAmong(each, after));
  const added = after.filter((each) => !isAmong(each, before));
  const isSame = removed.length + added.length === 0;
  const [was] = isSame ? before : removed;
  const [is] = isSame ? after : added;
  const [pointer = spot.oldPointers[0] ?? ""] = spot.newPointers;
  const place = is ?? was ?? { contract: changed, pointer };
  // Of two objects, the members that differ are named.
  const isInside = spot.summary !== "" || (isObject(was?.value) && isObject(is?.value));
  return {
    ...place,
    subject: subjectOf(place.contract, isInside ? place.pointer : parentOf(place.pointer)),
    summary: spot.summary || changeOf(keywordAt(place.pointer), memberAt(was), memberAt(is)),
  };
}

function memberAt(site: Site | undefined): JsonObject {
  return site === undefined ? {} : { [keywordAt(site.pointer)]: site.value };
}

function sitesOf(contract: Contract, pointers: readonly string[]): Site[] {
  return pointers.flatMap((pointer) => {
    const { document, sourceDocument } = contract;
    const value = valueAt(document, pointer) ?? valueAt(sourceDocument, pointer);
    return value === undefined ? [] : [{ contract, pointer, value }];
  });
}

function isAmong({ pointer, value }: Site, sites: readonly Site[]): boolean {
  return sites.some(
    (each) => keywordAt(each.pointer) === keywordAt(pointer) && isEqual(each.value, value),
  );
}

/** The place of what is described. */
function placeOf({ contract, pointer, subject }: Description): ChangePlace {
  return { subject: subjectText(subject), location: contract.locate(pointer) };
}

/** What has changed at one place. */
interface Edit {
  readonly description: Description;
  /** All that are described alike. */
  readonly differences: readonly Difference[];
  readonly accepted: Change["accepted"];
}

/**
 * The changes that explain all differences. Equal edits of several operations or components are one
 * change: one counterexample shows what all of them break.
 */
export function changesOf(
  versions: Versions,
  differences: readonly Difference[],
  accepted: readonly AcceptedBreak[],
): Change[] {
  const replay = createReplay(versions);
  const equal = groupBy(editsOf(versions, differences, accepted), (edit) => {
    const { subject, summary } = edit.description;
    const parties = audiences.filter((whom) =>
      edit.differences.some((each) => mayBreak(each, whom)),
    );
    return JSON.stringify([subject.rest, summary, parties, edit.accepted]);
  });
  return [...equal.values()].flatMap((edits) => changeBy(edits, replay));
}

/** Whether it is not proved that a difference does not break someone. */
function mayBreak({ breaksBuild, parties }: Difference, whom: Audience): boolean {
  return whom === "build" ? breaksBuild : parties.includes(whom);
}

function editsOf(
  versions: Versions,
  differences: readonly Difference[],
  accepted: readonly AcceptedBreak[],
): Edit[] {
  const closed = closedQuestions(versions);
  const described = differences.map((difference) => {
    const { summary, ...place } = describe(versions, difference);
    const answered = closed.find((question) => isAbout(question, place.pointer));
    const answer = answered === undefined ? "" : ` It answers the open question ${answered.id}.`;
    return { difference, description: { ...place, summary: `${summary}${answer}` } };
  });
  const alike = groupBy(described, ({ description: { subject, summary } }) =>
    JSON.stringify([subject, summary]),
  );
  return [...alike.values()].flatMap((group) => {
    const all = group.map(({ difference }) => difference);
    const sunset = all.find((each) => each.sunset !== undefined)?.sunset;
    const acceptance = sunset ?? acceptanceOf(all.map(identityOf), accepted);
    return group.slice(0, 1).map(({ description }) => ({
      description,
      differences: all,
      accepted: acceptance,
    }));
  });
}

function changeBy(edits: readonly Edit[], replay: Replay): Change[] {
  const [first] = edits;
  if (first === undefined) return [];
  const { accepted, description } = first;
  const differences = edits.flatMap((edit) => edit.differences);
  const counterexamples = replay(differences);
  const isShown = (whom: Audience): boolean =>
    whom === "build" || counterexamples.some((each) => each.for === whom);
  const affected = audiences.filter((whom) => differences.some((each) => mayBreak(each, whom)));
  const undecided = affected.filter((whom) => !isShown(whom));
  const isWritten = differences.some((each) => each.isWritten);
  const reason = isWritten ? "it is compared as it is written" : "no sample shows whether it does";
  return [
    {
      ...placeOf(description),
      breaks: affected.filter(isShown),
      mayBreak: undecided,
      summary: description.summary,
      reason: undecided.length > 0 ? reason : "",
      places: edits.map((edit) => placeOf(edit.description)),
      identities: differences.map(identityOf),
      accepted,
      counterexamples,
      isText: differences.every((each) => each.isText),
    },
  ];
}

function identityOf({ at, code, keyword, operationId, part }: Difference): Identity {
  const place = [code, part].filter((each) => each !== undefined).join(" ");
  return { name: "changed", operationId, part: appendPointer(`${place} `, ...at).trim(), keyword };
}

/** The open questions that the new contract no longer has. */
function closedQuestions({ changed, old }: Versions): OpenQuestion[] {
  const ids = new Set(changed.openQuestions.map(({ id }) => id));
  return old.openQuestions.filter(({ id }) => !ids.has(id));
}

function isAbout({ places }: OpenQuestion, pointer: string): boolean {
  // Which fields are required is said beside them.
  const fields = pointer.endsWith("/required") && `${parentOf(pointer)}/properties`;
  return places.some(
    (place) =>
      isWithin(pointer, place) ||
      (fields !== false && (isWithin(place, fields) || isWithin(fields, place))),
  );
}
