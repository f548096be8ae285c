import { isEqual } from "./is-equal.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { appendPointer, pointerOfReference, valueAt } from "./json-pointer.ts";
import { certainly, schemasInPlace } from "./schemas-in-place.ts";

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
  const index =
    named === undefined
      ? -1
      : branches.findIndex((branch) => schemasInPlace(document, branch, ["oneOf", "anyOf"]).includes(named));
  return index < 0 ? taggedBranch(document, branches, value) : index;
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
  const name = typeof mapped === "string" ? mapped : told;
  const at = name.startsWith("#") ? pointerOfReference(name) : appendPointer("/components/schemas", name);
  const schema = valueAt(document, at);
  return isObject(schema) ? schema : undefined;
}

function taggedBranch(
  document: JsonObject,
  branches: readonly JsonValue[],
  value: JsonObject,
): number | undefined {
  const matches = branches.map((branch) => tagsOf(document, branch, value));
  const most = Math.max(...matches);
  const isOne = matches.filter((count) => count === most).length === 1;
  return most > 0 && isOne ? matches.indexOf(most) : undefined;
}

/** How many of the members that may have few values only the value has. 0: none, or one of them is another. */
function tagsOf(document: JsonObject, branch: JsonValue, value: JsonObject): number {
  const tags = schemasInPlace(document, branch, certainly).flatMap(({ properties }) =>
    Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]) => {
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      if (member === undefined) return [];
      return schemasInPlace(document, schema, certainly).flatMap(({ const: only, enum: list }) => {
        const allowed = [...(only === undefined ? [] : [only]), ...(Array.isArray(list) ? list : [])];
        return allowed.length === 0 ? [] : [allowed.some((one) => isEqual(one, member))];
      });
    }),
  );
  return tags.every((isMatch) => isMatch) ? tags.length : 0;
}
