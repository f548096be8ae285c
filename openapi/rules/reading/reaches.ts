import type { Context } from "../redocly.ts";
import { child, follow, isObject, type Place } from "./place.ts";

/** Whether a schema leads to another one, through whatever it holds and refers to. */
export function reaches(context: Context, from: Place, target: Place): boolean {
  const visited = new Set<string>();
  const open = [from];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const place = follow(context, next);
    const id = place.at.absolutePointer;
    if (id === target.at.absolutePointer) return true;
    if (visited.has(id)) continue;
    visited.add(id);
    if (isObject(place.value) || Array.isArray(place.value)) {
      for (const key of Object.keys(place.value)) open.push(child(place, key));
    }
  }
  return false;
}
