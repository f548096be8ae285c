import type { JsonValue } from "../json.ts";
import { facetsOf } from "../schema-facets.ts";
import type { Facet, Place } from "../schema-places.ts";
import { arrayCandidates } from "./arrays.ts";
import { alternativesOf, type JsonType, type SampleWorld, stated, typesOf } from "./facets.ts";
import { numberCandidates, numbersBetween } from "./numbers.ts";
import { objectCandidates } from "./objects.ts";
import { rememberedByPlaces } from "./remembered.ts";

/** How far down the making of a value is. */
export interface Descent {
  /** The pointers of all schemas that hold for what the value is in. */
  readonly path: ReadonlySet<string>;
  readonly depth: number;
  /** Whether only what is required is filled in: a schema stands within itself, or too deep. */
  readonly closing: boolean;
  /** The property that the value is in. The empty text: none. */
  readonly name: string;
}

const top: Descent = { path: new Set(), depth: 0, closing: false, name: "" };

/** Deeper than this only what is required is filled in, and twice as deep nothing. */
const deepest = 8;

function below({ closing, depth, name, path }: Descent, facets: readonly Facet[]): Descent {
  const isWithinItself = facets.some(({ pointer }) => path.has(pointer));
  return {
    path: new Set([...path, ...facets.map(({ pointer }) => pointer)]),
    depth: depth + 1,
    closing: closing || isWithinItself || depth >= deepest,
    name,
  };
}

/**
 * A value that is valid by all of the schemas, with the properties that the world asks for.
 * @returns `undefined` if none is found.
 */
export function sampleOf(
  world: SampleWorld,
  places: readonly Place[],
  descent: Descent = top,
): JsonValue | undefined {
  return descent === top
    ? known(world, places, () => firstValid(world, places, top))
    : firstValid(world, places, descent);
}

function firstValid(world: SampleWorld, places: readonly Place[], descent: Descent): JsonValue | undefined {
  for (const value of candidatesOf(world, places, descent)) if (isValid(world, places, value)) return value;
  return undefined;
}

/** The samples of a world: very many values are made of the same few. */
const known = rememberedByPlaces<JsonValue | undefined>();

/** Whether the judge of the world accepts a value by all of the schemas. */
export function isValid(world: SampleWorld, places: readonly Place[], value: JsonValue): boolean {
  return world.judge.accepts(
    places.map(({ pointer }) => pointer),
    value,
  );
}

/**
 * Values that are likely to be valid, the most telling first.
 * @param name What the value is called.
 */
export function candidatesCalled(
  world: SampleWorld,
  places: readonly Place[],
  name: string,
): Generator<JsonValue> {
  return candidatesOf(world, places, { ...top, name });
}

/** Values that are likely to be valid, the most telling first. */
export function* candidatesOf(
  world: SampleWorld,
  places: readonly Place[],
  descent: Descent = top,
): Generator<JsonValue> {
  if (descent.depth > deepest * 2) return;
  const alternatives = alternativesOf(world, facetsOf(world, places));
  const isWithinItself = (facets: readonly Facet[]): boolean =>
    facets.some(({ pointer }) => descent.path.has(pointer));
  // Within itself a schema ends the sooner, the sooner a branch is taken that leads out of it.
  const ordered = alternatives.toSorted((a, b) => Number(isWithinItself(a)) - Number(isWithinItself(b)));
  for (const facets of ordered) yield* candidatesBy(world, facets, descent);
}

/** Values that are likely to be valid by facets that hold together. */
export function* candidatesBy(
  world: SampleWorld,
  facets: readonly Facet[],
  descent: Descent = top,
): Generator<JsonValue> {
  yield* stated(facets, "const");
  for (const list of stated(facets, "enum")) if (Array.isArray(list)) yield* list;
  for (const list of stated(facets, "examples")) if (Array.isArray(list)) yield* list;
  yield* stated(facets, "example");
  yield* stated(facets, "default");
  for (const type of typesOf(facets)) yield* ofType(world, facets, type, descent);
}

function* ofType(
  world: SampleWorld,
  facets: readonly Facet[],
  type: JsonType,
  descent: Descent,
): Generator<JsonValue> {
  switch (type) {
    case "null":
      return yield null;
    case "boolean":
      return yield* [true, false];
    case "integer":
    case "number":
      yield* numberCandidates(facets);
      return yield* numbersBetween(facets);
    case "string":
      return yield* world.texts(facets, descent.name);
    case "array":
      return yield* arrayCandidates(world, facets, below(descent, facets));
    case "object":
      return yield* objectCandidates(world, facets, below(descent, facets));
  }
}
