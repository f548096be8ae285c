import { appendPointer, isObject, type JsonObject, type JsonValue, valueAt } from "../json.ts";
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
  readonly schema: JsonObject;
  readonly above: readonly SchemaPlace[];
}

/** What is wrong with the schemas of a contract. */
export function schemaFindings(contract: Contract): Finding[] {
  const { document, gaps, operations } = contract;
  const parts = new Map<string, Part>();
  const components = valueAt(document, "/components/schemas");
  for (const name of Object.keys(isObject(components) ? components : {}))
    collect(parts, placeAt(document, appendPointer("/components/schemas", name)));
  for (const operation of operations) {
    const headers = operation.responses.flatMap((response) => response.headers);
    for (const place of [...operation.parameters, ...headers, ...contentsOf(operation)])
      collect(parts, place);
  }
  const areDatesUnknown = gaps.some(({ id }) => id === "date_time_format");
  return [...parts.values()].flatMap((part) => [
    ...undescribed(document, part),
    ...unlisted(part),
    ...withoutEffect(document, part),
    ...(areDatesUnknown ? formattedDates(part) : []),
    ...invalidSamples(contract, part),
  ]);
}

/** A schema and all that it holds, without what it refers to. */
function collect(parts: Map<string, Part>, place: SchemaPlace, above: readonly SchemaPlace[] = []): void {
  const { pointer, schema } = place;
  if (parts.has(pointer) || !isObject(schema)) return;
  parts.set(pointer, { place, schema, above });
  const inner = [
    ...propertyNames([{ schema, pointer }]).map((name) => ["properties", name]),
    ["items"],
    ["additionalProperties"],
  ];
  for (const found of inner.flatMap((tokens) => below(place, ...tokens) ?? [])) collect(parts, found);
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const)
    for (const part of partsOf(place, keyword)) collect(parts, part, [...above, place]);
}

/** Component schemas and properties have a description: their own, or that of what they refer to or refine. */
function undescribed(document: JsonObject, { above, place, schema }: Part): Finding[] {
  const { pointer } = place;
  const isDescribed = (places: readonly SchemaPlace[]): boolean =>
    facetsOf(document, places).some((facet) => (facet.schema["description"] ?? "") !== "");
  const [, component] = /^\/components\/schemas\/([^/]+)$/.exec(pointer) ?? [];
  const parts = [
    ...(component === undefined || isDescribed([place])
      ? []
      : [{ what: `schema "${component}"`, at: pointer }]),
    ...propertyNames([{ schema, pointer }])
      .filter((name) => !isDescribed(propertyPlaces(facetsOf(document, [...above, place]), name)))
      .map((name) => ({ what: `property "${name}"`, at: appendPointer(pointer, "properties", name) })),
  ];
  return parts.map(({ at, what }) => ({
    message: `${what} has no description: say what it means to a reader`,
    pointer: at,
  }));
}

/** A schema with properties, or what it is a part of, lists those that are required. */
function unlisted({ above, place, schema }: Part): Finding[] {
  const isListed = [place, ...above].some(
    (each) => isObject(each.schema) && each.schema["required"] !== undefined,
  );
  if (schema["properties"] === undefined || isListed) return [];
  const message =
    "these properties have no list of those that are required: add it; required: [] says that none is";
  return [{ message, pointer: `${place.pointer}/properties` }];
}

/** The keywords that look at values of one type only; a format that is not for numbers is for texts. */
const keywordsOfType: Readonly<Record<string, RegExp>> = {
  number:
    /^(minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|format (int32|int64|float|double))$/,
  string: /^(minLength|maxLength|pattern|format .*)$/,
  array: /^(items|minItems|maxItems|uniqueItems)$/,
  object: /^(properties|required|additionalProperties)$/,
};

/** Every keyword looks at values that its schema can have. */
function withoutEffect(document: JsonObject, { above, place, schema }: Part): Finding[] {
  const types = typesOf(document, [...above, place]).map((type) => (type === "integer" ? "number" : type));
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const name = keyword === "format" ? `format ${String(value)}` : keyword;
    const type = Object.keys(keywordsOfType).find((each) => keywordsOfType[each]?.test(name));
    if (type === undefined || types.some((each) => each === type)) return [];
    const message = `${name} has no effect here, because it is for values of type ${type}: correct it, or the type`;
    return [{ message, pointer: appendPointer(place.pointer, keyword) }];
  });
}

/** The format of dates is not stated while it is a gap. */
function formattedDates({ place, schema: { format } }: Part): Finding[] {
  if (!["date", "time", "date-time"].includes(String(format))) return [];
  const message = `format ${String(format)} decides what the gap date_time_format leaves open: remove one of them`;
  return [{ message, pointer: `${place.pointer}/format` }];
}

/** The examples and the default of a schema are valid. */
function invalidSamples({ validate }: Contract, { place: { pointer }, schema }: Part): Finding[] {
  const { default: value, examples } = schema;
  const samples = Object.entries({
    ...(Array.isArray(examples) && examples),
    ...(value !== undefined && { default: value }),
  });
  return samples.flatMap(([name, sample]) => {
    const at = name === "default" ? ["default"] : ["examples", name];
    return validate(pointer, sample).map((violation) => ({
      message: `${at.join(" ")} is not valid: ${violation.pointer || "it"} ${violation.message}`,
      pointer: appendPointer(pointer, ...at),
    }));
  });
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
