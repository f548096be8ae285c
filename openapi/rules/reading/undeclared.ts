import type { Context } from "../redocly.ts";
import { applyingTo } from "./in-place.ts";
import { matches } from "./matches.ts";
import { child, isObject, items, members, type Place } from "./place.ts";

/** The members of an example, at any depth, that nothing declares which applies to the value. */
export function findUndeclared(context: Context, schema: Place, example: Place): Place[] {
  return find(context, [schema], example);
}

function find(context: Context, schemas: readonly Place[], { value, at }: Place): Place[] {
  const parts = schemas.flatMap((schema) => applyingTo(context, schema, value));
  if (Array.isArray(value)) {
    return items({ value, at }).flatMap((item, index) =>
      find(
        context,
        parts.flatMap((part) => schemasOfItem(part, index)),
        item,
      ),
    );
  }
  // What declares no members at all is free to hold any.
  if (!isObject(value) || !parts.some(declaresMembers)) return [];
  return members({ value, at }).flatMap(([name, member]) => {
    const declaring = parts.flatMap((part) => schemasOfMember(part, name));
    return declaring.length === 0 ? [member] : find(context, declaring, member);
  });
}

const ofMembers = ["properties", "patternProperties", "additionalProperties", "unevaluatedProperties"];

function declaresMembers(schema: Place): boolean {
  return ofMembers.some((keyword) => child(schema, keyword).value !== undefined);
}

function schemasOfMember(schema: Place, name: string): Place[] {
  const stated = child(child(schema, "properties"), name);
  const patterned = members(child(schema, "patternProperties"));
  const named = [
    stated,
    ...patterned.filter(([pattern]) => matches(pattern, name)).map(([, place]) => place),
  ];
  const declaring = named.filter(({ value }) => value !== undefined);
  if (declaring.length > 0) return declaring;
  return ["additionalProperties", "unevaluatedProperties"]
    .map((keyword) => child(schema, keyword))
    .filter(({ value }) => value !== undefined && value !== false);
}

function schemasOfItem(schema: Place, index: number): Place[] {
  const first = items(child(schema, "prefixItems"))[index];
  if (first !== undefined) return [first];
  return ["items", "unevaluatedItems"]
    .map((keyword) => child(schema, keyword))
    .filter(({ value }) => isObject(value));
}
