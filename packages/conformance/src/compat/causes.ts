import { type Contract, parsePointer } from "@workflow-api/contract";
import type { Break } from "./break.ts";
import type { BuildBreak } from "./breaks-of-build.ts";
import type { ListedChange } from "./listed-changes.ts";
import { reachOf, touches } from "./reach.ts";

/** Something that no longer holds, with a witness or in the eyes of the compiler. */
export type Broken = Break | BuildBreak;

/** What of a change that is made alone is known: what it breaks, with a witness or in the eyes of the compiler. */
export interface Tried {
  breaks(change: ListedChange): readonly Break[] | undefined;
  buildBreaks(change: ListedChange): Promise<readonly BuildBreak[] | undefined>;
}

/** A change, and what it breaks. */
export interface Cause {
  readonly change: ListedChange;
  readonly broken: Broken;
}

/**
 * The changes that something that breaks comes from. Of several that are at its places it is those that break the same
 * alone; where none does, those that name what it names or are rated highest.
 */
export async function causesOf(
  near: readonly ListedChange[],
  tried: Tried,
  broken: Broken,
): Promise<Cause[]> {
  const telling = near.filter((change) => !isProse(change));
  if (telling.length < 2)
    return (telling.length === 0 ? near : telling).map((change) => ({ change, broken }));
  if ("part" in broken) return await causesOfBuildBreak(telling, tried, broken);
  return causesOfBreak(telling, tried, broken).map((change) => ({ change, broken }));
}

/** The changes at the places of something that breaks. */
export function changesAt(
  old: Contract,
  changed: Contract,
  listed: readonly ListedChange[],
  { newPlaces, oldPlaces }: Broken,
): ListedChange[] {
  const inOld = new Set(oldPlaces.flatMap((place) => [...reachOf(old, place)]));
  const inNew = new Set(newPlaces.flatMap((place) => [...reachOf(changed, place)]));
  return listed.filter(
    ({ newPointer, oldPointer }) =>
      (oldPointer !== undefined && touches(oldPointer, inOld)) ||
      (newPointer !== undefined && touches(newPointer, inNew)),
  );
}

function causesOfBreak(near: readonly ListedChange[], { breaks }: Tried, broken: Break): ListedChange[] {
  const tried = near.map((change) => ({ change, found: breaks(change) }));
  for (const isSame of [isSameBreak, isAboutTheSame]) {
    const causes = tried.filter(({ found }) => found?.some((each) => isSame(each, broken)));
    if (causes.length > 0) return causes.map(({ change }) => change);
  }
  // What is known to break nothing of the kind is not blamed, unless it takes several changes together.
  const unknown = tried.filter(({ found }) => found === undefined).map(({ change }) => change);
  return likeliest(unknown.length > 0 ? unknown : near, broken.reason);
}

function isSameBreak(one: Break, other: Break): boolean {
  return isOfTheSame(one, other) && one.reason === other.reason;
}

/** Whether two breaks are of the same part of an operation's requests or answers. */
function isAboutTheSame(one: Break, other: Break): boolean {
  return isOfTheSame(one, other) && one.oldPlaces.some((place) => other.oldPlaces.includes(place));
}

function isOfTheSame(one: Break, other: Break): boolean {
  const isAlike = one.for === other.for && one.operationId === other.operationId;
  return isAlike && (one.answer === undefined) === (other.answer === undefined);
}

/** The compiler gives one reason for each part, whatever else there is: so each change has its own. */
async function causesOfBuildBreak(
  near: readonly ListedChange[],
  { buildBreaks }: Tried,
  broken: BuildBreak,
): Promise<Cause[]> {
  const typed = near.filter(({ newPointer, oldPointer, property }) => {
    const name = property ?? parsePointer(newPointer ?? oldPointer ?? "").at(-1) ?? "";
    return !untyped.has(name);
  });
  const causes: Cause[] = [];
  for (const change of typed.length > 1 ? typed : []) {
    const found = await buildBreaks(change);
    const same = found?.filter(
      ({ operationId, part }) => operationId === broken.operationId && part === broken.part,
    );
    causes.push(...(same ?? []).map((own) => ({ change, broken: own })));
  }
  if (causes.length > 0) return causes;
  return likeliest(typed.length > 0 ? typed : near, broken.reason).map((change) => ({ change, broken }));
}

/** Keywords that a type does not show. */
const untyped: ReadonlySet<string> = new Set([
  ...[
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
  ],
  ...["default", "exclusiveMaximum", "exclusiveMinimum", "multipleOf", "pattern", "uniqueItems"],
]);

const ratings: Readonly<Record<ListedChange["rating"], number>> = { major: 4, minor: 2, patch: 0 };

/** What is named is likelier than what is rated higher. */
function likeliest(near: readonly ListedChange[], reason: string): ListedChange[] {
  const scored = near.map((change) => ({
    change,
    score: ratings[change.rating] + (isNamed(change, reason) ? 5 : 0),
  }));
  const best = Math.max(...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score === best).map(({ change }) => change);
}

/** Whether a change only tells people something. */
function isProse({ newPointer, oldPointer }: ListedChange): boolean {
  const place = newPointer ?? oldPointer ?? "";
  return /(?<!\/properties)\/(description|summary|title|examples?|externalDocs|tags|deprecated)(\/|$)/.test(
    place,
  );
}

function isNamed({ words, newPointer, oldPointer }: ListedChange, reason: string): boolean {
  const [, name] = /.*\/(?:properties|headers)\/([^/]+)/.exec(newPointer ?? oldPointer ?? "") ?? [];
  // The keyword in brackets is no name.
  const known = new Set(reason.replace(/ \(\w+\)\.$/, "").split(/[^\w-]+/));
  return [...words, ...(name === undefined ? [] : [name])].some((word) => known.has(word));
}
