import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  pointerOfReference,
  valueAt,
} from "./json.ts";

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
  ...tokens: readonly (number | string)[]
): SchemaLocation[] {
  const found = isObject(schema) ? valueAt(schema, appendPointer("", ...tokens)) : undefined;
  if (!isObject(found) && typeof found !== "boolean") return [];
  return [{ schema: found, pointer: appendPointer(pointer, ...tokens) }];
}

/** The subschemas of a keyword that lists them. */
export function partsOf(
  location: SchemaLocation,
  keyword: "allOf" | "anyOf" | "oneOf",
): SchemaLocation[] {
  const parts = isObject(location.schema) ? location.schema[keyword] : undefined;
  return Array.isArray(parts)
    ? parts.flatMap((_, index) => subschemas(location, keyword, index))
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
    partsOf(location, "allOf").forEach(visit);
  };
  locations.forEach(visit);
  return [...found.values()];
}

/** Finds the component schemas within others that lead back to themselves, such as trees. */
export function createRecursionFinder(
  document: JsonObject,
): (schemas: readonly ObjectSchema[]) => string[] {
  const targets = new Map<string, readonly string[]>();
  const targetsOf = (pointer: string): readonly string[] => {
    const found = targets.get(pointer) ?? targetsIn(valueAt(document, pointer));
    targets.set(pointer, found);
    return found;
  };
  const reachableFrom = (starts: readonly string[]): Set<string> => {
    const reached = new Set(starts);
    for (const pointer of reached) for (const target of targetsOf(pointer)) reached.add(target);
    return reached;
  };
  const isRecursive = (pointer: string): boolean => reachableFrom(targetsOf(pointer)).has(pointer);
  return (schemas) => {
    const starts = schemas.flatMap(({ pointer, schema }) => [pointer, ...targetsIn(schema)]);
    return [...reachableFrom(starts)].filter(isRecursive);
  };
}

/** The JSON Pointers that the references within a schema lead to. */
function targetsIn(value: JsonValue | undefined): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === "$ref" && typeof part === "string" ? [pointerOfReference(part)] : targetsIn(part),
  );
}

/** Which way a value is sent. `undefined`: either. */
export type Direction = "request" | "response" | undefined;

/** The names of the members that are not sent this way: `readOnly` and `writeOnly` ones. */
export function excludedNames(
  document: JsonObject,
  locations: readonly SchemaLocation[],
  direction: Direction,
): ReadonlySet<string> {
  if (direction === undefined) return new Set();
  const keyword = direction === "request" ? "readOnly" : "writeOnly";
  const schemas = schemasOf(document, locations);
  const names = schemas.flatMap(({ schema }) => Object.keys(schema["properties"] ?? {}));
  const isExcluded = (name: string): boolean => {
    const members = schemas.flatMap((each) => subschemas(each, "properties", name));
    return schemasOf(document, members).some(({ schema }) => schema[keyword] === true);
  };
  return new Set(names.filter(isExcluded));
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
