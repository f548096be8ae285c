import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
  pointerOfReference,
  valueAt,
} from "../json.ts";
import { uniqueName } from "../names.ts";
import { locationAt, schemasOf, subschemas } from "../schemas.ts";
import { addProblem, type DocumentNode } from "./kind.ts";
import { keep, sourcePointer } from "./source-pointers.ts";

// A discriminator tells by the value of a property which schema applies. Constants say the same in
// JSON Schema: where the branches have none, they get them here, and no other code sees a
// discriminator.

interface Discriminator {
  readonly property: string;
  /** The values of the property, and the JSON Pointers of their schemas. Empty: names decide. */
  readonly mapping: readonly (readonly [value: string, pointer: string])[];
}

/** A schema that tells its branches apart by constants. */
export function withoutDiscriminator(schema: JsonObject, node: DocumentNode): JsonObject {
  const { discriminator: given, ...rest } = schema;
  if (given === undefined || given === null) return withBases(rest, node);
  const discriminator = readDiscriminator(given, node.context.document);
  if (discriminator === undefined) {
    addProblem(node, "has a discriminator without propertyName: add it", "discriminator");
    return rest;
  }
  const keyword = ["oneOf", "anyOf"].find((name) => Array.isArray(rest[name]));
  const branches = [keyword === undefined ? [] : (rest[keyword] ?? [])].flat() as JsonValue[];
  // A mapping means none of the branches that are written where they are (OpenAPI 3.1, 4.8.25).
  if (keyword === undefined || branches.some(targetOf)) checkMapping(given, node);
  if (keyword === undefined) return asUnion(rest, discriminator, node);
  const tagged = branches.map((branch, index) =>
    tag(branch, [keyword, index], discriminator, node),
  );
  return { ...rest, [keyword]: tagged };
}

/** Reports what a mapping names and the file does not have. */
function checkMapping(discriminator: JsonValue, node: DocumentNode): void {
  const { mapping } = isObject(discriminator) ? discriminator : {};
  for (const [name, target] of Object.entries(isObject(mapping) ? mapping : {}))
    if (valueAt(node.context.document, mappedPointer(target)) === undefined) {
      const problem = `maps ${JSON.stringify(name)} to ${JSON.stringify(target)}`;
      const advice = "which is no schema of the file: correct the name";
      addProblem(node, `${problem}, ${advice}`, "discriminator", "mapping", name);
    }
}

function readDiscriminator(
  value: JsonValue | undefined,
  document: JsonObject,
): Discriminator | undefined {
  const { mapping, propertyName: property } = isObject(value) ? value : {};
  if (typeof property !== "string") return undefined;
  const targets = Object.entries(isObject(mapping) ? mapping : {}).map(
    ([name, target]): [string, string] => [name, mappedPointer(target)],
  );
  const isThere = ([, pointer]: [string, string]): boolean =>
    valueAt(document, pointer) !== undefined;
  return { property, mapping: targets.filter(isThere) };
}

/** The JSON Pointer of the schema that a mapping names, by its name or by a reference. */
function mappedPointer(target: JsonValue | undefined): string {
  const text = String(target);
  return text.startsWith("#/")
    ? pointerOfReference(text)
    : appendPointer("/components/schemas", text);
}

/** A component that other schemas extend by `allOf`, as a union of these. */
function asUnion(schema: JsonObject, discriminator: Discriminator, node: DocumentNode): JsonObject {
  const { document } = node.context;
  const subtypes = subtypesOf(document, node.pointer, discriminator);
  if (subtypes.length === 0) return withBases(schema, node);
  const { deprecated, description, nullable, title } = schema;
  const texts = Object.entries({ title, description, deprecated, nullable });
  return {
    ...Object.fromEntries(texts.filter(([, value]) => value !== undefined)),
    oneOf: subtypes.map((subtype, index) => {
      keep(node, ["oneOf", index], ["discriminator"]);
      const isSame = subtype === node.pointer;
      const $ref = isSame ? baseOf(subtype, node) : `#${encodeURI(subtype)}`;
      return tag({ $ref }, ["oneOf", index], discriminator, node, subtype);
    }),
  };
}

/** The schemas of a parent: those of its mapping, or else those that extend it. */
function subtypesOf(
  document: JsonObject,
  pointer: string,
  { mapping }: Discriminator,
): readonly string[] {
  if (!isComponent(pointer)) return [];
  if (mapping.length > 0) return [...new Set(mapping.map(([, target]) => target))];
  const schemas = Object.entries(valueAt(document, "/components/schemas") ?? {});
  return schemas.flatMap(([name, schema]) =>
    isExtension(schema) && membersOf(schema).some((member) => targetOf(member) === pointer)
      ? [appendPointer("/components/schemas", name)]
      : [],
  );
}

