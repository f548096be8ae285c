import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import { type Facet, propertyNames, propertyPlaces, sampleOf } from "@workflow-api/contract/samples";
import { stringCandidates } from "./strings.ts";
import type { SchemaWorld } from "./worlds.ts";

/**
 * An object with so many more members, of names that its schemas are likely to allow: declared ones, those that
 * `propertyNames` lists, those of a pattern, and any others.
 */
export function withFurtherMembers(
  world: SchemaWorld,
  facets: readonly Facet[],
  value: JsonObject,
  count: number,
): JsonObject[] {
  const [sample = "text"] = Object.values(value);
  const isFree = (name: string): boolean => name !== "" && value[name] === undefined;
  const known = [...propertyNames(facets), ...listedNames(facets)].filter(isFree);
  const numbered = Array.from({ length: count }, (_, index) => `member_${index}`);
  const choices = [
    [...known, ...numbered],
    ...patternsOf(facets).map((pattern) => [
      ...known,
      ...stringCandidates([{ schema: { type: "string", pattern }, pointer: "" }], world.seed),
    ]),
  ];
  return choices.flatMap((names) => {
    const chosen = [...new Set(names.filter(isFree))].slice(0, count);
    if (chosen.length < count) return [];
    const members = chosen.map((name): [string, JsonValue] => {
      const places = propertyPlaces(facets, name);
      return [name, (places.length > 0 ? sampleOf(world, places) : undefined) ?? sample];
    });
    return [{ ...value, ...Object.fromEntries(members) }];
  });
}

function patternsOf(facets: readonly Facet[]): string[] {
  return facets.flatMap(({ schema: { patternProperties, propertyNames: names } }) => [
    ...(isObject(patternProperties) ? Object.keys(patternProperties) : []),
    ...(isObject(names) && typeof names["pattern"] === "string" ? [names["pattern"]] : []),
  ]);
}

function listedNames(facets: readonly Facet[]): string[] {
  return facets.flatMap(({ schema: { propertyNames: names } }) =>
    isObject(names) && Array.isArray(names["enum"]) ? names["enum"].map(String) : [],
  );
}
