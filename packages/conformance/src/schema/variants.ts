import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonValue } from "@workflow-api/contract";
import {
  alternativesOf,
  candidatesBy,
  candidatesOf,
  distinct,
  type Facet,
  facetsOf,
  isSent,
  itemPlaces,
  numberCandidates,
  propertyNames,
  propertyPlaces,
  repeated,
  requiredNames,
  sampleOf,
  stated,
  statedNumbers,
} from "@workflow-api/contract/samples";
import { withFurtherMembers } from "./further-members.ts";
import { stringCandidates } from "./strings.ts";
import type { Spot } from "./walk.ts";
import type { SchemaWorld } from "./worlds.ts";

/** Another value for a spot that is likely to be valid. */
export interface Variant {
  readonly name: string;
  /** `undefined`: the part is left out. */
  readonly value: JsonValue | undefined;
}

/** Texts that are hard to transport: separators, escapes, other scripts, what reads as another type. */
const hardTexts: readonly [string, string][] = [
  ["reserved characters", "a/b?c&d=e#f;g,h"],
  ["a percent sign", "100%25 %"],
  ["spaces and plus", " a+b c "],
  ["other scripts", "Ünï-漢字-🙂"],
  ["quotes and brackets", `"a'[b]{c}\\`],
  ["a number as text", "0123"],
  ["a boolean as text", "true"],
];

/** So many other texts of a format or pattern are tried. */
const mostOthers = 4;

/** Values for a spot that differ from its own in one respect. */
export function* variantsOf(world: SchemaWorld, spot: Spot): Generator<Variant> {
  yield* branches(world, spot);
  for (const [index, list] of stated(spot.facets, "enum").entries()) {
    if (Array.isArray(list) && index === 0)
      for (const value of list) yield { name: `enum ${JSON.stringify(value)}`, value };
  }
  if (stated(spot.facets, "type").some((type) => [type].flat().includes("null")))
    yield { name: "null", value: null };
  yield* ofEachType(world, spot);
  const { value } = spot;
  if (typeof value === "string") yield* texts(world, value, spot.facets);
  else if (typeof value === "number") yield* numbers(spot.facets);
  else if (typeof value === "boolean") yield { name: String(!value), value: !value };
  else if (Array.isArray(value)) yield* [...lists(value, spot.facets), ...lengths(world, value, spot.facets)];
  else if (isObject(value)) yield* objects(world, value, spot.facets);
}

/** A value of each type, where there may be several. */
function* ofEachType(world: SchemaWorld, { facets }: Spot): Generator<Variant> {
  const types = stated(facets, "type");
  if (types.length > 0 && !types.some(Array.isArray)) return;
  const seen = new Set<string>();
  for (const value of candidatesBy(world, facets)) {
    const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
    if (!seen.has(type)) yield { name: `of the type ${type}`, value };
    seen.add(type);
  }
}

function* branches(world: SchemaWorld, { places }: Spot): Generator<Variant> {
  const alternatives = alternativesOf(world, facetsOf(world, places));
  if (alternatives.length < 2) return;
  let index = 0;
  for (const value of candidatesOf(world, places)) {
    yield { name: `alternative ${++index}`, value };
    if (index >= 24) return;
  }
}

function* texts(world: SchemaWorld, text: string, facets: readonly Facet[]): Generator<Variant> {
  for (const [index, other] of stringCandidates(facets, world.seed).slice(0, mostOthers).entries())
    if (other !== text && other !== "") yield { name: `another value ${index + 1}`, value: other };
  yield { name: "upper case", value: text.toUpperCase() };
  yield { name: "lower case", value: text.toLowerCase() };
  for (const [name, value] of hardTexts) yield { name, value };
  for (const keyword of ["minLength", "maxLength"]) {
    for (const length of statedNumbers(facets, keyword))
      if (length <= 10_000) yield { name: keyword, value: "t".repeat(length) };
  }
  // A length is in characters, of which each of these is two units of UTF-16 and four bytes of UTF-8.
  for (const length of statedNumbers(facets, "maxLength"))
    if (length <= 200) yield { name: "maxLength in other scripts", value: "🙂".repeat(length) };
}

function* numbers(facets: readonly Facet[]): Generator<Variant> {
  for (const value of new Set([...numberCandidates(facets), 2 ** 31, 1e15, -0.25]))
    yield { name: String(value), value };
}

