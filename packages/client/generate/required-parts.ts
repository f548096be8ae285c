import {
  type Facet,
  facetsOf,
  isObject,
  type JsonObject,
  type JsonValue,
  placeBelow,
  type SchemaWorld,
} from "@workflow-api/contract";

/**
 * A schema whose members are required where they are declared: openapi-typescript passes over what one part requires and
 * another one, or what it refers to, declares.
 */
export function withRequiredParts(world: SchemaWorld, schema: JsonObject): JsonObject {
  const parts = facetsOf(world, [{ schema, pointer: "" }]);
  const { allOf, discriminator } = schema;
  const whole = requiredOf(parts, [], () => Array.isArray(allOf));
  // What a discriminator tells apart has to stay as it is, and openapi-typescript requires that member of it.
  const keywords = discriminator === undefined ? ["anyOf", "oneOf"] : [];
  const choices = keywords.flatMap((keyword): [string, JsonValue][] => {
    const choice = schema[keyword];
    return Array.isArray(choice) ? [[keyword, choice.map((each) => branchOf(world, parts, each))]] : [];
  });
  const changed = { ...schema, ...Object.fromEntries(choices) };
  return whole === undefined
    ? changed
    : { ...changed, allOf: [...(Array.isArray(allOf) ? allOf : []), whole] };
}

/** An alternative, with what it or its surroundings require of what it or they declare. */
function branchOf(world: SchemaWorld, around: readonly Facet[], branch: JsonValue): JsonValue {
  const own = isObject(branch) ? facetsOf(world, [{ schema: branch, pointer: "" }]) : [];
  const isOwn = (name: string): boolean =>
    own.some((part) => requiredBy(part).includes(name) || memberOf(part, name) !== undefined);
  const missing = requiredOf(own, around, isOwn);
  return missing === undefined ? branch : { allOf: [branch, missing] };
}

/** What requires the members that no part does that declares them. */
function requiredOf(
  parts: readonly Facet[],
  around: readonly Facet[],
  isWanted: (name: string) => boolean,
): JsonObject | undefined {
  const all = [...parts, ...around];
  const names = new Set(all.flatMap(requiredBy).filter(isWanted));
  const members = [...names].flatMap((name): [string, JsonValue][] => {
    const declaring = all.filter((part) => memberOf(part, name) !== undefined);
    const [member] = declaring.map((part) => memberOf(part, name));
    const isRequired = declaring.some((part) => requiredBy(part).includes(name));
    return isRequired || member === undefined ? [] : [[name, member]];
  });
  const required = members.map(([name]) => name);
  return members.length === 0 ? undefined : { properties: Object.fromEntries(members), required };
}

function requiredBy({ schema: { required } }: Facet): string[] {
  return Array.isArray(required) ? required.map(String) : [];
}

function memberOf(facet: Facet, name: string): JsonValue | undefined {
  return placeBelow(facet, "properties", name)?.schema;
}
