import { appendPointer, isObject, type JsonObject, type JsonValue, valueAt } from "../json.ts";
import type { Contract, MediaType, Operation } from "../model.ts";
import { type Finding, findingsAt } from "../profile/kind.ts";
import { below, partsOf } from "../schemas.ts";
import type { Shape } from "../shape.ts";
import { formats } from "../validator.ts";

// The rules of this project for schemas, and for how examples show them.

/**
 * A schema, its shape, and its shape together with the schemas that it is a part or a branch of.
 */
interface Part {
  readonly schema: JsonObject;
  readonly own: Shape;
  readonly whole: Shape;
}

/** What is wrong with the schemas of a contract. */
export function schemaFindings(contract: Contract): Finding[] {
  const { document, operations } = contract;
  const names = Object.keys(valueAt(document, "/components/schemas") ?? {});
  const shapes = [
    ...names.map((name) => contract.shape(appendPointer("/components/schemas", name))),
    ...operations.flatMap((operation) => {
      const headers = operation.responses.flatMap((response) => response.headers);
      const parts = [...operation.parameters, ...headers, ...contentsOf(operation)];
      return parts.map(({ shape }) => shape);
    }),
  ];
  const parts = new Map<string, Part>();
  for (const { pointer } of shapes) collect(contract, parts, pointer);
  return [...parts.values()].flatMap((part) => [
    ...undescribed(part),
    ...unlisted(part),
    ...withoutEffect(part),
    ...invalidSamples(part),
  ]);
}

/** The media types of the request and response bodies of an operation. */
export function contentsOf({ requestBody, responses }: Operation): MediaType[] {
  return [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
}

/** How a value breaks its schema. */
export function invalidAt(
  what: string,
  shape: Shape,
  value: JsonValue,
  pointer: string,
): Finding[] {
  return shape.violations(value).map((violation) => ({
    message: `${what} is not valid: ${violation.pointer || "it"} ${violation.message}`,
    pointer: `${pointer}${violation.pointer}`,
  }));
}

/** A schema and its subschemas, without those it refers to. */
function collect(
  contract: Contract,
  parts: Map<string, Part>,
  pointer: string,
  above?: Shape,
): void {
  const own = contract.shape(pointer);
  const [location] = own.locations;
  const schema = location?.schema;
  if (parts.has(pointer) || location === undefined || !isObject(schema)) return;
  const whole = above?.and(location) ?? own;
  parts.set(pointer, { schema, own, whole });
  const named = ["properties", "patternProperties"].flatMap((keyword) =>
    Object.keys(schema[keyword] ?? {}).map((name) => [keyword, name]),
  );
  for (const tokens of [...named, ["items"], ["additionalProperties"], ["propertyNames"]])
    for (const part of below(location, ...tokens)) collect(contract, parts, part.pointer);
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const)
    for (const part of partsOf(location, keyword)) collect(contract, parts, part.pointer, whole);
}

/**
 * Component schemas and properties need a description: their own, or that of the schema they refer
 * to or refine.
 */
function undescribed({ own, schema, whole }: Part): Finding[] {
  const isDescribed = (shape: Shape): boolean =>
    shape.stated("description").some((text) => text !== "");
  const [, component] = /^\/components\/schemas\/([^/]+)$/.exec(own.pointer) ?? [];
  const lacking = "has no description: say what it means to a reader";
  const properties = Object.keys(schema["properties"] ?? {});
  return [
    ...findingsAt(
      own.pointer,
      component !== undefined && !isDescribed(own) && `schema "${component}" ${lacking}`,
    ),
    ...properties.flatMap((name) =>
      findingsAt(
        appendPointer(own.pointer, "properties", name),
        !isDescribed(whole.property(name)) && `property "${name}" ${lacking}`,
      ),
    ),
  ];
}

/** A schema with properties, or the schema around it, lists those that are required. */
function unlisted({ own, schema, whole }: Part): Finding[] {
  const isListed = whole.locations.some(
    (each) => isObject(each.schema) && each.schema["required"] !== undefined,
  );
  return findingsAt(
    `${own.pointer}/properties`,
    schema["properties"] !== undefined &&
      !isListed &&
      "nothing says which of these properties are required: add required, or required: [] for none",
  );
}

/**
 * The keywords that apply to one type only; a format applies to strings unless it is for numbers.
 */
const keywordsOfType: readonly (readonly [type: string, keywords: RegExp])[] = [
  ["number", /^((exclusiveM|m)(in|ax)imum|multipleOf|format (int32|int64|float|double))$/],
  ["string", /^(minLength|maxLength|pattern|format .*)$/],
  ["array", /^(items|minItems|maxItems|uniqueItems)$/],
  ["object", /^(properties|required|(additional|pattern|min|max)Properties|propertyNames)$/],
];

/** Every keyword must apply to a type that its schema allows. */
function withoutEffect({ own, schema, whole }: Part): Finding[] {
  const types = whole.types.map((type) => (type === "integer" ? "number" : type));
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const name = keyword === "format" ? `format ${String(value)}` : keyword;
    const [type] = keywordsOfType.find(([, keywords]) => keywords.test(name)) ?? [];
    const isUnknown = keyword === "format" && !formats.some((each) => each === value);
    const isEffective = type === undefined || isUnknown || types.some((each) => each === type);
    return findingsAt(
      appendPointer(own.pointer, keyword),
      !isEffective &&
        `${name} has no effect here, because it is for the type ${type}: correct it, or the type`,
    );
  });
}

/** The examples and the default of a schema are valid. */
function invalidSamples({ own, schema: { default: value, examples } }: Part): Finding[] {
  const samples = Object.entries(examples ?? []).map(([index, each]) =>
    invalidAt(`examples ${index}`, own, each, `${own.pointer}/examples/${index}`),
  );
  const ofDefault =
    value === undefined ? [] : invalidAt("default", own, value, `${own.pointer}/default`);
  return [...samples.flat(), ...ofDefault];
}

/**
 * Together, the examples of all bodies must show every property, an item of every list and every
 * alternative.
 */
export function exampleFindings({ operations }: Contract): Finding[] {
  const declared = new Map<string, string>();
  const shown = new Set<string>();
  const show = (what: string, shape: Shape, values: readonly JsonValue[]): void => {
    for (const { pointer } of shape.locations) declared.set(pointer, what);
    if (values.length === 0) return;
    for (const { pointer } of shape.locations) shown.add(pointer);
    const objects = values.filter(isObject);
    for (const name of shape.names) {
      const members = objects
        .filter((object) => Object.hasOwn(object, name))
        .map((object) => object[name] ?? null);
      show(`property "${name}"`, shape.property(name), members);
    }
    show("an item of this list", shape.items, values.filter(Array.isArray).flat());
    for (const branch of shape.unions.flatMap(({ branches }) => branches)) {
      const own = values.filter((value) => branch.violations(value).length === 0);
      if (branch.types.join() !== "null") show("this alternative", branch, own);
    }
  };
  for (const { examples, shape } of operations.flatMap(contentsOf))
    show(
      "a body",
      shape,
      examples.map(({ value }) => value),
    );
  return [...declared]
    .filter(([pointer]) => !shown.has(pointer))
    .map(([pointer, what]) => ({
      message: `no example shows ${what}: add it to one of the examples`,
      pointer,
    }));
}
