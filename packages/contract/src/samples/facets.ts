import { isObject, type JsonObject, type JsonSchema, type JsonValue } from "../json.ts";
import { appendPointer } from "../json-pointer.ts";
import type { Contract } from "../model.ts";
import type { Sender } from "../one-way.ts";

/** A schema and the JSON Pointer under which it stands in the bundled document. */
export interface Place {
  readonly schema: JsonSchema;
  readonly pointer: string;
}

/** A schema object that holds for a value unconditionally: its keywords can be read without following anything. */
export interface Facet {
  readonly schema: JsonObject;
  readonly pointer: string;
}

/** What samples are made with. */
export interface SampleWorld {
  readonly resolve: Contract["resolve"];
  readonly judge: {
    /** Whether a value is valid by all of the schemas at these JSON Pointers. */
    accepts(pointers: readonly string[], value: JsonValue): boolean;
  };
  /** Who sends the value: it decides whether `readOnly` or `writeOnly` properties are left out. */
  readonly sender: Sender;
  /** Whether an object has every property that is declared, or, as far as that will do, those that are required. */
  readonly members: "all" | "required";
  /**
   * Texts that are likely to be valid by the facets, the most telling first; not all of them need be.
   * @param name What the value is called: the property that it is in. The empty text: nothing.
   */
  texts(facets: readonly Facet[], name: string): Iterable<string>;
}

/** The place of a keyword's schema below a facet. */
export function placeBelow(
  facet: Facet,
  ...tokens: readonly [string, ...(string | number)[]]
): Place | undefined {
  let value: JsonValue | undefined = facet.schema;
  for (const token of tokens) {
    if (Array.isArray(value)) value = value[Number(token)];
    else value = isObject(value) ? value[String(token)] : undefined;
  }
  if (!isObject(value) && typeof value !== "boolean") return undefined;
  return { schema: value, pointer: appendPointer(facet.pointer, ...tokens) };
}

/** The places of a keyword that holds a list of schemas. */
export function listBelow(facet: Facet, keyword: string): Place[] {
  const list = facet.schema[keyword];
  if (!Array.isArray(list)) return [];
  return list.flatMap((_, index) => placeBelow(facet, keyword, index) ?? []);
}

/** Follows the references and the `allOf` of schemas that all hold for one value. */
export function facetsOf(world: SampleWorld, places: readonly Place[]): Facet[] {
  const found = new Map<string, Facet>();
  const visit = (place: Place): void => {
    const { schema, pointer } = world.resolve(place.schema, place.pointer);
    if (!isObject(schema) || found.has(pointer)) return;
    const facet = { schema, pointer };
    found.set(pointer, facet);
    for (const part of listBelow(facet, "allOf")) visit(part);
  };
  for (const place of places) visit(place);
  return [...found.values()];
}

/**
 * More alternatives than this are not tried, unless one keyword alone has more branches: their number is the product of
 * those of each keyword.
 */
const mostAlternatives = 24;

/** The facets with one branch of each conditional keyword chosen, in every way; if those are too many, each branch once. */
export function alternativesOf(world: SampleWorld, facets: readonly Facet[], depth = 0): Facet[][] {
  const chooser = facets.findIndex(({ schema }) => conditionals.some((name) => schema[name] !== undefined));
  const facet = facets[chooser];
  const keyword = conditionals.find((name) => facet?.schema[name] !== undefined);
  if (facet === undefined || keyword === undefined || depth > 6) return [[...facets]];
  const { [keyword]: _, ...rest } = facet.schema;
  const others = facets.toSpliced(chooser, 1, { ...facet, schema: rest });
  return spreadOver(
    branchesOf(facet, keyword).map((branch) => {
      const known = new Set(others.map(({ pointer }) => pointer));
      const chosen = facetsOf(world, branch).filter(({ pointer }) => !known.has(pointer));
      return alternativesOf(world, [...others, ...chosen], depth + 1);
    }),
  );
}

