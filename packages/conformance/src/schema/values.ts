import { isDeepStrictEqual } from "node:util";
import {
  appendPointer,
  ContractError,
  isObject,
  type JsonValue,
  type SchemaModel,
  type SourceLocation,
  type Violation,
  valueAt,
} from "@workflow-api/contract";
import { type Facet, isSent, isValid, sampleOf } from "@workflow-api/contract/samples";
import { createBases } from "./bases.ts";
import { branchSamples } from "./branches.ts";
import { breakersOf } from "./break-keyword.ts";
import { variantsOf } from "./variants.ts";
import { pointerOf, replaceAt, type Spot, type Visits, walk } from "./walk.ts";
import type { SchemaWorld } from "./worlds.ts";

/** A value that a schema refuses. */
export interface InvalidValue {
  /** The keyword that refuses it. */
  readonly keyword: string;
  /** Where in the value, as a JSON Pointer. */
  readonly at: string;
  /** The JSON Pointer of the keyword in the bundled document. */
  readonly pointer: string;
  readonly value: JsonValue;
  /** Whether no other keyword refuses it too. */
  readonly alone: boolean;
}

/** A value that a schema accepts, different from the sample in one respect. */
export interface ValidValue {
  /** In which respect: `minLength`, `absent`, `enum custom`. */
  readonly name: string;
  readonly at: string;
  readonly pointer: string;
  readonly value: JsonValue;
  /** Whether it holds a member that does not travel in this direction, which a server ignores or refuses. */
  readonly isForeign: boolean;
}

/** The two validators do not agree on a value: one of them, or this package, is wrong. */
export class JudgesDisagree extends ContractError {
  override readonly name: string = "JudgesDisagree";

  constructor(location: SourceLocation, value: JsonValue, detail: string) {
    const told = JSON.stringify(value).slice(0, longestTold);
    const message = `The two validators disagree on a value of this schema, ${told}: ${detail}. Write it otherwise.`;
    super([{ message, location }]);
  }
}

/** So much of a value is told, in characters. */
const longestTold = 300;

/**
 * Values that break one keyword of the schema each, at every part of a valid value. Both validators refuse each of
 * them, and Ajv for the keyword that is named.
 * @throws {JudgesDisagree}
 */
export function invalidValues(world: SchemaWorld, model: SchemaModel, base?: JsonValue): InvalidValue[] {
  const found: InvalidValue[] = [];
  const whole = startOf(world, model, base);
  if (whole === undefined) return found;
  const isNew = createNovelty();
  for (const { base: around, spot } of variedSpots(world, model, whole)) {
    for (const facet of spot.facets) {
      const kept = new Set<string>();
      for (const invalid of invalidAt(world, model, around, spot, facet)) {
        if ((spot.isKnown && kept.has(invalid.keyword)) || !isNew(invalid.value)) continue;
        kept.add(invalid.keyword);
        found.push(invalid);
      }
    }
  }
  return found;
}

/** A valid value to start from: the one that is given, unless the schema refuses it, as it does examples that are wrong. */
function startOf(world: SchemaWorld, model: SchemaModel, base: JsonValue | undefined): JsonValue | undefined {
  if (base !== undefined && agreedValid(world, model, base)) return base;
  const sample = sampleOf(world, [model]);
  return sample !== undefined && agreedValid(world, model, sample) ? sample : undefined;
}

/** Tells whether a value has not been seen before. */
function createNovelty(): (value: JsonValue) => boolean {
  const seen = new Set<string>();
  return (value) => {
    const size = seen.size;
    return seen.add(JSON.stringify(value)).size > size;
  };
}

interface BasedSpot {
  /** The valid value that the spot is a part of. */
  readonly base: JsonValue;
  readonly spot: Spot;
}

/** Deeper than this a branch within a branch is not taken. */
const deepestBranch = 2;

/** So many valid values are made for a place that is known. */
const mostOfKnown = 2;

/** So often the branches of a place are taken, whichever way leads to it. */
const mostBranchings = 4;

/** What has been walked, and where branches have been taken. */
interface Seen {
  readonly visits: Visits;
  readonly branchings: Map<string, number>;
  /** How many parts there are so far. */
  count: number;
}

/** A value with more parts than these has very many. */
const many = 100;

