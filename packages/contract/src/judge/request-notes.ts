import leven from "leven";
import type { HttpRequest, Note } from "../messages.ts";
import type { Operation, Parameter, ParameterValues } from "../model.ts";
import { locationKey, locations, type Pair } from "../wire/locations.ts";
import { isNamedBy } from "../wire/read.ts";

/**
 * Notes on a request: unknown query names, values of variables that are not set, a plus sign that is
 * read as a space, a comma within an item of a list, an undeclared body.
 *
 * @param pairs - Those of the query.
 * @param values - Those of the parameters, by their keys.
 */
export function notesOn(
  operation: Operation,
  request: HttpRequest,
  pairs: readonly Pair[],
  values: ParameterValues,
): Note[] {
  const { operationId, parameters, requestBody, security } = operation;
  const queried = parameters.filter((parameter) => parameter.in === "query");
  const schemes = security.flat().map(({ key }) => key);
  const isKnown = (pair: Pair): boolean =>
    schemes.includes(locationKey("query", pair[0])) ||
    queried.some((each) => each.members.isOpen || isNamedBy(each, pair));
  const unknown = [...new Set(pairs.filter((pair) => !isKnown(pair)).map(([name]) => name))];
  const known = queried.flatMap(queryNames);
  const rarelyMeant = parameters.flatMap(({ explode, in: place, isList, key, name }) => {
    const items = [values.get(key) ?? []].flat();
    const item = items.find((each) => String(each).includes(","));
    if (place !== "query" || !isList || item === undefined) return [];
    const form = explode ? `${name}=a&${name}=b` : `${name}=a,b`;
    return [{ part: key, message: `has one item ${JSON.stringify(item)}: two are ${form}` }];
  });
  return [
    ...unknown.map((name) => {
      const meant = nearestName(name, known);
      const hint = meant === undefined ? "" : `: ${meant} was probably meant`;
      const message = `is ignored, because ${operationId} has no such parameter${hint}`;
      return { part: `query ${name}`, message };
    }),
    ...(requestBody === undefined && request.body !== ""
      ? [{ part: "body", message: `is ignored, because ${operationId} takes none` }]
      : []),
    ...rarelyMeant,
    ...pairs.filter(isKnown).flatMap((pair) => valueNotes(queried, pair)),
  ];
}

function valueNotes(queried: readonly Parameter[], [name, text = ""]: Pair): Note[] {
  const part = locationKey("query", name);
  const value = locations.query.decode(text);
  const offset = /\+\d\d(?::|%3A)?\d\d$/i.exec(text)?.[0];
  const types = queried.find((each) => each.name === name)?.shape.types ?? [];
  const isUnset = unset.has(value) && !(value === "null" && types.includes("null"));
  return [
    ...(isUnset ? [{ part, message: `is ${value}: was a variable not set?` }] : []),
    ...(offset === undefined
      ? []
      : [{ part, message: `ends with ${offset}, whose + is a space in a query: write %2B` }]),
  ];
}

/** What JavaScript writes for values that are no strings. */
const unset: ReadonlySet<string> = new Set(["undefined", "null", "NaN", "[object Object]"]);

function queryNames({ members, name }: Parameter): string[] {
  return members.names.size > 0 ? [...members.names] : [name];
}

/**
 * The name that was probably meant: the same except for brackets, punctuation and case
 * (`include[]`, `page_size`), or with a few other letters (`limt`).
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(name);
  const ranked = known
    .map((each) => ({ each, distance: typosBetween(letters, lettersOf(each)) }))
    .filter(({ distance, each }) => distance <= Math.min(2, lettersOf(each).length / 3));
  return ranked.sort((a, b) => a.distance - b.distance)[0]?.each;
}

function lettersOf(name: string): string {
  return name
    .slice(0, 100)
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}

/** The letters to add, remove or change; letters in another order are one typo (`limti`). */
function typosBetween(a: string, b: string): number {
  const distance = leven(a, b);
  const isReordered = a.length === b.length && [...a].sort().join() === [...b].sort().join();
  return isReordered ? Math.min(1, distance) : distance;
}
