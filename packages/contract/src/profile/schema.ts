import type { JsonSchema, JsonValue } from "../json.ts";
import { patternError } from "../patterns/unicode-pattern.ts";
import { allTypes } from "../schema/schemas.ts";
import {
  addProblem,
  among,
  type DocumentNode,
  type Kind,
  leaf,
  list,
  objectOf,
  record,
} from "./kind.ts";
import { asCurrentSchema } from "./normalize.ts";
import { component, movedReference } from "./references.ts";

// What a schema may have, and the values that it shares with the other parts of a contract.

/** A value that passes a test; `expected` says what to write. */
export function is<T extends JsonValue>(
  isRight: (value: JsonValue) => boolean,
  expected: string,
): Kind<T> {
  return leaf((value) => {
    if (isRight(value)) return undefined;
    return value === null ? `is empty: write ${expected}` : `is not ${expected}: write one`;
  });
}

/** Tests strings by a form. */
export function matches(form: RegExp): (value: JsonValue) => boolean {
  return (value) => typeof value === "string" && form.test(value);
}

/** An annotation: kept, and not read by any code. */
export const annotation = leaf<JsonValue>(() => undefined);

/** Dropped: a description states it, or it has become a component. */
export function dropped(): undefined {
  return undefined;
}

/** Anything. */
export const any = leaf<JsonValue>(() => undefined);
const inQuotes = "a string, in quotes if it looks like a number";
/** A string. */
export const text = is<string>((value) => typeof value === "string", inQuotes);
/** A string that is not blank. */
export const name = is<string>(matches(/\S/), inQuotes);
/** A boolean. */
export const flag = is<boolean>((value) => typeof value === "boolean", "true or false");
const number = is<number>((value) => typeof value === "number", "a number");
const positive = is<number>(
  (value) => Number(value) > 0 && typeof value === "number",
  "a number above 0",
);
const count = is<number>(
  (value) => Number.isInteger(value) && Number(value) >= 0,
  "a whole number from 0",
);
const typeName = among(allTypes);
const typeNames = list("type", typeName, true);
const type: Kind<JsonValue> = (node) => (Array.isArray(node.value) ? typeNames : typeName)(node);

/** What is wrong with a pattern. */
function patternProblem(value: JsonValue): string | undefined {
  if (typeof value !== "string") return "is not a string: write one";
  const error = patternError(value, "u");
  return error && `is not a regular expression (ECMA-262, with the flag u): ${error}`;
}

/** The dialects of JSON Schema that mean the same here. */
export const dialect = among([
  "https://spec.openapis.org/oas/3.1/dialect/base",
  "https://json-schema.org/draft/2020-12/schema",
]);
const schemaComponent = component("schemas");

/** In how many others a schema may be nested. Validators follow them by calling themselves. */
const mostSchemas = 100;

/** A schema: an object, or a boolean. */
export function schema(node: DocumentNode): JsonSchema {
  if (typeof node.value === "boolean") return node.value;
  if (node.schemaDepth < mostSchemas)
    return schemaObject({ ...node, schemaDepth: node.schemaDepth + 1 });
  // Its name in messages would be as long.
  const nested = { ...node, label: "a schema" };
  addProblem(nested, `is nested in ${mostSchemas} others: move some of them to components/schemas`);
  return {};
}

/** A schema that is an object. */
export const schemaObject = objectOf(
  {},
  {
    // Dropped, because Ajv knows no dialect by its name.
    $schema: (node) => void dialect(node),
    $ref: (node) => movedReference(node) ?? schemaComponent(node),
    type,
    nullable: flag,
    enum: list("constant", any, true),
    const: any,
    properties: record("property", schema),
    required: list("value", text),
    additionalProperties: schema,
    patternProperties: record("pattern", schema, patternProblem),
    propertyNames: schema,
    minProperties: count,
    maxProperties: count,
    items: schema,
    minItems: count,
    maxItems: count,
    uniqueItems: flag,
    minLength: count,
    maxLength: count,
    pattern: leaf<string>(patternProblem),
    format: text,
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: positive,
    allOf: list("branch", schema, true),
    oneOf: list("branch", schema, true),
    anyOf: list("branch", schema, true),
    not: schema,
    default: any,
    example: any,
    examples: list("any", any),
    title: text,
    description: text,
    deprecated: flag,
    readOnly: flag,
    writeOnly: flag,
    $comment: annotation,
    externalDocs: annotation,
    xml: annotation,
    contentMediaType: annotation,
    contentEncoding: annotation,
    contentSchema: annotation,
    $defs: dropped,
    definitions: dropped,
  },
  { prepare: asCurrentSchema },
);