/** The parts of a valid value that are varied. */
function variedSpots(world: SchemaWorld, model: SchemaModel, whole: JsonValue): readonly BasedSpot[] {
  const seen: Seen = { visits: new Map(), branchings: new Map(), count: 0 };
  const spots = [...spotsOf(world, model, whole, seen)];
  return spots.length <= many ? spots : spots.filter(({ spot }) => isVaried(world, spot));
}

function isVaried(world: SchemaWorld, { places }: Spot): boolean {
  return world.isVaried?.(places) !== false;
}

/** Every part of a valid value, and of the same value with each other branch taken where its schemas leave a choice. */
function* spotsOf(
  world: SchemaWorld,
  model: SchemaModel,
  whole: JsonValue,
  seen: Seen,
  within?: Spot,
  depth = 0,
): Generator<BasedSpot> {
  const { places, tokens, value: start } = within ?? { places: [model], tokens: [], value: whole };
  const spots = [...walk(world, places, start, tokens, seen.visits)];
  const basedOn = createBases(world, model, whole);
  for (const spot of spots) yield { base: basedOn(spot), spot };
  seen.count += spots.length;
  if (depth >= deepestBranch) return;
  for (const spot of spots) {
    // The branches of the place itself have been taken to get here.
    if (spot.tokens === within?.tokens || !isBranchingWanted(world, seen, spot)) continue;
    const around = basedOn(spot);
    for (const value of branchSamples(world, spot.places)) {
      const base = replaceAt(around, spot.tokens, value);
      if (base === undefined || isDeepStrictEqual(base, whole) || agreedValid(world, model, base) !== true)
        continue;
      yield* spotsOf(world, model, base, seen, { ...spot, value }, depth + 1);
    }
  }
}

/** Counts where branches are taken, and tells whether it is one of the first times, of a part that is varied. */
function isBranchingWanted(world: SchemaWorld, { branchings, count: parts }: Seen, spot: Spot): boolean {
  const key = spot.places.map(({ pointer }) => pointer).join("\n");
  const count = (branchings.get(key) ?? 0) + 1;
  branchings.set(key, count);
  return count <= mostBranchings && (parts <= many || isVaried(world, spot));
}

function* invalidAt(
  world: SchemaWorld,
  model: SchemaModel,
  whole: JsonValue,
  spot: Spot,
  facet: Facet,
): Generator<InvalidValue> {
  for (const { keyword, value } of breakersOf(world, spot, facet)) {
    // Of lists that are judged in turn, Ajv 8.20 takes an empty one to contain what the one before it did.
    const doubled = keyword === "contains" && isEmptyList(value) ? [] : besideItself(whole, spot);
    for (const [tokens, base] of [[spot.tokens, whole] as const, ...doubled]) {
      const broken = replaceAt(base, tokens, value);
      if (broken === undefined) continue;
      const at = appendPointer("", ...tokens);
      const violations = model.validate(broken);
      if (agreedOn(world, model, broken, violations.length === 0) !== false) continue;
      if (!violations.some((violation) => isOf(violation, keyword, at))) continue;
      const alone = violations.every((violation) => violation.keyword === keyword);
      yield { keyword, at, pointer: appendPointer(facet.pointer, keyword), value: broken, alone };
    }
  }
}

/** The value with a double of the first item that the part is in: broken there, the list still holds an item that is right. */
function* besideItself(
  whole: JsonValue,
  { tokens, facets }: Spot,
): Generator<readonly [tokens: Spot["tokens"], base: JsonValue]> {
  const at = tokens.lastIndexOf(0);
  const parent = tokens.slice(0, at);
  if (at < 0 || facets.length === 0) return;
  const list = valueAt(whole, appendPointer("", ...parent));
  const [first] = Array.isArray(list) ? list : [];
  if (!Array.isArray(list) || first === undefined) return;
  const doubled = replaceAt(whole, parent, [...list, first]);
  if (doubled !== undefined) yield [[...parent, list.length, ...tokens.slice(at + 1)], doubled];
}

/**
 * Values that the schema accepts, each different from a sample in one respect: every enum value, every bound, every
 * optional property absent, every branch, strings that are hard to transport.
 * @throws {JudgesDisagree}
 */
