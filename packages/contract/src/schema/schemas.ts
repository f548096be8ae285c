import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  memberAt,
  pointerOfReference,
  valueAt,
} from "../json.ts";

/** A schema as it stands in the document, a `$ref` unresolved, by its JSON Pointer (RFC 6901). */
export interface SchemaLocation {
  /** The empty string: it is not part of the document. */
  readonly pointer: string;
  readonly schema: JsonSchema;
}

/** A schema that is an object. */
export interface ObjectSchema extends SchemaLocation {
  readonly schema: JsonObject;
}

/** The schema at a JSON Pointer of a document; `true` if there is none. */
export function locationAt(document: JsonObject, pointer: string): SchemaLocation {
  const schema = valueAt(document, pointer);
  return { schema: isObject(schema) || typeof schema === "boolean" ? schema : true, pointer };
}

/** The subschema of a schema: `subschemas(location, "properties", "id")`. Empty: there is none. */
export function subschemas(
  { pointer, schema }: SchemaLocation,
  ...tokens: readonly string[]
): SchemaLocation[] {
  const found = isObject(schema) ? tokens.reduce(memberAt, schema) : undefined;
  if (!isObject(found) && typeof found !== "boolean") return [];
  return [{ schema: found, pointer: appendPointer(pointer, ...tokens) }];
}

/** The subschemas of a keyword that lists them. */
export function branchLocations(
  location: SchemaLocation,
  keyword: "allOf" | "anyOf" | "oneOf",
): SchemaLocation[] {
  const parts = isObject(location.schema) ? location.schema[keyword] : undefined;
  return Array.isArray(parts)
    ? parts.flatMap((_, index) => subschemas(location, keyword, String(index)))
    : [];
}

/** The objects among schemas, with the targets of `$ref` and the members of `allOf`. */
export function schemasOf(
  document: JsonObject,
  locations: readonly SchemaLocation[],
): ObjectSchema[] {
  const found = new Map<string | JsonObject, ObjectSchema>();
  const visit = (location: SchemaLocation): void => {
    const { pointer, schema } = location;
    if (!isObject(schema) || found.has(pointer || schema)) return;
    found.set(pointer || schema, { schema, pointer });
    const reference = schema["$ref"];
    if (typeof reference === "string") visit(locationAt(document, pointerOfReference(reference)));
    branchLocations(location, "allOf").forEach(visit);
  };
  locations.forEach(visit);
  return [...found.values()];
}

/** The JSON Pointers to which references within schemas lead back, as in a tree. */
export function recursionsIn(document: JsonObject, schemas: readonly ObjectSchema[]): string[] {
  const found = new Set<string>();
  const visited = new Set<string>();
  const visitTarget = (pointer: string, above: readonly string[]): void => {
    if (above.includes(pointer)) found.add(pointer);
    if (above.includes(pointer) || visited.has(pointer)) return;
    visited.add(pointer);
    visit(valueAt(document, pointer), [...above, pointer]);
  };
  const visit = (value: JsonValue | undefined, above: readonly string[]): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, part] of Object.entries(value))
      if (name === "$ref" && typeof part === "string") visitTarget(pointerOfReference(part), above);
      else visit(part, above);
  };
  for (const { pointer, schema } of schemas) visit(schema, [pointer]);
  return [...found];
}

/** A type of JSON Schema. */
export type SchemaType = (typeof allTypes)[number];

/** All types of JSON Schema. */
export const allTypes = [
  "string",
  "integer",
  "number",
  "boolean",
  "null",
  "object",
  "array",
] as const;

/** What the keywords of a schema leave of the types, each by itself. */
export function statedTypes({ type, const: value, enum: values }: JsonObject): SchemaType[][] {
  return [
    ...(type === undefined ? [] : [[type].flat() as SchemaType[]]),
    ...(value === undefined ? [] : [[typeOfValue(value)]]),
    ...(Array.isArray(values) ? [values.map(typeOfValue)] : []),
  ];
}

function typeOfValue(value: JsonValue): SchemaType {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as SchemaType);
}
