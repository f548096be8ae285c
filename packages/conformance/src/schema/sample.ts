import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import { once } from "../once.ts";
import {
  alternativesOf,
  type Facet,
  facetsOf,
  itemPlaces,
  type JsonType,
  listBelow,
  lowerBound,
  type Place,
  placeBelow,
  propertyNames,
  propertyPlaces,
  requiredNames,
  type SchemaWorld,
  stated,
  statedNumbers,
  typesOf,
  upperBound,
} from "./facets.ts";
import { rememberedByPlaces } from "./remembered.ts";
import { distinct } from "./repeat.ts";
import { stringCandidates } from "./strings.ts";

/** How far down the making of a value is. */
interface Descent {
  /** The pointers of all schemas that hold for what the value is in. */
  readonly path: ReadonlySet<string>;
  readonly depth: number;
  /** Whether only what is required is filled in: a schema stands within itself, or too deep. */
  readonly closing: boolean;
}

const top: Descent = { path: new Set(), depth: 0, closing: false };

/** Deeper than this only what is required is filled in, and twice as deep nothing. */
const deepest = 8;

function below({ closing, depth, path }: Descent, facets: readonly Facet[]): Descent {
  const isWithinItself = facets.some(({ pointer }) => path.has(pointer));
  return {
    path: new Set([...path, ...facets.map(({ pointer }) => pointer)]),
    depth: depth + 1,
    closing: closing || isWithinItself || depth >= deepest,
  };
}

/**
 * A value that is valid by all of the schemas, with every property that they declare.
 * @returns `undefined` if none is found.
 */
export function sampleOf(
  world: SchemaWorld,
  places: readonly Place[],
  descent: Descent = top,
): JsonValue | undefined {
  return descent === top
    ? known(world, places, () => firstValid(world, places, top))
    : firstValid(world, places, descent);
}

function firstValid(world: SchemaWorld, places: readonly Place[], descent: Descent): JsonValue | undefined {
  for (const value of candidatesOf(world, places, descent)) if (isValid(world, places, value)) return value;
  return undefined;
}

/** The samples of a world: very many values are made of the same few. */
const known = rememberedByPlaces<JsonValue | undefined>();

/** Whether the independent judge accepts a value by all of the schemas. */
export function isValid(world: SchemaWorld, places: readonly Place[], value: JsonValue): boolean {
  return world.judge.accepts(
    places.map(({ pointer }) => pointer),
    value,
  );
}

/** Values that are likely to be valid, the most telling first. */
export function* candidatesOf(
  world: SchemaWorld,
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
  world: SchemaWorld,
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
  world: SchemaWorld,
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
      return yield* numberCandidates(facets);
    case "string":
      return yield* stringCandidates(facets, world.seed);
    case "array":
      return yield* arrayCandidates(world, facets, below(descent, facets));
    case "object":
      return yield* objectCandidates(world, facets, below(descent, facets));
  }
}

/** Numbers at and around the bounds that the facets state. */
export function numberCandidates(facets: readonly Facet[]): number[] {
  const inclusive = [...statedNumbers(facets, "minimum"), ...statedNumbers(facets, "maximum")];
  const above = statedNumbers(facets, "exclusiveMinimum");
  const below = statedNumbers(facets, "exclusiveMaximum");
  const least = Math.max(0, ...inclusive.filter(Number.isFinite).slice(0, 1), ...above);
  const multiples = statedNumbers(facets, "multipleOf").flatMap((step) => [
    step,
    Math.ceil(least / step) * step,
    Math.ceil(least / step) * step + step,
    -step,
  ]);
  return [
    1,
    ...multiples,
    ...inclusive,
    ...above.flatMap((bound) => [Math.floor(bound) + 1, bound + 0.5]),
    ...below.flatMap((bound) => [Math.ceil(bound) - 1, bound - 0.5]),
    0,
    -1,
    0.5,
  ];
}

