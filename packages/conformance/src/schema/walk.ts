import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  otherDirection,
} from "@workflow-api/contract";
import {
  alternativesOf,
  type Facet,
  facetsOf,
  firstItems,
  isSent,
  isValid,
  itemPlaces,
  type Place,
  placeBelow,
  propertyNames,
  propertyPlaces,
  sampleOf,
} from "@workflow-api/contract/samples";
import { stringCandidates } from "./strings.ts";
import type { SchemaWorld } from "./worlds.ts";

/** A part of a value, and every schema that holds for it. */
export interface Spot {
  /** The reference tokens of the part inside the whole value. */
  readonly tokens: readonly (string | number)[];
  /** `undefined`: the part is absent from the whole, and this would be a value for it. */
  readonly value: JsonValue;
  readonly places: readonly Place[];
  readonly facets: readonly Facet[];
  /** Whether what holds here has been walked elsewhere, so that one value of a kind is enough. */
  readonly isKnown: boolean;
}

/** Items of one array beyond these, and those that have a place of their own, hold nothing new. */
const mostItems = 2;

/** How often each place has been walked, by its own pointers and those of what holds there. */
export type Visits = Map<string, number>;

/** So often a place is walked, whichever way leads to it: schemas that share others hold more ways than can be tried. */
const mostVisits = 16;

/** After so many visits a place is known. */
const knownAfter = 4;

/** So often a schema is walked within itself, the first time included. */
const mostWithin = 2;

/** A part that is still to be walked. */
interface Ahead extends Omit<Spot, "facets" | "isKnown"> {
  /** The pointers of all schemas that hold for what the part is in. */
  readonly path: readonly string[];
}

/**
 * Every part of a valid value, the whole first, then what is closest to it. A declared property that the value lacks is
 * walked with a sample, as is an item of an empty array, so that no keyword stays out of reach.
 * @param visits What has been walked before; several walks may share it.
 */
export function* walk(
  world: SchemaWorld,
  places: readonly Place[],
  value: JsonValue,
  tokens: readonly (string | number)[] = [],
  visits: Visits = new Map(),
): Generator<Spot> {
  const ahead: Ahead[] = [{ tokens, value, places, path: [] }];
  for (const { path, ...part } of ahead) {
    const facets = facetsFor(world, part.places, part.value);
    const count = countVisit(visits, part, facets);
    if (count > mostVisits || facets.some(({ pointer }) => countOf(path, pointer) >= mostWithin)) continue;
    const below = [...path, ...facets.map(({ pointer }) => pointer)];
    const isWithinItself = new Set(below).size < below.length;
    yield { ...part, facets, isKnown: isWithinItself || count > knownAfter };
    for (const [token, itsPlaces, itsValue] of partsOf(world, facets, part.value))
      ahead.push({ tokens: [...part.tokens, token], value: itsValue, places: itsPlaces, path: below });
  }
}

function countOf(list: readonly string[], one: string): number {
  return list.filter((other) => other === one).length;
}

/** The number of this visit to a place. */
function countVisit(visits: Visits, { places }: Pick<Spot, "places">, facets: readonly Facet[]): number {
  const key = [...places, ...facets].map(({ pointer }) => pointer).join("\n");
  const count = (visits.get(key) ?? 0) + 1;
  visits.set(key, count);
  return count;
}

type Part = [token: string | number, places: readonly Place[], value: JsonValue];

function* partsOf(world: SchemaWorld, facets: readonly Facet[], value: JsonValue): Generator<Part> {
  if (Array.isArray(value)) yield* itemsOf(world, facets, value);
  else if (isObject(value)) yield* membersOf(world, facets, value);
}

function* itemsOf(
  world: SchemaWorld,
  facets: readonly Facet[],
  value: readonly JsonValue[],
): Generator<Part> {
  const sample = value.length > 0 ? undefined : sampleOf(world, itemPlaces(facets, 0));
  const items = sample === undefined ? value : [sample];
  const prefixed = firstItems(facets);
  for (const [index, item] of items.slice(0, prefixed + mostItems).entries())
    yield [index, itemPlaces(facets, index), item];
}

