import { appendPointer, isObject, type JsonObject, type JsonValue, valueAt } from "../json.ts";
import type { Contract, SchemaPlace } from "../model.ts";
import {
  below,
  choicesOf,
  facetsOf,
  itemPlaces,
  partsOf,
  patternsOf,
  placeAt,
  propertyNames,
  propertyPlaces,
  typesOf,
} from "../places.ts";
import type { Finding } from "../profile/kind.ts";
import { contentsOf } from "./scenario-rules.ts";

// The rules of the house for schemas, and for what examples show of them.

/** A schema in its place, with those that it is a part or a branch of. */
interface Part {
  readonly place: SchemaPlace;
  readonly schema: JsonObject;
  readonly above: readonly SchemaPlace[];
}

/** A message, and where it is told below the schema. */
type Told = readonly [message: string, ...below: string[]];

/** What is wrong with the schemas of a contract. */
export function schemaFindings(contract: Contract): Finding[] {
  const { document, operations } = contract;
  const parts = new Map<string, Part>();
  for (const name of Object.keys(valueAt(document, "/components/schemas") ?? {}))
    collect(parts, placeAt(document, appendPointer("/components/schemas", name)));
  for (const operation of operations) {
    const headers = operation.responses.flatMap((response) => response.headers);
    for (const place of [...operation.parameters, ...headers, ...contentsOf(operation)])
      collect(parts, place);
  }
  return [...parts.values()].flatMap((part) =>
    [
      ...undescribed(document, part),
      ...unlisted(part),
      ...withoutEffect(document, part),
      ...invalidSamples(contract, part),
    ].map(([message, ...tokens]) => ({
      message,
      pointer: appendPointer(part.place.pointer, ...tokens),
    })),
  );
}

/** A schema and all that it holds, without what it refers to. */
function collect(
  parts: Map<string, Part>,
  place: SchemaPlace,
  above: readonly SchemaPlace[] = [],
): void {
  const { pointer, schema } = place;
  if (parts.has(pointer) || !isObject(schema)) return;
  parts.set(pointer, { place, schema, above });
  const properties = propertyNames([{ schema, pointer }]).map((name) => ["properties", name]);
  const patterns = patternsOf({ schema, pointer }).map((name) => ["patternProperties", name]);
  const others = [["items"], ["additionalProperties"], ["propertyNames"]];
  for (const tokens of [...properties, ...patterns, ...others])
    collect(parts, below(place, ...tokens) ?? { schema: true, pointer: "" });
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const)
    for (const part of partsOf(place, keyword)) collect(parts, part, [...above, place]);
}

/**
 * Component schemas and properties have a description: their own, or that of what they refer to or
 * refine.
 */
function undescribed(document: JsonObject, { above, place, schema }: Part): Told[] {
  const isDescribed = (places: readonly SchemaPlace[]): boolean =>
    facetsOf(document, places).some((facet) => (facet.schema["description"] ?? "") !== "");
  const [, component] = /^\/components\/schemas\/([^/]+)$/.exec(place.pointer) ?? [];
  const facets = facetsOf(document, [...above, place]);
  const lacking = "has no description: say what it means to a reader";
  return [
    ...(component === undefined || isDescribed([place])
      ? []
      : [[`schema "${component}" ${lacking}`] as const]),
    ...propertyNames([{ schema, pointer: place.pointer }])
      .filter((name) => !isDescribed(propertyPlaces(facets, name)))
      .map((name) => [`property "${name}" ${lacking}`, "properties", name] as const),
  ];
}

/** A schema with properties, or what it is a part of, lists those that are required. */
function unlisted({ above, schema }: Part): Told[] {
  const schemas = [schema, ...above.map((place) => place.schema)];
  const isListed = schemas.some((each) => isObject(each) && each["required"] !== undefined);
  if (schema["properties"] === undefined || isListed) return [];
  const advice = "add it; required: [] says that none is";
  return [[`these properties have no list of those that are required: ${advice}`, "properties"]];
}

/**
 * The keywords that look at values of one type only; a format that is not for numbers is for texts.
 */
const keywordsOfType: readonly (readonly [type: string, keywords: RegExp])[] = [
  ["number", /^((exclusiveM|m)(in|ax)imum|multipleOf|format (int32|int64|float|double))$/],
  ["string", /^(minLength|maxLength|pattern|format .*)$/],
  ["array", /^(items|minItems|maxItems|uniqueItems)$/],
  ["object", /^(properties|required|(additional|pattern|min|max)Properties|propertyNames)$/],
];

/** Every keyword looks at values that its schema can have. */
function withoutEffect(document: JsonObject, { above, place, schema }: Part): Told[] {
  const types = typesOf(document, [...above, place]).map((type) =>
    type === "integer" ? "number" : type,
  );
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const name = keyword === "format" ? `format ${String(value)}` : keyword;
    const [type] = keywordsOfType.find(([, keywords]) => keywords.test(name)) ?? [];
    if (type === undefined || types.some((each) => each === type)) return [];
    return [
      [
        `${name} has no effect here, because it is for values of type ${type}: correct it, or the type`,
        keyword,
      ],
    ];
  });
}

/** The examples and the default of a schema are valid. */
function invalidSamples({ validate }: Contract, { place: { pointer }, schema }: Part): Told[] {
  const { default: value, examples = [] } = schema;
  const samples: [JsonValue, ...string[]][] = Object.entries(examples ?? []).map(
    ([index, each]) => [each, "examples", index],
  );
  if (value !== undefined) samples.push([value, "default"]);
  return samples.flatMap(([sample, ...at]) =>
    validate(pointer, sample).map((violation): Told => {
      const what = `${violation.pointer || "it"} ${violation.message}`;
      return [`${at.join(" ")} is not valid: ${what}`, ...at];
    }),
  );
}

/**
 * The examples of all bodies together show every property, an item of every list and every
 * alternative.
 */
export function exampleFindings({ document, operations, validate }: Contract): Finding[] {
  const declared = new Map<string, string>();
  const shown = new Set<string>();
  const show = (
    what: string,
    places: readonly SchemaPlace[],
    values: readonly JsonValue[],
  ): void => {
    for (const { pointer } of places) declared.set(pointer, what);
    if (values.length === 0) return;
    for (const { pointer } of places) shown.add(pointer);
    const facets = facetsOf(document, places);
    const objects = values.filter(isObject);
    for (const name of propertyNames(facets)) {
      const members = objects
        .filter((object) => Object.hasOwn(object, name))
        .map((object) => object[name] ?? null);
      show(`property "${name}"`, propertyPlaces(facets, name), members);
    }
    const items = itemPlaces(facets);
    if (items.length > 0) show("an item of this list", items, values.filter(Array.isArray).flat());
    for (const branch of choicesOf(facets).flat()) {
      const own = values.filter((value) => validate(branch.pointer, value).length === 0);
      if (typesOf(document, [branch]).join() !== "null") show("this alternative", [branch], own);
    }
  };
  for (const media of operations.flatMap(contentsOf))
    show(
      "a body",
      [media],
      media.examples.map(({ value }) => value),
    );
  return [...declared]
    .filter(([pointer]) => !shown.has(pointer))
    .map(([pointer, what]) => ({
      message: `no example shows ${what}: add it to one of the examples`,
      pointer,
    }));
}
