import type { Context, Location } from "../redocly.ts";

/** A value of the contract, and where it stands. */
export interface Place {
  readonly value: unknown;
  readonly at: Location;
}

/** A JSON object of the contract. */
export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** More steps than any chain of references that makes sense. */
const longestChain = 32;

/** Follows the `$ref`s at a place, into other files too. */
export function follow(context: Context, place: Place): Place {
  let current = place;
  for (let step = 0; step < longestChain; step++) {
    if (!isObject(current.value) || typeof current.value["$ref"] !== "string") return current;
    const { node, location } = context.resolve(current.value, current.at.source.absoluteRef);
    if (location === undefined) return { value: undefined, at: current.at };
    current = { value: node, at: location };
  }
  return current;
}

export function child(place: Place, key: string | number): Place {
  const { value } = place;
  const found = isObject(value) || Array.isArray(value) ? Reflect.get(value, key) : undefined;
  return { value: found, at: place.at.child(key) };
}

/** The members of an object, as they stand; none if it is no object. */
export function members(place: Place): [string, Place][] {
  if (!isObject(place.value)) return [];
  return Object.keys(place.value).map((key) => [key, child(place, key)]);
}

/** The items of an array, as they stand; none if it is no array. */
export function items(place: Place): Place[] {
  return Array.isArray(place.value) ? place.value.map((_, index) => child(place, index)) : [];
}

/** The member of an object with its `$ref`s followed. */
export function get(context: Context, place: Place, key: string | number): Place {
  return follow(context, child(place, key));
}

/** The text of a member; empty if it is absent or no text. */
export function text(place: Place, key: string): string {
  const { value } = child(place, key);
  return typeof value === "string" ? value.trim() : "";
}
