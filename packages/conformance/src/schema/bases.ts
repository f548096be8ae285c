import { appendPointer, isObject, type JsonValue, type SchemaModel, valueAt } from "@workflow-api/contract";
import { candidatesOf, isValid, type Place } from "@workflow-api/contract/samples";
import { replaceAt, type Spot } from "./walk.ts";
import type { SchemaWorld } from "./worlds.ts";

/** So many values of what holds an absent part are tried. */
const mostTried = 12;

/**
 * Valid wholes for the spots of a walk, which have to come in the order of the walk: the value that is walked, and for a
 * part that it lacks the same with that part, and with whatever else that part asks for.
 */
export function createBases(
  world: SchemaWorld,
  model: SchemaModel,
  whole: JsonValue,
): (spot: Spot) => JsonValue {
  const bases = new Map<string, JsonValue>();
  const placesAt = new Map<string, readonly Place[]>();
  return (spot) => {
    const at = appendPointer("", ...spot.tokens);
    const parent = appendPointer("", ...spot.tokens.slice(0, -1));
    placesAt.set(at, spot.places);
    const around = bases.get(parent) ?? whole;
    const base =
      valueAt(around, at) === undefined
        ? withPart(world, model, around, spot, placesAt.get(parent) ?? [])
        : around;
    bases.set(at, base);
    return base;
  };
}

function withPart(
  world: SchemaWorld,
  model: SchemaModel,
  around: JsonValue,
  { tokens, value }: Spot,
  holder: readonly Place[],
): JsonValue {
  const alone = replaceAt(around, tokens, value);
  const name = tokens.at(-1);
  if (alone === undefined || name === undefined || isValid(world, [model], alone)) return alone ?? around;
  const above = tokens.slice(0, -1);
  let tried = 0;
  for (const other of holder.length === 0 ? [] : candidatesOf(world, holder)) {
    if (++tried > mostTried) break;
    if (!isObject(other) || other[String(name)] === undefined) continue;
    const filled = replaceAt(around, above, { ...other, [name]: value });
    if (filled !== undefined && isValid(world, [model], filled)) return filled;
  }
  return around;
}
