import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { facetsBy, facetsOf } from "./schema-facets.ts";
import { type Facet, type Place, placesBelow, type SchemaWorld } from "./schema-places.ts";

/** What is known where a schema stands. */
interface Within {
  readonly world: SchemaWorld;
  /** The names of members that a schema itself says are not to be required. */
  readonly namesOf: (schema: JsonObject) => readonly string[];
  /** What is named by what is around the schema. */
  readonly names: readonly string[];
  /** The pointers of what is being written out. */
  readonly targets: readonly string[];
}

/**
 * A schema that requires none of the members that it, or another schema for the same value, names. What a branch names
 * holds for the branch and for what is around it, not for other branches. What is referred to is written out where it
 * would require a member that only its surroundings name.
 */
export function requiringNone(
  world: SchemaWorld,
  schema: JsonObject,
  namesOf: Within["namesOf"],
): JsonObject {
  return release({ world, namesOf, names: [], targets: [] }, schema);
}

function release(within: Within, schema: JsonObject): JsonObject {
  const { world, namesOf } = within;
  const named = (facets: readonly Facet[]): string[] => facets.flatMap((facet) => namesOf(facet.schema));
  const whole = { ...within, names: [...within.names, ...named(demandsOf(world, schema))] };
  if (whole.names.length === 0) return schema;
  const certain = facetsOf(world, [{ schema, pointer: "" }]);
  const branch = { ...within, names: [...within.names, ...named(certain)] };
  const released = Object.entries(schema).map(([keyword, value]): [string, JsonValue | undefined] => {
    if (keyword === "required") return [keyword, without(value, whole.names)];
    if (keyword === "dependentRequired")
      return [keyword, mapped(value, (names) => without(names, whole.names))];
    if (keyword === "dependentSchemas") return [keyword, mapped(value, (each) => partOf(branch, each))];
    if (keyword === "allOf") return [keyword, [value ?? []].flat().map((each) => partOf(whole, each))];
    if (!choices.includes(keyword)) return [keyword, value];
    return [
      keyword,
      Array.isArray(value) ? value.map((each) => partOf(branch, each)) : partOf(branch, value),
    ];
  });
  return writtenOut(whole, asMet(branch, schema, Object.fromEntries(released)));
}

/** Keywords of which one schema holds or another. */
const choices: readonly string[] = ["anyOf", "oneOf", "then", "else"];

function partOf(within: Within, part: JsonValue | undefined): JsonValue {
  return isObject(part) ? release(within, part) : (part ?? true);
}

function without(names: JsonValue | undefined, some: readonly string[]): JsonValue | undefined {
  return Array.isArray(names) ? names.filter((name) => !some.includes(String(name))) : names;
}

function mapped(
  value: JsonValue | undefined,
  change: (member: JsonValue | undefined) => JsonValue | undefined,
): JsonValue | undefined {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
}

/** Branches that require less than they say may be met together. */
function asMet(within: Within, { oneOf: before }: JsonObject, released: JsonObject): JsonObject {
  const { oneOf, ...rest } = released;
  const isWeaker = (branch: JsonValue): boolean => {
    const own = demandsOf(within.world, branch).flatMap(({ schema }) => within.namesOf(schema));
    return requires(within, branch, [...within.names, ...own]);
  };
  if (oneOf === undefined || !Array.isArray(before) || !before.some(isWeaker)) return released;
  return rest["anyOf"] === undefined ? { ...rest, anyOf: oneOf } : withPart(rest, { anyOf: oneOf });
}

/** What the target of a reference names itself is not required where the target stands. */
function writtenOut(within: Within, schema: JsonObject): JsonObject {
  const { $ref, ...rest } = schema;
  if ($ref === undefined) return schema;
  const { schema: target, pointer } = within.world.resolve({ $ref }, "");
  if (!isObject(target) || within.targets.includes(pointer)) return schema;
  const own = demandsOf(within.world, target).flatMap((facet) => within.namesOf(facet.schema));
  const others = within.names.filter((name) => !own.includes(name));
  if (!requires(within, target, others)) return schema;
  const part = release({ ...within, targets: [...within.targets, pointer] }, target);
  return Object.keys(rest).length === 0 ? part : withPart(rest, part);
}

function withPart(schema: JsonObject, part: JsonObject): JsonObject {
  const { allOf } = schema;
  return { ...schema, allOf: [...(Array.isArray(allOf) ? allOf : []), part] };
}

function requires({ world }: Within, schema: JsonValue, names: readonly string[]): boolean {
  return demandsOf(world, schema).some(({ schema: { required, dependentRequired } }) => {
    const dependent = isObject(dependentRequired) ? Object.values(dependentRequired) : [];
    return [required ?? [], ...dependent].flat().some((name) => names.includes(String(name)));
  });
}

/** All that a schema may hold a value to, without what it asks of a value only to choose. */
function demandsOf(world: SchemaWorld, schema: JsonValue): readonly Facet[] {
  const below = (facet: Facet): readonly Place[] =>
    placesBelow(facet, "allOf", ...choices, "dependentSchemas");
  return isObject(schema) ? facetsBy(world, [{ schema, pointer: "" }], below) : [];
}
