import { appendPointer, isObject, type JsonObject, type JsonValue, valueAt } from "../json.ts";
import type { Contract, MediaType, Operation } from "../model.ts";
import { type AddProblem, ofRule } from "../profile/consistency.ts";
import { partsOf, subschemas } from "../schemas.ts";
import type { Shape } from "../shape.ts";

// The rules of this project for schemas, and for how examples show them.

/**
 * A schema, its shape, and its shape together with the schemas that it is a part or a branch of.
 */
interface Part {
  readonly schema: JsonObject;
  readonly own: Shape;
  readonly whole: Shape;
}

/** Reports what is wrong with the schemas of a contract. */
export function checkSchemas(contract: Contract, addProblem: AddProblem): void {
  const { document, operations } = contract;
  const names = Object.keys(valueAt(document, "/components/schemas") ?? {});
  const holders = operations.flatMap((operation) => [
    ...operation.parameters,
    ...operation.responses.flatMap(({ headers }) => headers),
    ...contentsOf(operation),
  ]);
  const parts = new Map<string, Part>();
  for (const pointer of [
    ...names.map((name) => appendPointer("/components/schemas", name)),
    ...holders.map(({ shape }) => shape.pointer),
  ])
    collect(contract, parts, pointer);
  for (const part of parts.values()) {
    checkDescribed(part, ofRule("described", addProblem));
    checkRequired(part, ofRule("required-listed", addProblem));
    checkSamples(part, contract, addProblem);
  }
}

/** The media types of the request and response bodies of an operation. */
function contentsOf({ requestBody, responses }: Operation): MediaType[] {
  return [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
}

/** Reports a value that breaks its schema, once. */
export function checkValue(
  what: string,
  shape: Shape,
  value: JsonValue,
  pointer: string,
  addProblem: AddProblem,
): void {
  const [violation, ...others] = shape.violations(value);
  if (violation === undefined) return;
  const more = others.length > 0 ? `, and ${others.length} more` : "";
  addProblem(
    `${pointer}${violation.pointer}`,
    `${what} is not valid: ${violation.pointer || "it"} ${violation.message}${more}`,
    "examples-valid",
  );
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
    for (const part of subschemas(location, ...tokens)) collect(contract, parts, part.pointer);
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const)
    for (const part of partsOf(location, keyword)) collect(contract, parts, part.pointer, whole);
}

/**
 * Component schemas and properties need a description: their own, or that of the schema they refer
 * to or refine.
 */
function checkDescribed({ own, schema, whole }: Part, addProblem: AddProblem): void {
  const check = (what: string, shape: Shape, pointer: string): void => {
    if (!shape.keywordValues("description").some((text) => text !== ""))
      addProblem(pointer, `${what} has no description: say what it means to a reader`);
  };
  const [, component] = /^\/components\/schemas\/([^/]+)$/.exec(own.pointer) ?? [];
  if (component !== undefined) check(`schema "${component}"`, own, own.pointer);
  for (const name of Object.keys(schema["properties"] ?? {})) {
    const pointer = appendPointer(own.pointer, "properties", name);
    check(`property "${name}"`, whole.property(name), pointer);
  }
}

/** A schema with properties, or the schema around it, lists those that are required. */
function checkRequired({ own, schema, whole }: Part, addProblem: AddProblem): void {
  const isListed = whole.locations.some(
    (each) => isObject(each.schema) && each.schema["required"] !== undefined,
  );
  if (schema["properties"] !== undefined && !isListed)
    addProblem(
      `${own.pointer}/properties`,
      "nothing says which of these properties are required: add required, or required: [] for none",
    );
}

/** The examples and the default of a schema are valid. */
function checkSamples({ own, schema }: Part, { shape }: Contract, addProblem: AddProblem): void {
  const { default: value, examples } = schema;
  const { pointer } = own;
  // It may be an example of a request or of a response.
  const check = (what: string, sample: JsonValue, at: string): void => {
    const fits = (["request", "response"] as const).some(
      (direction) => shape(pointer, direction).violations(sample).length === 0,
    );
    if (!fits) checkValue(what, own, sample, at, addProblem);
  };
  for (const [index, each] of Object.entries(examples ?? []))
    check(`examples ${index}`, each, `${pointer}/examples/${index}`);
  if (value !== undefined) check("default", value, `${pointer}/default`);
}

/**
 * Together, the examples of all bodies must show every property, an item of every list and every
 * alternative.
 */
export function checkExamples({ operations }: Contract, addProblem: AddProblem): void {
  const declared = new Map<string, string>();
  const shown = new Set<string>();
  const show = (what: string, shape: Shape, values: readonly JsonValue[]): void => {
    for (const { pointer } of shape.locations) {
      declared.set(pointer, what);
      if (values.length > 0) shown.add(pointer);
    }
    if (values.length === 0) return;
    const objects = values.filter(isObject);
    for (const name of shape.names) {
      const members = objects.filter((object) => Object.hasOwn(object, name));
      show(
        `property "${name}"`,
        shape.property(name),
        members.map((object) => object[name] ?? null),
      );
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
  for (const [pointer, what] of declared)
    if (!shown.has(pointer))
      addProblem(pointer, `no example shows ${what}: add it to one of the examples`);
}
