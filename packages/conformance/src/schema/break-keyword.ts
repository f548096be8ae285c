import { isNeverAnswered, isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import {
  candidatesBy,
  candidatesOf,
  distinct,
  type Facet,
  facetsOf,
  isSent,
  isValid,
  itemPlaces,
  type Place,
  placeBelow,
  placesBelow,
  propertyPlaces,
  repeated,
  sampleOf,
  statedNumbers,
} from "@workflow-api/contract/samples";
import { withFurtherMembers } from "./further-members.ts";
import type { Spot } from "./walk.ts";
import type { SchemaWorld } from "./worlds.ts";

/** A value that one keyword is to refuse, while the others are kept as far as possible. */
export interface Breaker {
  readonly keyword: string;
  readonly value: JsonValue;
}

type Break = (spot: Spot, facet: Facet, world: SchemaWorld) => Iterable<JsonValue>;

/** How each keyword is broken. A keyword that is not here is an annotation, or is broken through its subschemas. */
const breaks: Readonly<Record<string, Break>> = {
  additionalProperties: ({ value }, { schema }) =>
    isObject(value) && schema["additionalProperties"] === false ? [{ ...value, unknown_member: "text" }] : [],
  anyOf: strangers,
  const: ({ value }) => [...unlike(value)],
  contains: (spot, facet, world) =>
    Array.isArray(spot.value) ? [[], ...withoutContained(world, spot, facet)] : [],
  dependentRequired: ({ value, facets }, { schema }, world) =>
    dependants(world, facets, value, schema["dependentRequired"]),
  enum: ({ value }, { schema }) => [...unlike(value), ...[schema["enum"] ?? []].flat().flatMap(spellings)],
  exclusiveMaximum: (_, { schema }) => numbers(schema["exclusiveMaximum"], 0, 0.5, 1),
  exclusiveMinimum: (_, { schema }) => numbers(schema["exclusiveMinimum"], 0, -0.5, -1),
  format: ({ value }) =>
    typeof value === "string" ? misformed : typeof value === "number" ? beyondIntegers : [],
  items: ({ value }, { schema }) =>
    Array.isArray(value) && schema["items"] === false ? [[...value, "text"]] : [],
  maxContains: ({ value }, facet, world) => contained(world, value, facet, 1),
  maxItems: ({ value }, { schema }) => longerList(value, schema["maxItems"]),
  maxLength: ({ value }, { schema }) => longer(value, schema["maxLength"]),
  maxProperties: ({ value, facets }, { schema }, world) =>
    manyMembers(world, facets, value, schema["maxProperties"]),
  maximum: (_, { schema }) => numbers(schema["maximum"], 1, 0.5),
  minContains: ({ value }, facet, world) => contained(world, value, facet, -1),
  minItems: ({ value }, { schema }) =>
    Array.isArray(value) && typeof schema["minItems"] === "number" && schema["minItems"] > 0
      ? [value.slice(0, schema["minItems"] - 1)]
      : [],
  minLength: ({ value }, { schema }) =>
    typeof value === "string" && typeof schema["minLength"] === "number" && schema["minLength"] > 0
      ? [[...value].slice(0, schema["minLength"] - 1).join("")]
      : [],
  minProperties: ({ value }, { schema }) =>
    isObject(value) && typeof schema["minProperties"] === "number"
      ? [Object.fromEntries(Object.entries(value).slice(0, schema["minProperties"] - 1))]
      : [],
  minimum: (_, { schema }) => numbers(schema["minimum"], -1, -0.5),
  multipleOf: ({ value }, { schema }) =>
    typeof value === "number" && typeof schema["multipleOf"] === "number"
      ? [value + schema["multipleOf"] / 2, value + schema["multipleOf"] / 3, value + 1]
      : [],
  not: refusedWhole,
  oneOf: (spot, facet, world) => [...strangers(spot), ...overlaps(facet, world)],
  pattern: ({ value }) => (typeof value === "string" ? mismatches(value) : []),
  propertyNames: misnamed,
  required: ({ value, facets }, { schema }, world) => {
    const names = [schema["required"] ?? []].flat().map(String);
    const sent = names.filter((name) => isSent(world, propertyPlaces(facets, name)));
    return isObject(value) ? sent.map((name) => without(value, name)) : [];
  },
  type: ({ value }) => [...strangers({ value }), ...(typeof value === "number" ? [value + 0.5] : [])],
  unevaluatedProperties: ({ value }, { schema }) =>
    isObject(value) && schema["unevaluatedProperties"] === false
      ? [{ ...value, unknown_member: "text" }]
      : [],
  unevaluatedItems: ({ value }, { schema }) =>
    Array.isArray(value) && schema["unevaluatedItems"] === false ? [[...value, "text"]] : [],
  uniqueItems: ({ value, facets }, { schema }, world) => {
    if (!Array.isArray(value) || schema["uniqueItems"] !== true) return [];
    const item = value[0] ?? sampleOf(world, itemPlaces(facets, 0)) ?? "text";
    return [[...value, item], repeated(item, 2)];
  },
  writeOnly: ({ value }, { schema }) => (isNeverAnswered(schema) ? [value] : []),
};

/** Values that each break one keyword of the facet at the spot; the judges decide which of them do. */
export function* breakersOf(world: SchemaWorld, spot: Spot, facet: Facet): Generator<Breaker> {
  for (const keyword of Object.keys(facet.schema)) {
    for (const value of breaks[keyword]?.(spot, facet, world) ?? []) yield { keyword, value };
  }
}

/** Numbers that the formats of integers refuse. */
const beyondIntegers = [2 ** 31, -(2 ** 31) - 1, 0.5];

const misformed = ["not the format", "(", "@", "{", "1/", "", "2024-13-45", "~2"];

/** One value of each type of JSON. */
function strangers(_spot: Pick<Spot, "value">): JsonValue[] {
  return [null, true, 1, 1.5, "text", [], {}];
}

/** Values that are not this one, as close to it as possible. */
function* unlike(value: JsonValue): Generator<JsonValue> {
  if (typeof value === "string") yield* spellings(value);
  else if (typeof value === "number") yield* [value + 1, value - 1, -value - 7];
  else if (typeof value === "boolean") yield !value;
  yield* ["unknown", 987_654_321, null];
}

/** A text with something added, something missing, and each character in turn of another kind. */
function* mismatches(text: string): Generator<string> {
  yield* [
    `urn:uuid:${text}`,
    `${text}-`,
    `-${text}`,
    ` ${text}`,
    text.slice(0, -1),
    text.slice(1),
    "not matching",
    "",
    "0",
    "~",
  ];
  for (let index = 0; index < Math.min(text.length, 64); index++)
    for (const other of ["1", "z", "-"]) yield text.slice(0, index) + other + text.slice(index + 1);
}

/** Other spellings of a text. */
function spellings(value: JsonValue): string[] {
  return typeof value === "string" ? [`${value}_`, value.toUpperCase(), value.toLowerCase()] : [];
}

function numbers(bound: JsonValue | undefined, ...offsets: readonly number[]): number[] {
  return typeof bound === "number" ? offsets.map((offset) => bound + offset) : [];
}

/** A length is in characters, some of which are two units of UTF-16. */
function longer(value: JsonValue, most: JsonValue | undefined): JsonValue[] {
  if (typeof value !== "string" || typeof most !== "number" || most > 100_000) return [];
  const characters = [...value];
  const missing = Math.max(0, most + 1 - characters.length);
  const [first = "t"] = characters;
  return [value + (characters.at(-1) ?? "t").repeat(missing), first.repeat(missing) + value];
}

function longerList(value: JsonValue, most: JsonValue | undefined): JsonValue[] {
  if (!Array.isArray(value) || typeof most !== "number" || most > 10_000) return [];
  const [item = "text"] = value;
  return [repeated(item, most + 1), distinct(item, most + 1)];
}

function manyMembers(
  world: SchemaWorld,
  facets: readonly Facet[],
  value: JsonValue,
  most: JsonValue | undefined,
): JsonValue[] {
  if (!isObject(value) || typeof most !== "number" || most > 1000) return [];
  return withFurtherMembers(world, facets, value, Math.max(1, most + 1 - Object.keys(value).length));
}

/** An object with the member that needs others, and without one of those. */
function dependants(
  world: SchemaWorld,
  facets: readonly Facet[],
  value: JsonValue,
  dependencies: JsonValue | undefined,
): JsonValue[] {
  if (!isObject(value) || !isObject(dependencies)) return [];
  return Object.entries(dependencies).flatMap(([name, needed]) => {
    const member = value[name] ?? sampleOf(world, propertyPlaces(facets, name)) ?? "text";
    const list = Array.isArray(needed) ? needed : [];
    return list.map((other) => without({ ...value, [name]: member }, String(other)));
  });
}

/** An object with a member whose name is too long, too short, or otherwise unlike the others. */
function misnamed({ value, facets }: Spot, facet: Facet, world: SchemaWorld): JsonValue[] {
  if (!isObject(value)) return [];
  const names = facetsOf(world, [placeBelow(facet, "propertyNames") ?? []].flat());
  const lengths = statedNumbers(names, "maxLength").filter((most) => most <= 10_000);
  const tried = ["-", "Unknown Name", "", "u", "U1_", ...lengths.map((most) => "u".repeat(most + 1))];
  return tried.map((name) => ({
    ...value,
    [name]: sampleOf(world, propertyPlaces(facets, name)) ?? Object.values(value)[0] ?? "text",
  }));
}

/** So many are tried until one is refused for the keyword. */
const mostTried = 12;

/** Values that keep what else is asked of them, and are what `not` forbids. */
function* refusedWhole({ facets }: Spot, facet: Facet, world: SchemaWorld): Generator<JsonValue> {
  const refused = placeBelow(facet, "not");
  if (refused === undefined) return;
  const others = facets.map((each) => {
    const { not: _, ...schema } = each.schema;
    return each.pointer === facet.pointer ? { ...each, schema } : each;
  });
  let tried = 0;
  for (const value of candidatesBy(world, [...facetsOf(world, [refused]), ...others])) {
    yield value;
    if (++tried >= mostTried) break;
  }
  const alone = sampleOf(world, [refused]);
  if (alone !== undefined) yield alone;
}

/** A list of items that are right but for not being what `contains` looks for. */
function withoutContained(world: SchemaWorld, { value, facets }: Spot, facet: Facet): JsonValue[] {
  const wanted = placeBelow(facet, "contains");
  if (wanted === undefined || !Array.isArray(value)) return [];
  const places = itemPlaces(facets, 0);
  const others: JsonValue[] = [];
  for (const item of [
    ...strangers({ value }),
    ...candidatesOf(world, places),
    ...nearMisses(world, places, wanted),
  ]) {
    if (others.length >= mostTried) break;
    if (isValid(world, places, item) && !isValid(world, [wanted], item)) others.push(item);
  }
  return others.map((item) => [item]);
}

/** Items that break one keyword of what `contains` looks for. */
function nearMisses(world: SchemaWorld, places: readonly Place[], wanted: Place): JsonValue[] {
  const whole = sampleOf(world, [wanted, ...places]);
  if (!isObject(whole)) return [];
  const facets = facetsOf(world, places);
  return Object.keys(whole).flatMap((name) =>
    [...candidatesOf(world, propertyPlaces(facets, name))]
      .slice(0, mostTried)
      .map((member) => ({ ...whole, [name]: member })),
  );
}

/** A list with one item too many, or too few, of those that `contains` looks for. */
function contained(world: SchemaWorld, value: JsonValue, facet: Facet, beyond: 1 | -1): JsonValue[] {
  const wanted = placeBelow(facet, "contains");
  const bound = facet.schema[beyond > 0 ? "maxContains" : "minContains"];
  if (wanted === undefined || !Array.isArray(value) || typeof bound !== "number" || bound > 1000) return [];
  const item = value.find((each) => isValid(world, [wanted], each)) ?? sampleOf(world, [wanted]);
  const count = bound + beyond;
  if (item === undefined || count < 0) return [];
  const rest = value.filter((each) => !isValid(world, [wanted], each));
  return [
    [...repeated(item, count), ...rest],
    [...distinct(item, count), ...rest],
  ];
}

/** Values of one branch, which may be valid by another too. */
function overlaps(facet: Facet, world: SchemaWorld): JsonValue[] {
  return placesBelow(facet, "oneOf").flatMap((branch) => sampleOf(world, [branch]) ?? []);
}

function without(value: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = value;
  return rest;
}
