import { fieldOf } from "./document-grammar.ts";
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from "./json.ts";
import { appendPointer } from "./json-pointer.ts";
import type { Contract } from "./model.ts";

/** What schemas are read in: a contract, mostly. */
export type SchemaWorld = Pick<Contract, "resolve">;

/** A schema and the JSON Pointer under which it stands in the bundled document. */
export interface Place {
  readonly schema: JsonSchema;
  readonly pointer: string;
}

/** A schema object whose keywords can be read without following anything. */
export interface Facet {
  readonly schema: JsonObject;
  readonly pointer: string;
}

/** The place of a keyword's schema below a facet. */
export function placeBelow(
  facet: Facet,
  ...tokens: readonly [string, ...(string | number)[]]
): Place | undefined {
  let value: JsonValue | undefined = facet.schema;
  for (const token of tokens) {
    if (Array.isArray(value)) value = value[Number(token)];
    else value = isObject(value) && Object.hasOwn(value, token) ? value[String(token)] : undefined;
  }
  if (!isObject(value) && typeof value !== "boolean") return undefined;
  return { schema: value, pointer: appendPointer(facet.pointer, ...tokens) };
}

/** The places of the schemas of keywords: each of which holds one schema, a list or a map of them. */
export function placesBelow(facet: Facet, ...keywords: readonly string[]): Place[] {
  return keywords.flatMap((keyword) => {
    if (fieldOf("schema", keyword).shape === "one") return placeBelow(facet, keyword) ?? [];
    const keys = Object.keys(facet.schema[keyword] ?? {});
    return keys.flatMap((key) => placeBelow(facet, keyword, key) ?? []);
  });
}

/** The schemas of a property of a value that the facets describe. */
export function propertyPlaces(facets: readonly Facet[], name: string): Place[] {
  return facets.flatMap((facet) => {
    const own = placeBelow(facet, "properties", name);
    const patterns = patternPlaces(facet, name);
    const known = own === undefined ? patterns : [own, ...patterns];
    const rest = known.length > 0 ? undefined : placeBelow(facet, "additionalProperties");
    return rest === undefined ? known : [rest];
  });
}

function patternPlaces(facet: Facet, name: string): Place[] {
  const patterns = facet.schema["patternProperties"];
  if (!isObject(patterns)) return [];
  return Object.keys(patterns)
    .filter((pattern) => new RegExp(pattern, "u").test(name))
    .flatMap((pattern) => placeBelow(facet, "patternProperties", pattern) ?? []);
}

/** How many first items of an array the facets describe each by itself. */
export function firstItems(facets: readonly Facet[]): number {
  return Math.max(0, ...facets.map((facet) => placesBelow(facet, "prefixItems").length));
}

/** The schemas of an item of an array that the facets describe. */
export function itemPlaces(facets: readonly Facet[], index: number): Place[] {
  return facets.flatMap((facet) => {
    const own = placesBelow(facet, "prefixItems")[index] ?? placeBelow(facet, "items");
    return own === undefined ? [] : [own];
  });
}
