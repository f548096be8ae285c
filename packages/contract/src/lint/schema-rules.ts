import { appendPointer, isObject, type JsonObject, type JsonValue } from "../json.ts";
import type { Contract, SchemaPlace } from "../model.ts";
import {
  below,
  choicesOf,
  facetsOf,
  itemPlaces,
  partsOf,
  placeAt,
  propertyNames,
  propertyPlaces,
  typesOf,
} from "../places.ts";
import type { Finding } from "../structure.ts";
import { contentsOf } from "./scenario-rules.ts";

// The rules of the house for schemas, and for what examples show of them.

/** A schema in its place, with those that it is a part or a branch of. */
interface Part {
  readonly place: SchemaPlace;
  readonly above: readonly SchemaPlace[];
}

/** What is wrong with the schemas of a contract. */
export function schemaFindings(contract: Contract): Finding[] {
  const { document, gaps } = contract;
  const parts = new Map<string, Part>();
  for (const place of rootsOf(contract)) collect(parts, { place, above: [] });
  const areDatesUnknown = gaps.some(({ id }) => id === "date_time_format");
  return [...parts.values()].flatMap((part) => [
    ...undescribed(document, part),
    ...unlisted(part),
    ...withoutEffect(document, part),
    ...(areDatesUnknown ? formattedDates(part) : []),
    ...invalidSamples(contract, part),
  ]);
}

function rootsOf({ document, operations }: Contract): SchemaPlace[] {
  const schemas = isObject(document["components"]) ? document["components"]["schemas"] : {};
  return [
    ...Object.keys(schemas ?? {}).map((name) =>
      placeAt(document, appendPointer("/components/schemas", name)),
    ),
    ...operations.flatMap((operation) => [
      ...operation.parameters,
      ...operation.responses.flatMap(({ headers }) => headers),
      ...contentsOf(operation),
    ]),
  ];
}

/** A schema and all that it holds, without what it refers to. */
function collect(parts: Map<string, Part>, { place, above }: Part): void {
  if (parts.has(place.pointer) || !isObject(place.schema)) return;
  parts.set(place.pointer, { place, above });
  const { properties } = place.schema;
  const names = isObject(properties) ? Object.keys(properties) : [];
  const inner = [...names.map((name) => ["properties", name]), ["items"], ["additionalProperties"]];
  for (const tokens of inner) {
    const found = below(place, ...tokens);
    if (found !== undefined) collect(parts, { place: found, above: [] });
  }
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const)
    for (const part of partsOf(place, keyword)) collect(parts, { place: part, above: [...above, place] });
}

/** Component schemas and properties have a description: their own, or that of what they refer to or refine. */
function undescribed(document: JsonObject, { place, above }: Part): Finding[] {
  const isDescribed = (places: readonly SchemaPlace[]): boolean =>
    facetsOf(document, places).some(({ schema }) => (schema["description"] ?? "") !== "");
  const found = (what: string, pointer: string): Finding => ({
    message: `${what} has no description: say what it means to a reader`,
    pointer,
  });
  const [, name = ""] = /^\/components\/schemas\/([^/]+)$/.exec(place.pointer) ?? [];
  const own = facetsOf(document, [place]).slice(0, 1);
  return [
    ...(name === "" || isDescribed([place]) ? [] : [found(`schema "${name}"`, place.pointer)]),
    ...propertyNames(own)
      .filter((each) => !isDescribed(propertyPlaces(facetsOf(document, [...above, place]), each)))
      .map((each) => found(`property "${each}"`, appendPointer(place.pointer, "properties", each))),
  ];
}

/** A schema with properties, or what it is a part of, lists those that are required. */
function unlisted({ place, above }: Part): Finding[] {
  const { properties } = isObject(place.schema) ? place.schema : {};
  const isListed = [place, ...above].some(
    ({ schema }) => isObject(schema) && schema["required"] !== undefined,
  );
  if (properties === undefined || isListed) return [];
  const message =
    "these properties have no list of those that are required: add it; required: [] says that none is";
  return [{ message, pointer: appendPointer(place.pointer, "properties") }];
}

/** The keywords that look at values of one type only, and the formats that look at numbers. */
const keywordsOfType: Readonly<Record<string, RegExp>> = {
  string: /^(minLength|maxLength|pattern|format .*)$/,
  number:
    /^(minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|format (int32|int64|float|double))$/,
  array: /^(items|minItems|maxItems|uniqueItems)$/,
  object: /^(properties|required|additionalProperties)$/,
};

