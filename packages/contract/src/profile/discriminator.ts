import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
  pointerOfReference,
  valueAt,
} from "../json.ts";
import { locationAt, type SchemaLocation, schemasOf, subschemas } from "../schemas.ts";
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
  // Most schemas have neither.
  if (schema["discriminator"] === undefined && schema["allOf"] === undefined) return schema;
  const { discriminator, ...others } = withParents(schema, node);
  const read = readDiscriminator(discriminator);
  if (read === undefined) return others;
  const keyword = ["oneOf", "anyOf"].find((name) => Array.isArray(others[name]));
  if (keyword === undefined) return asUnion(others, read, node);
  const branches = [others[keyword] ?? []].flat() as JsonValue[];
  return { ...others, [keyword]: taggedBranches(branches, keyword, read, node) };
}

function readDiscriminator(value: JsonValue | undefined): Discriminator | undefined {
  const { mapping, propertyName: property } = isObject(value) ? value : {};
  if (typeof property !== "string") return undefined;
  const entries = Object.entries(isObject(mapping) ? mapping : {});
  return {
    property,
    mapping: entries.map(([name, target]) => {
      const text = String(target);
      const isReference = text.startsWith("#/");
      const component = appendPointer("/components/schemas", text);
      return [name, isReference ? pointerOfReference(text) : component];
    }),
  };
}

/** The values of the property that mean a schema. */
function valuesFor({ mapping }: Discriminator, pointer: string): string[] {
  if (mapping.length === 0) return parsePointer(pointer).slice(-1);
  return mapping.flatMap(([value, target]) => (target === pointer ? [value] : []));
}

function taggedBranches(
  branches: readonly JsonValue[],
  keyword: string,
  discriminator: Discriminator,
  node: DocumentNode,
): JsonValue[] {
  const { document } = node.context;
  const constants = branches.map((branch) => constantsOf(document, branch, discriminator.property));
  const all = constants.flatMap((values) => values ?? []);
  const isDecided = new Set(all).size === all.length && constants.every(Boolean);
  return branches.map((branch, index) => {
    const pointer = targetOf(branch);
    if (pointer === undefined) return branch;
    if (isDecided) {
      checkMapping(discriminator, pointer, node);
      return branch;
    }
    return tagged(branch, pointer, [keyword, index], discriminator, node);
  });
}

/** A component that other schemas extend by `allOf`, as a union of these. */
function asUnion(schema: JsonObject, discriminator: Discriminator, node: DocumentNode): JsonObject {
  const { context, pointer } = node;
  const subtypes = subtypesOf(context.document, pointer, discriminator);
  if (subtypes.length === 0) return schema;
  const { deprecated, description, nullable, title } = schema;
  const outer = Object.entries({ title, description, deprecated, nullable });
  const branches = subtypes.map((subtype, index) => {
    const isSame = subtype === pointer;
    keep(node, ["oneOf", index], isSame ? [] : ["discriminator"]);
    const branch = isSame ? schema : { $ref: `#${encodeURI(subtype)}` };
    return tagged(branch, subtype, ["oneOf", index], discriminator, node);
  });
  return {
    ...Object.fromEntries(outer.filter(([, value]) => value !== undefined)),
    oneOf: branches,
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

/** A schema with a copy of each parent that it extends: the parent itself is a union. */
function withParents(schema: JsonObject, { context, pointer }: DocumentNode): JsonObject {
  const { document, needs, sourcePointers } = context;
  const inline = (holder: JsonObject, at: string): JsonObject => {
    const members = membersOf(holder).map((member, index) => {
      const parent = targetOf(member) ?? "";
      const subtypes = subtypesAt(document, parent);
      const isOwn = subtypes.includes(pointer) || (subtypes.length > 0 && isExtension(schema));
      const body = valueAt(document, parent);
      if (!isOwn || !isObject(body)) return member;
      const place = appendPointer(at, "allOf", index);
      sourcePointers.set(sourcePointer(sourcePointers, place), parent);
      needs.set(place, parent);
      const { discriminator: _, ...others } = body;
      return inline(others, parent);
    });
    return members.length === 0 ? holder : { ...holder, allOf: members };
  };
  return isComponent(pointer) ? inline(schema, pointer) : schema;
}

/** The subtypes of a component with a discriminator that other schemas extend. */
function subtypesAt(document: JsonObject, pointer: string): readonly string[] {
  const schema = valueAt(document, pointer);
  if (!isObject(schema) || "oneOf" in schema || "anyOf" in schema) return [];
  const discriminator = readDiscriminator(schema["discriminator"]);
  return discriminator === undefined ? [] : subtypesOf(document, pointer, discriminator);
}

/** A branch that requires the values that mean it, unless its own constants are others. */
function tagged(
  branch: JsonValue,
  pointer: string,
  place: readonly [keyword: string, index: number],
  discriminator: Discriminator,
  node: DocumentNode,
): JsonValue {
  const { context } = node;
  const { property } = discriminator;
  const values = valuesFor(discriminator, pointer);
  const own = constantsOf(context.document, branch, property);
  checkMapping(discriminator, pointer, node);
  if (values.length === 0 || !values.every((value) => own?.includes(value) ?? true)) return branch;
  const at = sourcePointer(context.sourcePointers, appendPointer(node.pointer, ...place));
  context.sourcePointers.set(`${at}/allOf/0`, at);
  const constant = values.length === 1 ? { const: values[0] ?? "" } : { enum: values };
  const tag = { type: "object", properties: { [property]: constant }, required: [property] };
  return { allOf: [branch, tag] };
}

/** Reports the values that a mapping has for a schema, and that the schema does not allow. */
function checkMapping(
  { mapping, property }: Discriminator,
  pointer: string,
  node: DocumentNode,
): void {
  const { document } = node.context;
  const own = constantsOf(document, locationAt(document, pointer).schema, property);
  for (const [value, target] of mapping) {
    if (target !== pointer || own === undefined || own.includes(value)) continue;
    const allowed = own.map((each) => JSON.stringify(each)).join(" or ");
    const name = parsePointer(pointer).at(-1);
    const problem = `maps ${JSON.stringify(value)} to ${name}, whose ${property} is ${allowed}`;
    addProblem(node, `${problem}: correct one of them`, "discriminator", "mapping", value);
  }
}

/** The only values of a property by the constants of a schema. `undefined`: it has none. */
function constantsOf(
  document: JsonObject,
  schema: JsonValue,
  property: string,
): readonly JsonValue[] | undefined {
  const location = { schema, pointer: "" } as SchemaLocation;
  const properties = schemasOf(document, [location]).flatMap((each) =>
    subschemas(each, "properties", property),
  );
  const [first, ...others] = schemasOf(document, properties).flatMap(({ schema: each }) => {
    if (each["const"] !== undefined) return [[each["const"]]];
    return Array.isArray(each["enum"]) ? [each["enum"] as JsonValue[]] : [];
  });
  return first?.filter((value) => others.every((values) => values.includes(value)));
}
