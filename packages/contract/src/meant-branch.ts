import { leadsTo, schemaNamed } from "./discriminator-target.ts";
import { isEqual } from "./is-equal.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { createResolver } from "./reading.ts";
import { facetsOf } from "./schema-facets.ts";
import type { Facet, SchemaWorld } from "./schema-places.ts";

/**
 * Which of the branches of `oneOf` or `anyOf` a value that none of them accepts is meant to be of: the one that the
 * discriminator names (OpenAPI 3.1, "Discriminator Object"), else the one whose members of few values the value has.
 * @param schema What the keyword and the discriminator stand in.
 * @returns Its index. `undefined`: none of them, or several alike.
 */
export function meantBranch(
  document: JsonObject,
  schema: JsonObject,
  branches: readonly JsonValue[],
  value: JsonObject,
): number | undefined {
  const named = namedSchema(document, schema["discriminator"], value);
  const index = named === undefined ? -1 : branches.findIndex((branch) => leadsTo(document, branch, named));
  return index < 0 ? taggedBranch({ resolve: createResolver(document) }, branches, value) : index;
}

/** A mapping names schemas of the components or refers to them; a value that is not in it is the name of one. */
function namedSchema(
  document: JsonObject,
  discriminator: JsonValue | undefined,
  value: JsonObject,
): JsonObject | undefined {
  if (!isObject(discriminator)) return undefined;
  const { mapping, propertyName } = discriminator;
  const told = value[String(propertyName)];
  if (typeof told !== "string") return undefined;
  const mapped = isObject(mapping) && Object.hasOwn(mapping, told) ? mapping[told] : undefined;
  const schema = schemaNamed(document, typeof mapped === "string" ? mapped : told);
  return isObject(schema) ? schema : undefined;
}

function taggedBranch(
  world: SchemaWorld,
  branches: readonly JsonValue[],
  value: JsonObject,
): number | undefined {
  const matches = branches.map((branch) => tagsOf(world, branch, value));
  const most = Math.max(...matches);
  const isOne = matches.filter((count) => count === most).length === 1;
  return most > 0 && isOne ? matches.indexOf(most) : undefined;
}

/** How many of the members that may have few values only the value has. 0: none, or one of them is another. */
function tagsOf(world: SchemaWorld, branch: JsonValue, value: JsonObject): number {
  const facetsIn = (schema: JsonValue | undefined): readonly Facet[] =>
    isObject(schema) ? facetsOf(world, [{ schema, pointer: "" }]) : [];
  const tags = facetsIn(branch).flatMap(({ schema: { properties } }) =>
    Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]) => {
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      if (member === undefined) return [];
      return facetsIn(schema).flatMap(({ schema: { const: only, enum: list } }) => {
        const allowed = [...(only === undefined ? [] : [only]), ...(Array.isArray(list) ? list : [])];
        return allowed.length === 0 ? [] : [allowed.some((one) => isEqual(one, member))];
      });
    }),
  );
  return tags.every((isMatch) => isMatch) ? tags.length : 0;
}