/** Every keyword looks at values that its schema can have. */
function withoutEffect(document: JsonObject, { place, above }: Part): Finding[] {
  const types = typesOf(document, [...above, place]).map((type) => (type === "integer" ? "number" : type));
  const keywords = Object.entries(isObject(place.schema) ? place.schema : {});
  return keywords.flatMap(([keyword, value]) => {
    const name = keyword === "format" ? `format ${String(value)}` : keyword;
    const looksAt = Object.keys(keywordsOfType).filter((type) => keywordsOfType[type]?.test(name));
    // A format of numbers is none of texts.
    const type = looksAt.at(-1);
    if (type === undefined || types.some((each) => each === type)) return [];
    const message = `${name} has no effect here, because it is for values of type ${type}: correct it, or the type`;
    return [{ message, pointer: appendPointer(place.pointer, keyword) }];
  });
}

/** The format of dates is not stated while it is a gap. */
function formattedDates({ place }: Part): Finding[] {
  const format = isObject(place.schema) ? place.schema["format"] : undefined;
  if (format !== "date" && format !== "time" && format !== "date-time") return [];
  const message = `format ${format} decides what the gap date_time_format leaves open: remove one of them`;
  return [{ message, pointer: appendPointer(place.pointer, "format") }];
}

/** The examples and the default of a schema are valid. */
function invalidSamples({ validate }: Contract, { place }: Part): Finding[] {
  const { default: value, examples } = isObject(place.schema) ? place.schema : {};
  const samples = [
    ...(Array.isArray(examples) ? examples : []).map((each: JsonValue, index) => ({
      each,
      at: ["examples", index],
    })),
    ...(value === undefined ? [] : [{ each: value, at: ["default"] }]),
  ];
  return samples.flatMap(({ each, at }) =>
    validate(place.pointer, each).map(({ message, pointer }) => ({
      message: `${at.join(" ")} is not valid: ${pointer || "it"} ${message}`,
      pointer: appendPointer(place.pointer, ...at),
    })),
  );
}

/** A value of an example, and where it stands. */
interface Shown {
  readonly value: JsonValue;
  readonly pointer: string;
}

/** The examples of all bodies show every property, an item of every list and every alternative, and nothing undeclared. */
export function exampleFindings(contract: Contract): Finding[] {
  const { document, operations, validate } = contract;
  const declared = new Map<string, string>();
  const shown = new Set<string>();
  const stray: Finding[] = [];
  const show = (what: string, places: readonly SchemaPlace[], values: readonly Shown[]): void => {
    for (const { pointer } of places) declared.set(pointer, what);
    if (values.length === 0) return;
    for (const { pointer } of places) shown.add(pointer);
    const facets = facetsOf(document, places);
    const names = propertyNames(facets);
    const branches = choicesOf(facets).flat();
    for (const name of names) show(`property "${name}"`, propertyPlaces(facets, name), members(values, name));
    if (itemPlaces(facets).length > 0) show("an item of this list", itemPlaces(facets), itemsOf(values));
    for (const branch of branches.filter((each) => typesOf(document, [each]).join() !== "null"))
      show(
        "this alternative",
        [branch],
        values.filter(({ value }) => validate(branch.pointer, value).length === 0),
      );
    if (names.length > 0 && branches.length === 0)
      stray.push(...values.flatMap((each) => strayMembers(each, facets)));
  };
  for (const media of operations.flatMap(contentsOf))
    show(
      "a body",
      [media],
      media.examples.map(({ pointer, value }) => ({ value, pointer: `${pointer}/value` })),
    );
  const hidden = [...declared].filter(([pointer]) => !shown.has(pointer));
  return [
    ...hidden.map(([pointer, what]) => ({
      message: `no example shows ${what}: add it to one of the examples`,
      pointer,
    })),
    ...stray,
  ];
}

function members(values: readonly Shown[], name: string): Shown[] {
  return values.flatMap(({ pointer, value }) => {
    const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    return found === undefined ? [] : [{ value: found, pointer: appendPointer(pointer, name) }];
  });
}

function itemsOf(values: readonly Shown[]): Shown[] {
  return values.flatMap(({ pointer, value }) =>
    Array.isArray(value)
      ? value.map((item: JsonValue, index) => ({ value: item, pointer: appendPointer(pointer, index) }))
      : [],
  );
}

function strayMembers({ pointer, value }: Shown, facets: ReturnType<typeof facetsOf>): Finding[] {
  const names = isObject(value) ? Object.keys(value) : [];
  return names
    .filter((name) => propertyPlaces(facets, name).length === 0)
    .map((name) => ({
      message: `this example has the member "${name}", which its schema does not declare: declare it, or remove it`,
      pointer: appendPointer(pointer, name),
    }));
}
