import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import { type Facet, listBelow, placeBelow, propertyPlaces, type SchemaWorld } from "./facets.ts";
import { isSent, sampleOf } from "./sample.ts";
import type { Spot } from "./walk.ts";

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
  contains: ({ value }) => (Array.isArray(value) ? [[]] : []),
  dependentRequired: ({ value }, { schema }) => dependants(value, schema["dependentRequired"]),
  enum: ({ value }, { schema }) => [...unlike(value), ...[schema["enum"] ?? []].flat().flatMap(spellings)],
  exclusiveMaximum: (_, { schema }) => numbers(schema["exclusiveMaximum"], 0, 1),
  exclusiveMinimum: (_, { schema }) => numbers(schema["exclusiveMinimum"], 0, -1),
  format: ({ value }) => (typeof value === "string" ? misformed : []),
  maxItems: ({ value }, { schema }) => longerList(value, schema["maxItems"]),
  maxLength: ({ value }, { schema }) => longer(value, schema["maxLength"]),
  maxProperties: ({ value }, { schema }) => manyMembers(value, schema["maxProperties"]),
  maximum: (_, { schema }) => numbers(schema["maximum"], 1, 0.5),
  minItems: ({ value }, { schema }) =>
    Array.isArray(value) && typeof schema["minItems"] === "number" && schema["minItems"] > 0
      ? [value.slice(0, schema["minItems"] - 1)]
      : [],
  minLength: ({ value }, { schema }) =>
    typeof value === "string" && typeof schema["minLength"] === "number" && schema["minLength"] > 0
      ? [value.slice(0, schema["minLength"] - 1)]
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
  not: (_, facet, world) => {
    const refused = placeBelow(facet, "not");
    const value = refused === undefined ? undefined : sampleOf(world, [refused]);
    return value === undefined ? [] : [value];
  },
  oneOf: (spot, facet, world) => [...strangers(spot), ...overlaps(facet, world)],
  pattern: ({ value }) => (typeof value === "string" ? mismatches(value) : []),
  propertyNames: ({ value }) =>
    isObject(value) ? ["-", "Unknown Name", ""].map((name) => ({ ...value, [name]: 1 })) : [],
  required: ({ value, facets }, { schema }, world) => {
    const names = [schema["required"] ?? []].flat().map(String);
    const sent = names.filter((name) => isSent(world, propertyPlaces(facets, name)));
    return isObject(value) ? sent.map((name) => without(value, name)) : [];
  },
  type: ({ value }) => strangers({ value }),
  unevaluatedProperties: ({ value }, { schema }) =>
    isObject(value) && schema["unevaluatedProperties"] === false
      ? [{ ...value, unknown_member: "text" }]
      : [],
  uniqueItems: ({ value }, { schema }) =>
    Array.isArray(value) && value.length > 0 && schema["uniqueItems"] === true
      ? [
          [...value, ...value.slice(0, 1)],
          [...value.slice(0, 1), ...value.slice(0, 1)],
        ]
      : [],
};

/** Values that each break one keyword of the facet at the spot; the judges decide which of them do. */
export function* breakersOf(world: SchemaWorld, spot: Spot, facet: Facet): Generator<Breaker> {
  for (const keyword of Object.keys(facet.schema)) {
    for (const value of breaks[keyword]?.(spot, facet, world) ?? []) yield { keyword, value };
  }
}

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

function longer(value: JsonValue, most: JsonValue | undefined): JsonValue[] {
  if (typeof value !== "string" || typeof most !== "number" || most > 100_000) return [];
  return [value.padEnd(most + 1, value.slice(-1) || "t"), value.padStart(most + 1, value.slice(0, 1) || "t")];
}

function longerList(value: JsonValue, most: JsonValue | undefined): JsonValue[] {
  if (!Array.isArray(value) || typeof most !== "number" || most > 10_000) return [];
  const [item = "text"] = value;
  const distinct = (index: number): JsonValue =>
    typeof item === "string" ? `${item}${index}` : typeof item === "number" ? item + index : item;
  const length = { length: most + 1 };
  return [Array.from(length, () => item), Array.from(length, (_, index) => distinct(index))];
}

function manyMembers(value: JsonValue, most: JsonValue | undefined): JsonValue[] {
  if (!isObject(value) || typeof most !== "number" || most > 1000) return [];
  const [sample = "text"] = Object.values(value);
  const more = Array.from({ length: most + 1 }, (_, index): [string, JsonValue] => [
    `member_${index}`,
    sample,
  ]);
  return [{ ...value, ...Object.fromEntries(more) }];
}

function dependants(value: JsonValue, dependencies: JsonValue | undefined): JsonValue[] {
  if (!isObject(value) || !isObject(dependencies)) return [];
  return Object.entries(dependencies).flatMap(([name, needed]) =>
    value[name] === undefined || !Array.isArray(needed)
      ? []
      : needed.map((other) => without(value, String(other))),
  );
}

/** Values of one branch, which may be valid by another too. */
function overlaps(facet: Facet, world: SchemaWorld): JsonValue[] {
  return listBelow(facet, "oneOf").flatMap((branch) => sampleOf(world, [branch]) ?? []);
}

function without(value: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = value;
  return rest;
}
