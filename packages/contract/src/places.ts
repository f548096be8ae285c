import {
  appendPointer,
  isEqual,
  isObject,
  type JsonObject,
  type JsonValue,
  pointerOfReference,
  valueAt,
} from "./json.ts";
import type { SchemaPlace } from "./model.ts";

/** An object schema in its place. */
export interface Facet extends SchemaPlace {
  readonly schema: JsonObject;
}

/** The place of a schema in a document. */
export function placeAt(document: JsonObject, pointer: string): SchemaPlace {
  const schema = valueAt(document, pointer);
  return { schema: isObject(schema) || typeof schema === "boolean" ? schema : true, pointer };
}

/**
 * The place below a schema, such as that of a property: `below(place, "properties", "id")`.
 * `undefined`: there is none.
 */
export function below(
  place: SchemaPlace,
  ...tokens: readonly (string | number)[]
): SchemaPlace | undefined {
  const found = isObject(place.schema)
    ? valueAt(place.schema, appendPointer("", ...tokens))
    : undefined;
  if (!isObject(found) && typeof found !== "boolean") return undefined;
  return { schema: found, pointer: appendPointer(place.pointer, ...tokens) };
}

/**
 * The schemas that all hold for a value of these places: each itself, what its `$ref` names, and
 * each of its `allOf`, in that order. A place of the schema `true` adds none.
 */
export function facetsOf(document: JsonObject, places: readonly SchemaPlace[]): Facet[] {
  const found = new Map<string, Facet>();
  const visit = (place: SchemaPlace): void => {
    if (!isObject(place.schema) || found.has(place.pointer)) return;
    found.set(place.pointer, { schema: place.schema, pointer: place.pointer });
    const reference = place.schema["$ref"];
    if (typeof reference === "string") visit(placeAt(document, pointerOfReference(reference)));
    for (const part of partsOf(place, "allOf")) visit(part);
  };
  places.forEach(visit);
  return [...found.values()];
}

/** The branches of each `oneOf` and `anyOf` of these facets: one list for each keyword. */
export function choicesOf(facets: readonly Facet[]): SchemaPlace[][] {
  const lists = facets.flatMap((facet) => [partsOf(facet, "oneOf"), partsOf(facet, "anyOf")]);
  return lists.filter((branches) => branches.length > 0);
}

/** The schemas of a keyword that holds a list of them. */
export function partsOf(place: SchemaPlace, keyword: "allOf" | "anyOf" | "oneOf"): SchemaPlace[] {
  const parts = isObject(place.schema) ? place.schema[keyword] : undefined;
  return Array.isArray(parts)
    ? parts.flatMap((_, index) => below(place, keyword, index) ?? [])
    : [];
}

/** The names of the members that facets declare, in the order of the document. */
export function propertyNames(facets: readonly Facet[]): string[] {
  return [...new Set(facets.flatMap(({ schema }) => Object.keys(schema["properties"] ?? {})))];
}

/**
 * What facets say of a member: its properties and the patterns that its name matches, else
 * `additionalProperties`.
 */
export function propertyPlaces(facets: readonly Facet[], name: string): SchemaPlace[] {
  return facets.flatMap((each) => {
    const matching = patternsOf(each).filter((pattern) => new RegExp(pattern, "u").test(name));
    const own = [
      ["properties", name],
      ...matching.map((pattern) => ["patternProperties", pattern]),
    ];
    const found = own.flatMap((tokens) => below(each, ...tokens) ?? []);
    return found.length > 0 ? found : (below(each, "additionalProperties") ?? []);
  });
}

/** The patterns of names that a facet says something of. */
export function patternsOf({ schema }: Facet): string[] {
  return Object.keys(schema["patternProperties"] ?? {});
}

/** What facets say of the items of a list. */
export function itemPlaces(facets: readonly Facet[]): SchemaPlace[] {
  return facets.flatMap((facet) => below(facet, "items") ?? []);
}

/** The names of the members that facets require. */
export function requiredNames(facets: readonly Facet[]): Set<string> {
  return new Set(
    facets.flatMap(({ schema: { required } }) =>
      Array.isArray(required) ? required.map(String) : [],
    ),
  );
}

/** A type of JSON Schema. */
export type SchemaType = "array" | "boolean" | "integer" | "null" | "number" | "object" | "string";

const allTypes: readonly SchemaType[] = [
  "string",
  "integer",
  "number",
  "boolean",
  "null",
  "object",
  "array",
];

/** The types that a value of these places may have: by `type`, `const`, `enum` and the branches. */
export function typesOf(document: JsonObject, places: readonly SchemaPlace[]): SchemaType[] {
  const facets = facetsOf(document, places);
  const chosen = choicesOf(facets).map((list) =>
    list.flatMap((branch) => typesOf(document, [branch])),
  );
  const limits = [...facets.flatMap(({ schema }) => statedTypes(schema)), ...chosen];
  return allTypes.filter((type) =>
    limits.every(
      (limit) => limit.includes(type) || (type === "integer" && limit.includes("number")),
    ),
  );
}

function statedTypes({ type, const: value, enum: values }: JsonObject): SchemaType[][] {
  return [
    ...(type === undefined ? [] : [[type].flat() as SchemaType[]]),
    ...(value === undefined ? [] : [typesOfValue(value)]),
    ...(Array.isArray(values) ? [values.flatMap(typesOfValue)] : []),
  ];
}

function typesOfValue(value: JsonValue): SchemaType[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  if (typeof value === "number")
    return Number.isInteger(value) ? ["integer", "number"] : ["number"];
  return [typeof value as SchemaType];
}

/** The only values that facets allow, by `const` and `enum`. `undefined`: neither is stated. */
export function listedValues(facets: readonly Facet[]): JsonValue[] | undefined {
  const [first, ...rest] = facets.flatMap(({ schema: { const: value, enum: values } }) => [
    ...(value === undefined ? [] : [[value]]),
    ...(Array.isArray(values) ? [values] : []),
  ]);
  return first?.filter((value) =>
    rest.every((list) => list.some((other) => isEqual(value, other))),
  );
}