function* lists(value: readonly JsonValue[], facets: readonly Facet[]): Generator<Variant> {
  yield { name: "empty", value: [] };
  yield { name: "one item", value: value.slice(0, 1) };
  const enums = facets.flatMap(({ schema }) => (isObject(schema["items"]) ? [schema["items"]["enum"]] : []));
  for (const list of enums) {
    if (!Array.isArray(list)) continue;
    yield { name: "every item", value: list };
    yield { name: "reversed", value: list.toReversed() };
  }
}

/** Lists that are as short and as long as they may be. */
function* lengths(
  world: SchemaWorld,
  value: readonly JsonValue[],
  facets: readonly Facet[],
): Generator<Variant> {
  const item = value[0] ?? sampleOf(world, itemPlaces(facets, 0)) ?? "text";
  // What is between the items shows between two.
  if (value.length < 2) yield* twoItems(world, value, facets);
  for (const keyword of ["minItems", "maxItems"]) {
    for (const length of statedNumbers(facets, keyword)) {
      if (length > 1000) continue;
      yield { name: keyword, value: repeated(item, length) };
      yield { name: `${keyword}, none twice`, value: distinct(item, length) };
    }
  }
}

/** Lists of two different items, the first of which is that of the list if there is one. */
function* twoItems(
  world: SchemaWorld,
  value: readonly JsonValue[],
  facets: readonly Facet[],
): Generator<Variant> {
  const [first, ...others] = [...value, ...candidatesOf(world, itemPlaces(facets, 0))];
  const second = others.filter((other) => !isDeepStrictEqual(other, first)).slice(0, mostOthers);
  if (first === undefined) return;
  for (const other of second) yield { name: "two items", value: [first, other] };
  yield { name: "two items", value: distinct(first, 2) };
}

function* objects(
  world: SchemaWorld,
  value: Readonly<Record<string, JsonValue | undefined>>,
  facets: readonly Facet[],
): Generator<Variant> {
  const required = requiredNames(facets);
  for (const name of Object.keys(value)) {
    if (required.has(name)) continue;
    const { [name]: _, ...rest } = value;
    yield { name: `without ${name}`, value: rest };
  }
  yield* loneMembers(world, value, facets);
  yield* listedMembers(world, value, facets);
  yield { name: "an undeclared member", value: { ...value, undeclared_member: "text" } };
  for (const count of statedNumbers(facets, "maxProperties")) {
    const more = count - Object.keys(value).length;
    if (more <= 0 || more > 1000) continue;
    for (const full of withFurtherMembers(world, facets, value, more))
      yield { name: "maxProperties", value: full };
  }
  for (const count of statedNumbers(facets, "minProperties")) {
    const needed = Object.entries(value).sort(
      ([a], [b]) => Number(required.has(b)) - Number(required.has(a)),
    );
    yield { name: "minProperties", value: Object.fromEntries(needed.slice(0, count)) };
  }
}

/** The object with one member beside the required ones. */
function* loneMembers(
  world: SchemaWorld,
  value: Readonly<Record<string, JsonValue | undefined>>,
  facets: readonly Facet[],
): Generator<Variant> {
  const required = requiredNames(facets);
  const needed = Object.fromEntries(Object.entries(value).filter(([name]) => required.has(name)));
  for (const name of propertyNames(facets)) {
    const places = propertyPlaces(facets, name);
    const member = isSent(world, places) ? (value[name] ?? sampleOf(world, places)) : undefined;
    if (member !== undefined) yield { name: `only ${name}`, value: { ...needed, [name]: member } };
  }
}

/** The object with a member of each of the names that are listed for its members. */
function* listedMembers(
  world: SchemaWorld,
  value: Readonly<Record<string, JsonValue | undefined>>,
  facets: readonly Facet[],
): Generator<Variant> {
  const names = stated(facets, "propertyNames").flatMap((rule) =>
    isObject(rule) && Array.isArray(rule["enum"]) ? rule["enum"].map(String) : [],
  );
  for (const name of names) {
    const member = sampleOf(world, propertyPlaces(facets, name));
    if (value[name] === undefined && member !== undefined)
      yield { name: `also ${name}`, value: { ...value, [name]: member } };
  }
}
