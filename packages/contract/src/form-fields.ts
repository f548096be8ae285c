import { isObject, type JsonSchema, type JsonValue, typeOf } from "./json.ts";
import { appendPointer } from "./json-pointer.ts";
import type { Contract, FormField, FormFieldPattern, SchemaModel } from "./model.ts";

type Resolving = Pick<Contract, "resolve">;

/** A schema, and where it stands. */
type Placed = Pick<SchemaModel, "schema" | "pointer">;

/** From a schema to one for a part of the value: a keyword, and a name where that maps names to schemas. */
type Step = readonly string[];

/** The fields that the schema of a form declares by name, itself or in its `allOf`, `anyOf` and `oneOf`. */
export function formFields(contract: Resolving, form: Placed): Map<string, FormField> {
  const names = namesOf(contract, form, "properties");
  return new Map(names.map((name) => [name, fieldAt(contract, form, ["properties", name])]));
}

/** The other fields, by the patterns of their names; the pattern of those that are left has every name. */
export function formFieldPatterns(contract: Resolving, form: Placed): FormFieldPattern[] {
  return [
    ...namesOf(contract, form, "patternProperties").map((pattern) => ({
      pattern,
      ...fieldAt(contract, form, ["patternProperties", pattern]),
    })),
    { pattern: "", ...fieldAt(contract, form, ["additionalProperties"]) },
  ];
}

function fieldAt(contract: Resolving, form: Placed, step: Step): FormField {
  const typesOf = (...inside: readonly Step[]): readonly string[] =>
    typesAt(contract, form, [step, ...inside]) ?? [];
  const members = partsWithin(contract, form)
    .flatMap((part) => step.reduce<Placed | undefined>(into, part) ?? [])
    .flatMap((field) => namesOf(contract, field, "properties"));
  return {
    types: typesOf(),
    itemTypes: typesOf(["items"]),
    memberTypes: new Map(members.map((name) => [name, typesOf(["properties", name])])),
  };
}

function namesOf(contract: Resolving, placed: Placed, keyword: string): string[] {
  const names = partsWithin(contract, placed).flatMap((part) =>
    Object.keys(into(part, keyword)?.schema ?? {}),
  );
  return [...new Set(names)];
}

/** A schema and the parts of its `allOf`, `anyOf` and `oneOf`, references followed. */
function partsWithin(contract: Resolving, placed: Placed): Placed[] {
  const { schema, pointer } = contract.resolve(placed.schema, placed.pointer);
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((list) => partsOf({ schema, pointer }, list));
  return [{ schema, pointer }, ...parts.flatMap((part) => partsWithin(contract, part))];
}

/** The types that a schema names for what the steps lead to. `undefined`: it says nothing of it. */
function typesAt(contract: Resolving, placed: Placed, steps: readonly Step[]): readonly string[] | undefined {
  const { schema, pointer } = contract.resolve(placed.schema, placed.pointer);
  if (!isObject(schema)) return undefined;
  const [step, ...rest] = steps;
  const inside = step === undefined ? undefined : step.reduce<Placed | undefined>(into, { schema, pointer });
  const own = step === undefined ? statedTypes(schema) : inside && typesAt(contract, inside, rest);
  const typesIn = (list: string): (readonly string[])[] =>
    partsOf({ schema, pointer }, list).flatMap((part) => {
      const types = typesAt(contract, part, steps);
      return types === undefined ? [] : [types];
    });
  const choices = ["anyOf", "oneOf"].map(typesIn).filter((choice) => choice.length > 0);
  const all = [
    ...(own === undefined ? [] : [own]),
    ...typesIn("allOf"),
    ...choices.map((each) => each.flat()),
  ];
  return all.length === 0 ? undefined : all.reduce(shared);
}

function into(placed: Placed | undefined, token: string): Placed | undefined {
  if (placed === undefined || !isObject(placed.schema)) return undefined;
  const inner = Object.hasOwn(placed.schema, token) ? placed.schema[token] : undefined;
  return isSchema(inner) ? { schema: inner, pointer: appendPointer(placed.pointer, token) } : undefined;
}

function partsOf({ schema, pointer }: Placed, list: string): Placed[] {
  const parts = isObject(schema) ? schema[list] : undefined;
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part, index) =>
    isSchema(part) ? [{ schema: part, pointer: appendPointer(pointer, list, index) }] : [],
  );
}

function statedTypes(schema: Exclude<JsonSchema, boolean>): readonly string[] | undefined {
  const stated = [schema["type"]].flat().filter((type) => typeof type === "string");
  if (stated.length > 0) return stated;
  const values = schema["const"] === undefined ? schema["enum"] : [schema["const"]];
  if (Array.isArray(values)) return values.map(typeOf);
  if (schema["items"] !== undefined) return ["array"];
  return schema["properties"] === undefined ? undefined : ["object"];
}

/** An integer is a number too. */
function shared(one: readonly string[], other: readonly string[]): readonly string[] {
  const isIn = (type: string, types: readonly string[]): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return [...one.filter((type) => isIn(type, other)), ...other.filter((type) => isIn(type, one))];
}

function isSchema(value: JsonValue | undefined): value is JsonSchema {
  return isObject(value) || typeof value === "boolean";
}
