import type { Contract, Shape } from "@workflow-api/contract";
import { isObject, parsePointer, pointerOfReference, valueAt } from "@workflow-api/contract/json";

/** A part of a type in words. */
export interface TypePart {
  readonly text: string;
  /** The name of the schema that it is, which has a page of its own. */
  readonly schema?: string;
}

/** How deep arrays may be nested in one another in words. */
const mostArrays = 5;

/** The type in words: `integer or null`, `array of array of strings`, `array of Message`. */
export function typeParts(shape: Shape, level = 0): readonly TypePart[] {
  const { inner, isNullable } = withoutNull(shape);
  if (isNullable) return [...typeParts(inner, level), { text: " or null" }];
  const schema = referredName(shape);
  const types = namesOf(shape);
  if (types.length === 0) return [{ text: "nothing" }];
  const isObject = types.length === 1 && types[0] === "object";
  const hasFields = isObject || shape.names.length > 0 || shape.unions.length > 0;
  if (schema !== undefined && hasFields) return [{ text: schema, schema }];
  if (types.length >= 6) return named(schema, anyOther(shape));
  const branches = branchSchemas(shape);
  if (branches.length > 0) return joined(branches.map((name) => [{ text: name, schema: name }]));
  const parts = types.map((type) =>
    type === "array" ? arrayParts(shape.items, level) : [{ text: level > 0 ? `${type}s` : type }],
  );
  return named(level > 0 || types.includes("array") ? undefined : schema, ...joined(parts));
}

/** The type in words, without links. */
export function typeWords(shape: Shape): string {
  return typeParts(shape)
    .map(({ text }) => text)
    .join("");
}

function arrayParts(items: Shape, level: number): readonly TypePart[] {
  const types = namesOf(items);
  if (items.locations.length === 0 || types.length >= 6 || level >= mostArrays)
    return [{ text: "array" }];
  const schema = referredName(items);
  const inner = schema === undefined ? typeParts(items, level + 1) : [{ text: schema, schema }];
  return [{ text: "array of " }, ...inner];
}

function joined(parts: readonly (readonly TypePart[])[]): TypePart[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [{ text: " or " }, ...part]));
}

/** A type, and the name of its schema where the type does not say it. */
function named(schema: string | undefined, ...parts: readonly TypePart[]): TypePart[] {
  return schema === undefined ? [...parts] : [...parts, { text: " " }, { text: schema, schema }];
}

/** A value of any type; or of any, with exceptions that are among its constraints. */
function anyOther(shape: Shape): TypePart {
  return { text: shape.keyword("not") === undefined ? "any value" : "any other value" };
}

/** The names of the branches of an alternative, if each has one and there are few. */
function branchSchemas({ names, unions }: Shape): string[] {
  const [union, ...others] = unions;
  if (union === undefined || others.length > 0 || names.length > 0) return [];
  const found = union.branches.map(referredName);
  const known = found.filter((name) => name !== undefined);
  return known.length === found.length && known.length <= 3 ? known : [];
}

/** The types, null last. `number` includes `integer`. */
function namesOf({ types }: Shape): Shape["types"] {
  const isNumber = types.includes("number");
  return types
    .filter((type) => type !== "integer" || !isNumber)
    .toSorted((before, after) => Number(before === "null") - Number(after === "null"));
}

/** A shape whose only alternative is null is the other branch, which may be null. */
export function withoutNull(shape: Shape): { inner: Shape; isNullable: boolean } {
  const [union, ...others] = shape.unions;
  const isNull = ({ types }: Shape): boolean => types.join() === "null";
  const [first, second, ...rest] = union?.branches ?? [];
  const isPlain = others.length + rest.length === 0 && shape.names.length === 0;
  const isNamed = referredName(shape) !== undefined;
  if (first === undefined || second === undefined || !isPlain || isNamed)
    return { inner: shape, isNullable: false };
  if (isNull(first) === isNull(second)) return { inner: shape, isNullable: false };
  return { inner: isNull(first) ? second : first, isNullable: true };
}

/** The schema under `components` that a shape is, and not only a part of. */
export function schemaName(shape: Shape): string | undefined {
  return referredName(shape) ?? nameAt(shape.locations.length === 1 ? shape.pointer : "");
}

/** The schema under `components` to which a shape refers. */
function referredName({ locations }: Shape): string | undefined {
  const [location] = locations;
  if (locations.length !== 1 || !isObject(location?.schema)) return undefined;
  const { $ref, allOf, properties } = location.schema;
  const parts = Array.isArray(allOf) ? allOf : [];
  const [part] = parts.length === 1 && properties === undefined ? parts : [];
  const reference = $ref ?? (isObject(part) ? part["$ref"] : undefined);
  return typeof reference === "string" ? nameAt(pointerOfReference(reference)) : undefined;
}

function nameAt(pointer: string): string | undefined {
  const [components, schemas, name, ...rest] = parsePointer(pointer);
  const isSchema = components === "components" && schemas === "schemas" && rest.length === 0;
  return isSchema ? name : undefined;
}

/** Tells schemas apart: by all that apply. The empty string: anything is allowed. */
export function schemasKey({ schemas }: Shape): string {
  const pointers = schemas.flatMap(({ schema, pointer }) => ("$ref" in schema ? [] : [pointer]));
  return pointers.join(" ");
}

/** The names of the schemas of a contract, each of which has a page. */
export function schemaNames({ document }: Contract): string[] {
  const schemas = valueAt(document, "/components/schemas");
  return isObject(schemas) ? Object.keys(schemas) : [];
}

/** The names of branches; those that would be the same have the names of their fields, too. */
export function branchNames(branches: readonly Shape[]): string[] {
  const names = branches.map(branchName);
  return names.map((name, index) => {
    if (names.filter((other) => other === name).length === 1) return name;
    const branch = branches[index];
    const schemas = branch?.schemas.map(({ schema }) => schema);
    const fields = branch && branch.names.length > 0 ? branch.names : [JSON.stringify(schemas)];
    return `${name} with ${fields.join(", ")}`;
  });
}

/** The title of a branch, the name of its schema, its distinguishing member, or its type. */
function branchName(branch: Shape): string {
  const title = branch.keywordValues("title").find((each) => typeof each === "string");
  const constants = branch.names.flatMap((name) => {
    const values = branch.property(name).values ?? [];
    return values.length === 1 ? [`${name}: ${values.map(String)}`] : [];
  });
  return title ?? schemaName(branch) ?? constants[0] ?? typeWords(branch);
}
