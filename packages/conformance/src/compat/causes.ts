import { type Contract, parsePointer } from "@workflow-api/contract";
import type { Alone } from "./alone.ts";
import type { Break } from "./break.ts";
import type { BuildBreak } from "./breaks-of-build.ts";
import type { ListedChange } from "./listed-changes.ts";
import { reachOf, touches } from "./reach.ts";

/** Something that no longer holds, with a witness or in the eyes of the compiler. */
export type Broken = Break | BuildBreak;

/**
 * The changes that something that breaks comes from. Of several that are at its places it is those that break the same
 * alone; where none does, those that name what it names or are rated highest.
 */
export function causesOf(
  old: Contract,
  changed: Contract,
  listed: readonly ListedChange[],
  alone: Alone,
  broken: Broken,
): ListedChange[] {
  const { newPlaces, oldPlaces } = broken;
  const inOld = new Set(oldPlaces.flatMap((place) => [...reachOf(old, place)]));
  const inNew = new Set(newPlaces.flatMap((place) => [...reachOf(changed, place)]));
  const near = listed.filter(
    ({ newPointer, oldPointer }) =>
      (oldPointer !== undefined && touches(oldPointer, inOld)) ||
      (newPointer !== undefined && touches(newPointer, inNew)),
  );
  const telling = near.filter((change) => !isProse(change));
  if (telling.length < 2) return telling.length === 0 ? near : telling;
  return "request" in broken ? causesOfBreak(telling, alone, broken) : causesOfBuildBreak(telling, broken);
}

function causesOfBreak(near: readonly ListedChange[], alone: Alone, broken: Break): ListedChange[] {
  const tried = near.map((change) => ({ change, found: alone(change) }));
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

function causesOfBuildBreak(near: readonly ListedChange[], { reason }: BuildBreak): ListedChange[] {
  const typed = near.filter(({ newPointer, oldPointer, property }) => {
    const name = property ?? parsePointer(newPointer ?? oldPointer ?? "").at(-1) ?? "";
    return !untyped.has(name);
  });
  return likeliest(typed.length > 0 ? typed : near, reason);
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