function* membersOf(world: SchemaWorld, facets: readonly Facet[], value: JsonObject): Generator<Part> {
  for (const name of new Set([
    ...propertyNames(facets),
    ...Object.keys(value),
    ...openNames(world, facets),
  ])) {
    const below = propertyPlaces(facets, name);
    if (below.length === 0) continue;
    const member = isSent(world, below) ? (value[name] ?? sampleOf(world, below)) : unsent(world, below);
    if (member !== undefined) yield [name, below, member];
  }
}

/** A value of a member that does not travel in this direction: for a client one that is not right in the other either. */
function unsent(world: SchemaWorld, places: readonly Place[]): JsonValue | undefined {
  const others = facetsOf(world, places).flatMap((facet) => placeBelow(facet, "$defs", otherDirection) ?? []);
  if (world.sender === "server") return sampleOf(world, others);
  return ["text", 0, null, {}].find((value) => !isValid(world, others, value));
}

/** A name for each schema of members that have none of their own. */
function openNames(world: SchemaWorld, facets: readonly Facet[]): string[] {
  return facets.flatMap((facet) => {
    const patterns = facet.schema["patternProperties"];
    const names = isObject(patterns) ? Object.keys(patterns) : [];
    const matching = names.flatMap((pattern) => {
      const facetOfName = { schema: { type: "string", pattern }, pointer: "" };
      return (
        stringCandidates([facetOfName], world.seed).find(
          (name) => name !== "" && new RegExp(pattern, "u").test(name),
        ) ?? []
      );
    });
    const isOpen =
      placeBelow(facet, "additionalProperties") !== undefined &&
      facet.schema["additionalProperties"] !== false;
    return isOpen && facet.schema["additionalProperties"] !== true
      ? [...matching, openName(facet)]
      : matching;
  });
}

/** A name that is likely to be one that `propertyNames` allows. */
function openName(facet: Facet): string {
  const names = facet.schema["propertyNames"];
  const allowed = isObject(names) && Array.isArray(names["enum"]) ? names["enum"] : [];
  return String(allowed[0] ?? "member");
}

/** The facets of a value: those of the branches of `oneOf` and `anyOf` that it takes included. */
export function facetsFor(world: SchemaWorld, places: readonly Place[], value: JsonValue): Facet[] {
  const facets = facetsOf(world, places);
  const alternatives = alternativesOf(world, facets);
  if (alternatives.length === 1 && alternatives[0]?.length === facets.length) return facets;
  const taken = alternatives.find((chosen) =>
    chosen.every(
      ({ schema, pointer }) =>
        facets.some((facet) => facet.pointer === pointer) || isValid(world, [{ schema, pointer }], value),
    ),
  );
  const pointers = new Set(facets.map(({ pointer }) => pointer));
  return [...facets, ...(taken ?? []).filter(({ pointer }) => !pointers.has(pointer))];
}

/** The whole with one part replaced, set or (`undefined`) removed. */
export function replaceAt(
  whole: JsonValue,
  [token, ...rest]: readonly (string | number)[],
  part: JsonValue | undefined,
): JsonValue | undefined {
  if (token === undefined) return part;
  if (Array.isArray(whole)) {
    const index = Number(token);
    const replaced = replaceAt(whole[index] ?? [], rest, part);
    return replaced === undefined ? whole.toSpliced(index, 1) : whole.toSpliced(index, 1, replaced);
  }
  if (!isObject(whole)) return whole;
  const replaced = replaceAt(whole[token] ?? {}, rest, part);
  const { [token]: _, ...others } = whole;
  return replaced === undefined ? others : { ...whole, [token]: replaced };
}

/** The JSON Pointer of a spot. */
export function pointerOf({ tokens }: Pick<Spot, "tokens">): string {
  return appendPointer("", ...tokens);
}
