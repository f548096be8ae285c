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
import { locationAt, schemasOf, subschemas } from "../schema/schemas.ts";
import { addProblem, type DocumentNode, tolerate } from "./kind.ts";
import { sourcePointer } from "./source-pointers.ts";

// A discriminator selects a schema by the value of a property. Constants say the same in
// JSON Schema: where the branches have none, they get them here, and no other code sees a
// discriminator.

interface Discriminator {
  readonly property: string;
  /** The values of the property, and the JSON Pointers of their schemas. Empty: names decide. */
  readonly mapping: readonly (readonly [value: string, pointer: string])[];
}

/** A schema whose branches have constants that distinguish them. */
export function withoutDiscriminator(schema: JsonObject, node: DocumentNode): JsonObject {
  const { discriminator: given, ...rest } = schema;
  if (given === undefined || given === null) return withBases(rest, node);
  const discriminator = readDiscriminator(given, node.context.document);
  if (discriminator === undefined) {
    addProblem(node, "has a discriminator without propertyName: add it", "discriminator");
    return rest;
  }
  const keyword = "oneOf" in rest ? "oneOf" : "anyOf";
  const branches = rest[keyword];
  if (!Array.isArray(branches)) return asUnion(rest, discriminator, node);
  const tagged = branches.map((branch: JsonValue, index) =>
    tag({ branch, place: [keyword, index], target: targetOf(branch) }, discriminator, node),
  );
  return { ...rest, [keyword]: tagged };
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

/** A component whose mapping names schemas that extend it by `allOf`, as a union of these. */
function asUnion(schema: JsonObject, discriminator: Discriminator, node: DocumentNode): JsonObject {
  const subtypes = subtypesOf(node.context.document, node.pointer);
  if (subtypes.length === 0) return withBases(schema, node);
  const texts = ["title", "description", "deprecated", "nullable"];
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([name]) => texts.includes(name))),
    oneOf: subtypes.map((subtype, index) => {
      const isSame = subtype === node.pointer;
      const $ref = isSame ? baseOf(subtype, node) : `#${encodeURI(subtype)}`;
      const branch = { branch: { $ref }, place: ["oneOf", index], target: subtype } as const;
      return tag(branch, discriminator, node);
    }),
  };
}

/** The schemas that the discriminator of a component maps. Empty: it is no parent of others. */
function subtypesOf(document: JsonObject, pointer: string): string[] {
  const schema = valueAt(document, pointer);
  if (!isComponent(pointer) || !isObject(schema) || "oneOf" in schema || "anyOf" in schema)
    return [];
  const { mapping = [] } = readDiscriminator(schema["discriminator"], document) ?? {};
  return [...new Set(mapping.map(([, target]) => target))];
}

function isComponent(pointer: string): boolean {
  return /^\/components\/schemas\/[^/]+$/.test(pointer);
}

/** The JSON Pointer that a reference leads to. */
function targetOf(schema: JsonValue): string | undefined {
  const reference = isObject(schema) ? schema["$ref"] : undefined;
  return typeof reference === "string" ? pointerOfReference(reference) : undefined;
}

/** A component that extends what its parents state themselves: each of these is a union. */
function withBases(schema: JsonObject, node: DocumentNode): JsonObject {
  const { allOf: members } = schema;
  const { document, needs } = node.context;
  if (!Array.isArray(members) || !isComponent(node.pointer)) return schema;
  // One that adds nothing only describes the union.
  const isExtension = members.length > 1 || schema["properties"] !== undefined;
  const allOf = members.map((member: JsonValue, index) => {
    const parent = targetOf(member) ?? "";
    const subtypes = subtypesOf(document, parent);
    if (subtypes.length === 0 || !(isExtension || subtypes.includes(node.pointer))) return member;
    needs.set(appendPointer(node.pointer, "allOf", index), parent);
    return { $ref: baseOf(parent, node) };
  });
  return { ...schema, allOf };
}

/** A reference to what a parent states itself, which becomes a component of its own. */
function baseOf(pointer: string, { context }: DocumentNode): string {
  const { moved, schemaNames } = context;
  const name = parsePointer(pointer).at(-1) ?? "";
  if (!moved.has(pointer)) moved.set(pointer, uniqueName(`${name}Base`, schemaNames));
  return `#${encodeURI(appendPointer("/components/schemas", moved.get(pointer) ?? ""))}`;
}

/** A branch of a union, and where it stands. */
interface Branch {
  readonly branch: JsonValue;
  readonly place: readonly [keyword: string, index: number];
  /** The JSON Pointer of the schema that it refers to. `undefined`: it refers to none. */
  readonly target: string | undefined;
}

/** A branch that requires the values that mean it, unless constants of its own allow no other. */
function tag(
  { branch, place, target: pointer }: Branch,
  { mapping, property }: Discriminator,
  node: DocumentNode,
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
      tolerate(node, `${problem}: correct one of them`, "discriminator", "mapping", value);
    }
  // What a branch inherits may allow the values of all branches.
  const common =
    constants === undefined ? values : values.filter((each) => constants.includes(each));
  const isOwn = constants?.every((each) => common.some((value) => value === each)) === true;
  if (isOwn || common.length === 0) return branch;
  const at = sourcePointer(sourcePointers, appendPointer(node.pointer, ...place));
  sourcePointers.set(`${at}/allOf/0`, at);
  const constant = common.length === 1 ? { const: common[0] ?? "" } : { enum: common };
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