function* arrayCandidates(
  world: SchemaWorld,
  facets: readonly Facet[],
  descent: Descent,
): Generator<JsonValue> {
  const least = lowerBound(facets, "minItems", 0);
  const most = upperBound(facets, "maxItems", Number.POSITIVE_INFINITY);
  const prefixed = Math.max(0, ...facets.map((facet) => listBelow(facet, "prefixItems").length));
  const wanted = Math.min(most, Math.max(least, prefixed, descent.closing ? 0 : 1));
  const contained = facets.flatMap((facet) => placeBelow(facet, "contains") ?? []);
  const contains =
    contained.length === 0 ? undefined : sampleOf(world, [...contained, ...itemPlaces(facets, 0)], descent);
  const count = Math.min(200, lowerBound(facets, "minContains", 1));
  const items: JsonValue[] = contains === undefined ? [] : distinct(contains, count);
  if (!items.every((item) => isValid(world, contained, item))) items.fill(contains ?? null);
  for (let index = items.length; index < Math.min(wanted, 200); index++) {
    const item = distinctItem(world, itemPlaces(facets, index), items, descent);
    if (item === undefined) break;
    items.push(item);
  }
  yield items;
  yield [];
}

/** A valid item that is none of those already there, where there is one. */
function distinctItem(
  world: SchemaWorld,
  places: readonly Place[],
  taken: readonly JsonValue[],
  descent: Descent,
): JsonValue | undefined {
  let first: JsonValue | undefined;
  for (const item of spread(candidatesOf(world, places, descent), taken.length)) {
    if (!isValid(world, places, item)) continue;
    first ??= item;
    if (!taken.some((other) => isDeepStrictEqual(other, item))) return item;
  }
  return first;
}

/** The candidates, and those made different by a number. */
function* spread(candidates: Iterable<JsonValue>, index: number): Generator<JsonValue> {
  let count = 0;
  for (const value of candidates) {
    yield value;
    if (index > 0 && typeof value === "string") yield `${value}${index}`;
    if (index > 0 && typeof value === "number") yield value + index;
    if (++count > 200) return;
  }
}

/** Of more optional properties than these not every choice is tried. */
const mostOptional = 12;

function* objectCandidates(
  world: SchemaWorld,
  facets: readonly Facet[],
  descent: Descent,
): Generator<JsonValue> {
  const required = requiredNames(facets);
  const declared = propertyNames(facets).filter((name) => isSent(world, propertyPlaces(facets, name)));
  const all = descent.closing ? required : new Set([...required, ...declared]);
  const optional = [...all].filter((name) => !required.has(name)).slice(0, mostOptional);
  // Where not all of them go together, all but one may, or one alone.
  const allButOne = optional.map((name) => new Set([...all].filter((other) => other !== name)));
  const oneAlone = optional.map((name) => new Set([...required, name]));
  const sample = once((name: string) => sampleOf(world, propertyPlaces(facets, name), descent));
  for (const names of [all, ...allButOne, ...oneAlone, required]) {
    const object = fill(facets, names, required, sample);
    if (object !== undefined) yield object;
  }
}

/** Whether a property travels in this direction: `readOnly` ones only from the server, `writeOnly` ones only to it. */
export function isSent(world: SchemaWorld, places: readonly Place[]): boolean {
  const keyword = world.sender === "client" ? "readOnly" : "writeOnly";
  return !facetsOf(world, places).some(({ schema }) => schema[keyword] === true);
}

function fill(
  facets: readonly Facet[],
  names: ReadonlySet<string>,
  required: ReadonlySet<string>,
  sample: (name: string) => JsonValue | undefined,
): JsonObject | undefined {
  const object: Record<string, JsonValue> = {};
  for (const name of names) {
    const value = sample(name);
    if (value !== undefined) object[name] = value;
    else if (required.has(name)) return undefined;
  }
  const least = lowerBound(facets, "minProperties", 0);
  for (let index = 1; Object.keys(object).length < least && index < 200; index++) {
    const name = `member_${index}`;
    object[name] = sample(name) ?? index;
  }
  return isObject(object) ? object : undefined;
}
