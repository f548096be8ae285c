import { isObject, type JsonValue } from "../json.ts";
import type { Sender } from "../one-way.ts";
import { branchesOf, conditionals, facetsOf } from "../schema-facets.ts";
import type { Facet, SchemaWorld } from "../schema-places.ts";

/** What samples are made with. */
export interface SampleWorld extends SchemaWorld {
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
