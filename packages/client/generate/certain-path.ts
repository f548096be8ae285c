import type { Contract } from "@workflow-api/contract";
import { memberOf, type Placed, requiredMembers } from "./members.ts";
import { isAlways } from "./reading.ts";

type Resolve = Contract["resolve"];

/**
 * The path to something that is always there with the member at a path: an object in it, which the empty name stands
 * for, or the length of a list. Who looks for that has seen that everything on the way is what it should be.
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
  if (place === undefined) return path;
  if (isAlways(["array"], resolve, place.schema, place.pointer)) return [...path, "length"];
  return isAlways(["object"], resolve, place.schema, place.pointer)
    ? deepen(resolve, place, path, isAsked)
    : path;
}

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
    : requiredMembers(resolve, { schema, pointer }).flatMap((name) => {
        const member = memberOf(resolve, { schema, pointer }, name);
        return member && !isAsked([...path, name]) ? [{ ...member, path: [...path, name] }] : [];
      });
  const held = members.find((each) => isAlways(["object"], resolve, each.schema, each.pointer));
  if (held) return deepen(resolve, held, held.path, isAsked, [...above, pointer]);
  const list = members.find((each) => isAlways(["array"], resolve, each.schema, each.pointer));
  if (list) return [...list.path, "length"];
  // A list in place of an object that may be empty is how some services write that one.
  return members.length > 0 ? [...path, ""] : path;
}
