import { appendPointer, type Contract, isObject, type JsonSchema } from "@workflow-api/contract";
import { isAlways, requiredMembers } from "./reading.ts";

type Resolve = Contract["resolve"];

/** A schema in its place. */
interface Placed {
  readonly schema: JsonSchema;
  readonly pointer: string;
}

/**
 * The path to something that is always there with the member at a path: an object in it, or a list. Who looks for that
 * has seen that everything on the way is what it should be.
 *
 * @param isAsked - Whether the member at a path is sent only when asked for, whatever its schema requires.
 */
export function certainPath(
  resolve: Resolve,
  body: Placed,
  path: readonly string[],
  isAsked: (path: readonly string[]) => boolean,
): readonly string[] {
  let place: Placed | undefined = body;
  for (const key of path) place = place && memberOf(resolve, place, key);
  return place && isAlways(["object"], resolve, place.schema, place.pointer)
    ? deepen(resolve, place, path, isAsked)
    : path;
}

/** Whether a member of a body is something else than null, whatever else it may be. */
export function isNeverNull(resolve: Resolve, body: Placed, name: string): boolean {
  const member = memberOf(resolve, body, name);
  return member !== undefined && isAlways(ANYTHING, resolve, member.schema, member.pointer);
}

const ANYTHING = ["object", "array", "string", "number", "integer", "boolean"];

function deepen(
  resolve: Resolve,
  place: Placed,
  path: readonly string[],
  isAsked: (path: readonly string[]) => boolean,
  above: readonly string[] = [],
): readonly string[] {
  const { schema, pointer } = resolve(place.schema, place.pointer);
  const members = above.includes(pointer)
    ? []
    : requiredMembers(resolve, schema, pointer).flatMap((name) => {
        const member = memberOf(resolve, { schema, pointer }, name);
        return member && !isAsked([...path, name]) ? [{ ...member, path: [...path, name] }] : [];
      });
  const held = members.find((each) => isAlways(["object"], resolve, each.schema, each.pointer));
  if (held) return deepen(resolve, held, held.path, isAsked, [...above, pointer]);
  const list = members.find((each) => isAlways(["array"], resolve, each.schema, each.pointer));
  return list?.path ?? path;
}

/** A member that a schema declares, itself or in one of the parts that all hold. */
function memberOf(
  resolve: Resolve,
  place: Placed,
  name: string,
  above: readonly string[] = [],
): Placed | undefined {
  const { schema, pointer } = resolve(place.schema, place.pointer);
  if (!isObject(schema) || above.includes(pointer)) return undefined;
  const { properties, allOf } = schema;
  const member = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (isObject(member)) return { schema: member, pointer: appendPointer(pointer, "properties", name) };
  const parts = Array.isArray(allOf) ? allOf : [];
  for (const [index, part] of parts.entries()) {
    if (!isObject(part)) continue;
    const at = { schema: part, pointer: appendPointer(pointer, "allOf", index) };
    const found = memberOf(resolve, at, name, [...above, pointer]);
    if (found) return found;
  }
  return undefined;
}