/** The alternatives of every branch; of too many so many that each branch of a keyword is in one of them. */
function spreadOver(branches: readonly (readonly Facet[][])[]): Facet[][] {
  const all = branches.flat();
  if (all.length <= mostAlternatives) return all;
  const longest = Math.max(...branches.map(({ length }) => length));
  const most = Math.max(mostAlternatives, branches.length + longest);
  const chosen = new Set<Facet[]>();
  for (let round = 0; round < longest && chosen.size < most; round++) {
    for (const [index, alternatives] of branches.entries()) {
      // A branch that the others leave a choice within takes another than its neighbour does.
      const other = alternatives[(index + round * branches.length) % alternatives.length];
      const next =
        other !== undefined && !chosen.has(other) ? other : alternatives.find((one) => !chosen.has(one));
      if (next !== undefined) chosen.add(next);
    }
  }
  return [...chosen];
}

/** Keywords of which a value takes one branch or another. */
const conditionals = ["oneOf", "anyOf", "if", "dependentSchemas"] as const;

/** The schemas that hold together on each branch of a keyword, the most telling branch first. */
function branchesOf(facet: Facet, keyword: (typeof conditionals)[number]): Place[][] {
  if (keyword === "if") {
    const places = (...names: readonly string[]): Place[] =>
      names.flatMap((name) => placeBelow(facet, name) ?? []);
    return [places("if", "then"), places("else")];
  }
  if (keyword === "dependentSchemas") {
    const dependent = facet.schema[keyword];
    const names = isObject(dependent) ? Object.keys(dependent) : [];
    return [...names.map((name) => [placeBelow(facet, keyword, name) ?? []].flat()), []];
  }
  return listBelow(facet, keyword).map((branch) => [branch]);
}

/** Every value that the facets state under a keyword. */
export function stated(facets: readonly Facet[], keyword: string): JsonValue[] {
  return facets.flatMap(({ schema }) => {
    const value = schema[keyword];
    return value === undefined ? [] : [value];
  });
}

/** Every number that the facets state under a keyword. */
export function statedNumbers(facets: readonly Facet[], keyword: string): number[] {
  return stated(facets, keyword).filter((value) => typeof value === "number");
}

/** The greatest of the lower bounds that the facets state; `otherwise` if they state none. */
export function lowerBound(facets: readonly Facet[], keyword: string, otherwise: number): number {
  return Math.max(otherwise, ...statedNumbers(facets, keyword));
}

/** The least of the upper bounds that the facets state; `otherwise` if they state none. */
export function upperBound(facets: readonly Facet[], keyword: string, otherwise: number): number {
  return Math.min(otherwise, ...statedNumbers(facets, keyword));
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

/** The names of the properties that the facets declare. */
export function propertyNames(facets: readonly Facet[]): string[] {
  const names = stated(facets, "properties").flatMap((properties) =>
    isObject(properties) ? Object.keys(properties) : [],
  );
  return [...new Set(names)];
}

/** The names of the properties that the facets require. */
export function requiredNames(facets: readonly Facet[]): Set<string> {
  return new Set(stated(facets, "required").flatMap((list) => (Array.isArray(list) ? list.map(String) : [])));
}

/** The schemas of an item of an array that the facets describe. */
export function itemPlaces(facets: readonly Facet[], index: number): Place[] {
  return facets.flatMap((facet) => {
    const prefix = listBelow(facet, "prefixItems");
    const own = prefix[index] ?? placeBelow(facet, "items");
    return own === undefined ? [] : [own];
  });
}

/** JSON Schema's names of the types of JSON. */
export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

const allTypes: readonly JsonType[] = ["object", "array", "string", "integer", "number", "boolean", "null"];

/** Keywords that speak of one type only, by that type. */
const speaking: readonly [JsonType, readonly string[]][] = [
  [
    "object",
    ["properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties"],
  ],
  ["array", ["items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"]],
  ["string", ["pattern", "format", "minLength", "maxLength"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

/** The types that the facets allow, the most telling first; where they state none, those that their keywords speak of. */
export function typesOf(facets: readonly Facet[]): JsonType[] {
  const lists = stated(facets, "type").map((value) => [value].flat().map(String));
  if (lists.length > 0) return allTypes.filter((type) => lists.every((list) => allows(list, type)));
  const spoken = speaking.filter(([, keywords]) =>
    keywords.some((keyword) => stated(facets, keyword).length > 0),
  );
  return spoken.length > 0
    ? spoken.map(([type]) => type)
    : ["string", ...allTypes.filter((type) => type !== "string")];
}

function allows(list: readonly string[], type: string): boolean {
  return list.includes(type) || (type === "integer" && list.includes("number"));
}
