import { type Contract, isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";

type Resolve = Contract["resolve"];

/**
 * A schema whose members are required where they are declared: openapi-typescript passes over what one part requires and
 * another one, or what it refers to, declares.
 */
export function withRequiredParts(resolve: Resolve, schema: JsonObject): JsonObject {
  const parts = partsOf(resolve, schema);
  const { allOf, discriminator } = schema;
  const whole = requiredOf(parts, [], () => Array.isArray(allOf));
  // What a discriminator tells apart has to stay as it is, and openapi-typescript requires that member of it.
  const keywords = discriminator === undefined ? ["anyOf", "oneOf"] : [];
  const choices = keywords.flatMap((keyword): [string, JsonValue][] => {
    const choice = schema[keyword];
    return Array.isArray(choice) ? [[keyword, choice.map((each) => branchOf(resolve, parts, each))]] : [];
  });
  const changed = { ...schema, ...Object.fromEntries(choices) };
  return whole === undefined
    ? changed
    : { ...changed, allOf: [...(Array.isArray(allOf) ? allOf : []), whole] };
}

/** An alternative, with what it or its surroundings require of what it or they declare. */
function branchOf(resolve: Resolve, around: readonly JsonObject[], branch: JsonValue): JsonValue {
  const own = partsOf(resolve, branch);
  const isOwn = (name: string): boolean =>
    own.some((part) => requiredBy(part).includes(name) || memberOf(part, name) !== undefined);
  const missing = requiredOf(own, around, isOwn);
  return missing === undefined ? branch : { allOf: [branch, missing] };
}

/** What requires the members that no part does that declares them. */
function requiredOf(
  parts: readonly JsonObject[],
  around: readonly JsonObject[],
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

/** A schema and all that hold for the same value. */
export function partsOf(resolve: Resolve, schema: JsonValue, above: readonly JsonValue[] = []): JsonObject[] {
  if (!isObject(schema) || above.includes(schema)) return [];
  const { schema: own } = resolve(schema, "");
  if (!isObject(own)) return [];
  const { allOf } = own;
  const others = Array.isArray(allOf) ? allOf : [];
  return [own, ...others.flatMap((part) => partsOf(resolve, part, [...above, schema]))];
}

function requiredBy({ required }: JsonObject): string[] {
  return Array.isArray(required) ? required.map(String) : [];
}

function memberOf({ properties }: JsonObject, name: string): JsonValue | undefined {
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}
