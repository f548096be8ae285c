import type { Identity } from "@workflow-api/conformance/reports";
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
import { type AcceptedBreak, acceptanceOf } from "./accepted.ts";
import { type Audience, audiences, type Change, type ChangePlace } from "./change.ts";
import type { Difference } from "./difference.ts";
import type { Counterexample } from "./replay.ts";
import { changeOf, keywordAt, parentOf, type Subject, subjectOf, subjectText } from "./wording.ts";

/** Two contracts, to describe how one became the other. */
export interface Versions {
  readonly old: Contract;
  readonly changed: Contract;
}

/** What has changed at a place, in words. */
export interface Description {
  readonly subject: Subject;
  /** As a sentence. */
  readonly summary: string;
  /** In the new contract, or in the old one for a removal. */
  readonly contract: Contract;
  readonly pointer: string;
}

/** Where something differs, in both contracts. */
export type Spot = Pick<Difference, "newPointers" | "oldPointers" | "summary">;

/** A place in one of the two contracts. */
interface Site {
  readonly contract: Contract;
  readonly pointer: string;
  readonly value: JsonValue;
}

/** Describes what differs at a place: by the values there that the other contract does not have. */
export function describe({ changed, old }: Versions, spot: Spot): Description {
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
  const name = keywordAt(place.pointer);
  const oldName = was === undefined ? name : keywordAt(was.pointer);
  return {
    ...place,
    subject: subjectOf(place.contract, isInside ? place.pointer : parentOf(place.pointer)),
    summary: spot.summary || changeOf(name, was?.value, is?.value, oldName),
  };
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
export function placeOf({ contract, pointer, subject }: Description): ChangePlace {
  return { subject: subjectText(subject), location: contract.locate(pointer) };
}

/** What has changed at one place. */
interface Edit {
  readonly description: Description;
  /** All that are described alike. */
  readonly differences: readonly Difference[];
  readonly counterexamples: readonly Counterexample[];
  readonly accepted: Change["accepted"];
}

/**
 * The changes that explain all differences. Equal edits of several operations or components are one
 * change: one example shows what all of them break.
 */
export function changesOf(
  versions: Versions,
  differences: readonly Difference[],
  counterexamples: ReadonlyMap<Difference, readonly Counterexample[]>,
  accepted: readonly AcceptedBreak[],
): Change[] {
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
  const edits = [...alike.values()].flatMap((group): Edit | readonly [] => {
    const [first] = group;
    const all = group.map(({ difference }) => difference);
    const shown = all.flatMap((each) => counterexamples.get(each) ?? []);
    const sunset = all.find((each) => each.sunset !== undefined)?.sunset;
    return first === undefined
      ? []
      : {
          description: first.description,
          differences: all,
          counterexamples: shown,
          accepted: sunset ?? acceptanceOf(all.map(identityOf), accepted),
        };
  });
  const equal = groupBy(edits, (edit) => {
    const { accepted: acceptance, description } = edit;
    const { breaks, mayBreak } = effectsOf([edit]);
    const affected = audiences.filter((each) => breaks.includes(each) || mayBreak.includes(each));
    return JSON.stringify([description.subject.rest, description.summary, affected, acceptance]);
  });
  return [...equal.values()].flatMap(changeBy);
}

function effectsOf(edits: readonly Edit[]): Pick<Change, "breaks" | "mayBreak"> {
  const differences = edits.flatMap((edit) => edit.differences);
  const possible = new Set<Audience>(differences.flatMap(({ parties }) => parties));
  const shown = new Set<Audience>(
    edits.flatMap((edit) => edit.counterexamples.map((each) => each.for)),
  );
  if (differences.some(({ breaksBuild }) => breaksBuild)) shown.add("build");
  return {
    breaks: audiences.filter((whom) => shown.has(whom)),
    mayBreak: audiences.filter((whom) => possible.has(whom) && !shown.has(whom)),
  };
}

function changeBy(edits: readonly Edit[]): Change[] {
  const [first] = edits;
  if (first === undefined) return [];
  const { accepted, description } = first;
  const differences = edits.flatMap((edit) => edit.differences);
  const effects = effectsOf(edits);
  const isWritten = differences.some((each) => each.isWritten);
  const reason = isWritten ? "it is compared as it is written" : "no sample shows whether it does";
  return [
    {
      ...placeOf(description),
      ...effects,
      summary: description.summary,
      reason: effects.mayBreak.length > 0 ? reason : "",
      places: edits.map((edit) => placeOf(edit.description)),
      identities: differences.map(identityOf),
      accepted,
      counterexamples: edits.flatMap(({ counterexamples }) => counterexamples),
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
