import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { certainly, possibly, schemasInPlace, targetOf } from "./schemas-in-place.ts";

/** What is known where a schema stands. */
interface Within {
  readonly document: JsonObject;
  /** The names of members that a schema itself says are not to be required. */
  readonly namesOf: (schema: JsonObject) => readonly string[];
  /** What is named by what is around the schema. */
  readonly names: readonly string[];
  /** What is being written out. */
  readonly targets: readonly JsonObject[];
}

/**
 * A schema that requires none of the members that it, or another schema for the same value, names. What a branch names
 * holds for the branch and for what is around it, not for other branches. What is referred to is written out where it
 * would require a member that only its surroundings name.
 */
export function requiringNone(
  document: JsonObject,
  schema: JsonObject,
  namesOf: Within["namesOf"],
): JsonObject {
  return release({ document, namesOf, names: [], targets: [] }, schema);
}

function release(within: Within, schema: JsonObject): JsonObject {
  const whole = { ...within, names: [...within.names, ...namedBy(within, schema, possibly)] };
  if (whole.names.length === 0) return schema;
  const branch = { ...within, names: [...within.names, ...namedBy(within, schema, certainly)] };
  const released = Object.entries(schema).map(([keyword, value]): [string, JsonValue | undefined] => {
    if (keyword === "required" && Array.isArray(value))
      return [keyword, value.filter((name) => !whole.names.includes(String(name)))];
    if (!possibly.some((each) => each === keyword)) return [keyword, value];
    const place = certainly.some((each) => each === keyword) ? whole : branch;
    return [keyword, Array.isArray(value) ? value.map((each) => partOf(place, each)) : partOf(place, value)];
  });
  return writtenOut(whole, asMet(branch, schema, Object.fromEntries(released)));
}

function partOf(within: Within, part: JsonValue | undefined): JsonValue {
  return isObject(part) ? release(within, part) : (part ?? true);
}

/** Branches that require less than they say may be met together. */
function asMet(within: Within, { oneOf: before }: JsonObject, released: JsonObject): JsonObject {
  const { oneOf, ...rest } = released;
  const isWeaker = (branch: JsonValue): boolean =>
    requires(within, branch, [...within.names, ...namedBy(within, branch, possibly)]);
  if (oneOf === undefined || !Array.isArray(before) || !before.some(isWeaker)) return released;
  return rest["anyOf"] === undefined ? { ...rest, anyOf: oneOf } : withPart(rest, { anyOf: oneOf });
}

/** What the target of a reference names itself is not required where the target stands. */
function writtenOut(within: Within, schema: JsonObject): JsonObject {
  const target = targetOf(within.document, schema);
  if (!isObject(target) || within.targets.includes(target)) return schema;
  const own = namedBy(within, target, possibly);
  const others = within.names.filter((name) => !own.includes(name));
  if (!requires(within, target, others)) return schema;
  const part = release({ ...within, targets: [...within.targets, target] }, target);
  const { $ref: _, ...rest } = schema;
  return Object.keys(rest).length === 0 ? part : withPart(rest, part);
}

function withPart(schema: JsonObject, part: JsonObject): JsonObject {
  const { allOf } = schema;
  return { ...schema, allOf: [...(Array.isArray(allOf) ? allOf : []), part] };
}

function namedBy(
  { document, namesOf }: Within,
  schema: JsonValue,
  keywords: readonly string[],
): readonly string[] {
  return schemasInPlace(document, schema, keywords).flatMap(namesOf);
}

function requires({ document }: Within, schema: JsonValue, names: readonly string[]): boolean {
  return schemasInPlace(document, schema, possibly).some(
    ({ required }) => Array.isArray(required) && required.some((name) => names.includes(String(name))),
  );
}