function isComponent(pointer: string): boolean {
  return /^\/components\/schemas\/[^/]+$/.test(pointer);
}

function membersOf(schema: JsonValue | undefined): readonly JsonValue[] {
  const members = isObject(schema) ? schema["allOf"] : undefined;
  return Array.isArray(members) ? members : [];
}

/** Whether a schema adds to those in its `allOf`: otherwise it only describes them. */
function isExtension(schema: JsonValue | undefined): boolean {
  return membersOf(schema).length > 1 || (isObject(schema) && schema["properties"] !== undefined);
}

/** The JSON Pointer that a reference leads to. */
function targetOf(schema: JsonValue): string | undefined {
  const reference = isObject(schema) ? schema["$ref"] : undefined;
  return typeof reference === "string" ? pointerOfReference(reference) : undefined;
}

/** A component that extends what its parents state themselves: each of these is a union. */
function withBases(schema: JsonObject, node: DocumentNode): JsonObject {
  const { document, needs } = node.context;
  if (schema["allOf"] === undefined || !isComponent(node.pointer)) return schema;
  const members = membersOf(schema).map((member, index) => {
    const parent = targetOf(member) ?? "";
    const subtypes = subtypesAt(document, parent);
    const isSubtype = subtypes.includes(node.pointer) || isExtension(schema);
    if (subtypes.length === 0 || !isSubtype) return member;
    needs.set(appendPointer(node.pointer, "allOf", index), parent);
    return { $ref: baseOf(parent, node) };
  });
  return { ...schema, allOf: members };
}

/** A reference to what a parent states itself, which becomes a component of its own. */
function baseOf(pointer: string, { context }: DocumentNode): string {
  const { moved, schemaNames } = context;
  const name = parsePointer(pointer).at(-1) ?? "";
  if (!moved.has(pointer)) moved.set(pointer, uniqueName(`${name}Base`, schemaNames));
  return `#${encodeURI(appendPointer("/components/schemas", moved.get(pointer) ?? ""))}`;
}

/** The subtypes of a component with a discriminator that other schemas extend. */
function subtypesAt(document: JsonObject, pointer: string): readonly string[] {
  const schema = valueAt(document, pointer);
  if (!isObject(schema) || "oneOf" in schema || "anyOf" in schema) return [];
  const discriminator = readDiscriminator(schema["discriminator"], document);
  return discriminator === undefined ? [] : subtypesOf(document, pointer, discriminator);
}

/** A branch that requires the values that mean it, unless constants of its own decide. */
function tag(
  branch: JsonValue,
  place: readonly [keyword: string, index: number],
  { mapping, property }: Discriminator,
  node: DocumentNode,
  pointer: string | undefined = targetOf(branch),
): JsonValue {
  const { document, sourcePointers } = node.context;
  if (pointer === undefined) return branch;
  const mapped = mapping.flatMap(([value, target]) => (target === pointer ? [value] : []));
  const values = mapping.length > 0 ? mapped : parsePointer(pointer).slice(-1);
  const constants = constantsOf(document, pointer, property);
  for (const value of mapped)
    if (constants?.includes(value) === false) {
      const allowed = constants.map((each) => JSON.stringify(each)).join(" or ");
      const name = parsePointer(pointer).at(-1);
      const problem = `maps ${JSON.stringify(value)} to ${name}, whose ${property} is ${allowed}`;
      addProblem(node, `${problem}: correct one of them`, "discriminator", "mapping", value);
    }
  if (constants !== undefined || values.length === 0) return branch;
  const at = sourcePointer(sourcePointers, appendPointer(node.pointer, ...place));
  sourcePointers.set(`${at}/allOf/0`, at);
  const constant = values.length === 1 ? { const: values[0] ?? "" } : { enum: values };
  const required = { type: "object", properties: { [property]: constant }, required: [property] };
  return { allOf: [branch, required] };
}

/** The only values of a property by the constants of a schema. `undefined`: it has none. */
function constantsOf(
  document: JsonObject,
  pointer: string,
  property: string,
): readonly JsonValue[] | undefined {
  const properties = schemasOf(document, [locationAt(document, pointer)]).flatMap((each) =>
    subschemas(each, "properties", property),
  );
  const [first, ...rest] = schemasOf(document, properties).flatMap(({ schema }) => {
    if (schema["const"] !== undefined) return [[schema["const"]]];
    return Array.isArray(schema["enum"]) ? [schema["enum"] as JsonValue[]] : [];
  });
  return first?.filter((value) => rest.every((values) => values.includes(value)));
}
