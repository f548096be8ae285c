import { type Contract, isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";

type Resolve = Contract["resolve"];

/**
 * A schema whose members are required where they are declared: openapi-typescript passes over what one part requires and
 * another one, or what it refers to, declares.
 */
export function withRequiredParts(resolve: Resolve, schema: JsonObject): JsonObject {
  const { allOf } = schema;
  if (!Array.isArray(allOf)) return schema;
  const parts = partsOf(resolve, schema);
  const names = new Set(parts.flatMap(requiredBy));
  const members = [...names].flatMap((name): [string, JsonValue][] => {
    const declaring = parts.filter((part) => memberOf(part, name) !== undefined);
    const [member] = declaring.map((part) => memberOf(part, name));
    const isRequired = declaring.some((part) => requiredBy(part).includes(name));
    return isRequired || member === undefined ? [] : [[name, member]];
  });
  if (members.length === 0) return schema;
  const required = members.map(([name]) => name);
  return { ...schema, allOf: [...allOf, { properties: Object.fromEntries(members), required }] };
}

/** A schema and all that hold for the same value. */
function partsOf(resolve: Resolve, schema: JsonValue, above: readonly JsonValue[] = []): JsonObject[] {
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