export function validValues(world: SchemaWorld, model: SchemaModel, base?: JsonValue): ValidValue[] {
  const found: ValidValue[] = [];
  const whole = startOf(world, model, base);
  if (whole === undefined) return found;
  const isNew = createNovelty();
  for (const { base: around, spot } of variedSpots(world, model, whole)) {
    let kept = 0;
    for (const valid of validAt(world, model, around, spot)) {
      if (!isNew(valid.value)) continue;
      found.push(valid);
      if (spot.isKnown && ++kept >= mostOfKnown) break;
    }
  }
  return found;
}

function* validAt(
  world: SchemaWorld,
  model: SchemaModel,
  whole: JsonValue,
  spot: Spot,
): Generator<ValidValue> {
  const pointer = spot.places[0]?.pointer ?? model.pointer;
  const isForeign = !isSent(world, spot.places);
  const variants = isForeign
    ? [{ name: "that the server makes", value: spot.value }]
    : variantsOf(world, spot);
  for (const { name, value } of variants) {
    const changed = replaceAt(whole, spot.tokens, value);
    if (changed === undefined || !agreedValid(world, model, changed)) continue;
    yield { name, at: pointerOf(spot), pointer, value: changed, isForeign };
  }
}

/**
 * Whether both validators accept a value. How strictly a `format` is read is up to each of them (JSON Schema
 * Validation 2020-12, section 7), and so is the precision of numbers, so a value on which they differ for one of these
 * is `undefined`: it is good for no case. So is a list that Ajv is wrong about.
 * @throws {JudgesDisagree} They differ on anything else.
 */
export function agreedValid(world: SchemaWorld, model: SchemaModel, value: JsonValue): boolean | undefined {
  return agreedOn(world, model, value, model.accepts(value));
}

/** The same, given whether Ajv accepts the value. */
function agreedOn(
  world: SchemaWorld,
  model: SchemaModel,
  value: JsonValue,
  accepted: boolean,
): boolean | undefined {
  if (isValid(world, [model], value) === accepted) return accepted;
  // Each rounds a fraction in its own way when it divides it for `multipleOf`.
  if (hasFraction(value)) return undefined;
  if (accepted && (lacksContained(world, model, value) || holdsUnevaluated(world, model, value)))
    return undefined;
  const others = model.validate(value).filter(({ keyword }) => keyword !== "format");
  if (world.judge.acceptsFormless([model.pointer], value) === (others.length === 0)) return undefined;
  const [first] = others;
  throw new JudgesDisagree(
    world.judge.locate(model.pointer),
    value,
    first === undefined
      ? "Ajv accepts it"
      : `Ajv refuses it for ${first.keyword} at ${first.pointer || "its root"}`,
  );
}

/**
 * Whether a value is refused for nothing but an empty list that is to contain something. Of several lists that a schema
 * judges in turn, Ajv 8.20 takes an empty one to contain what the one before it did.
 */
function lacksContained(world: SchemaWorld, { pointer }: SchemaModel, value: JsonValue): boolean {
  return hasEmptyList(value) && world.judge.acceptsUncontained([pointer], value);
}

/**
 * Whether a value is refused for nothing but an item that nothing evaluates. Beside `contains` Ajv 8.20 takes every item
 * for evaluated, and not those alone that it matches (JSON Schema 2020-12, section 10.3.1.3).
 */
function holdsUnevaluated(world: SchemaWorld, { pointer }: SchemaModel, value: JsonValue): boolean {
  return world.judge.acceptsUnevaluated([pointer], value);
}

function isEmptyList(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 0;
}

function hasEmptyList(value: JsonValue): boolean {
  if (Array.isArray(value)) return isEmptyList(value) || value.some(hasEmptyList);
  return isObject(value) && Object.values(value).some((member) => hasEmptyList(member ?? null));
}

function hasFraction(value: JsonValue): boolean {
  if (typeof value === "number") return !Number.isInteger(value);
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).some((member) => hasFraction(member ?? null))
  );
}

function isOf(violation: Violation, keyword: string, at: string): boolean {
  return violation.keyword === (reported[keyword] ?? keyword) && violation.pointer === at;
}

/** The keywords that Ajv reports under the name of the one that they stand beside. */
const reported: Readonly<Record<string, string>> = { maxContains: "contains", minContains: "contains" };
