import type { Place, SchemaWorld } from "@workflow-api/contract";
import { memberPlaces, requiredMembers } from "./members.ts";
import { isAlways } from "./reading.ts";

/**
 * The path to something that is always there with the member at a path: an object in it, which the empty name stands
 * for, or the length of a list. Who looks for that has seen that everything on the way is what it should be.
 *
 * @param isAsked - Whether the member at a path is sent only when asked for, whatever its schema requires.
 */
export function certainPath(
  world: SchemaWorld,
  body: Place,
  path: readonly string[],
  isAsked: (path: readonly string[]) => boolean,
): readonly string[] {
  const places = path.reduce((held, key) => memberPlaces(world, held, key), [body]);
  if (isAlways(["array"], world, places)) return [...path, "length"];
  return isAlways(["object"], world, places) ? deepen(world, places, path, isAsked) : path;
}

function deepen(
  world: SchemaWorld,
  places: readonly Place[],
  path: readonly string[],
  isAsked: (path: readonly string[]) => boolean,
  above: readonly string[] = [],
): readonly string[] {
  const key = places.map((place) => world.resolve(place.schema, place.pointer).pointer).join(" ");
  const names = above.includes(key) ? [] : requiredMembers(world, places);
  const members = names
    .map((name) => ({ path: [...path, name], places: memberPlaces(world, places, name) }))
    .filter((member) => member.places.length > 0 && !isAsked(member.path));
  const held = members.find((member) => isAlways(["object"], world, member.places));
  if (held) return deepen(world, held.places, held.path, isAsked, [...above, key]);
  const list = members.find((member) => isAlways(["array"], world, member.places));
  if (list) return [...list.path, "length"];
  // A list in place of an object that may be empty is how some services write that one.
  return members.length > 0 ? [...path, ""] : path;
}
