import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import type { RegExpEngine } from "ajv/dist/types/index.js";
import ajvFormats, { type FormatName } from "ajv-formats";
import { isObject, type JsonObject, type JsonSchema, pointerOfReference } from "../json.ts";
import { type CreateMatcher, mostSteps } from "../patterns/matcher.ts";
import { errorsOf, replaceKeywords } from "./keywords.ts";
import { locationAt, type SchemaLocation } from "./schemas.ts";
import type { SchemaViolation } from "./shape.ts";

/** The formats that are asserted: other strings are invalid. */
export const formats: readonly FormatName[] = [
  "date",
  "date-time",
  "time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "regex",
  "uuid",
  "uri",
  "uri-reference",
  "uri-template",
  "json-pointer",
  "relative-json-pointer",
  "int32",
  "int64",
  "float",
  "double",
];

/** What ajv-formats allows, and RFC 3339 and RFC 9562 do not: blanks, `+0100`, `urn:uuid:`. */
const otherNotations: Readonly<Record<string, RegExp>> = {
  "date-time": /\s|[+-]\d\d(\d\d)?$/,
  time: /[+-]\d\d(\d\d)?$/,
  uuid: /^urn/i,
};

const { default: addFormats } = ajvFormats;
const byLibrary = addFormats(new Ajv2020({ meta: false, strict: false, validateSchema: false }));

/** What is found of a value. */
export interface Validation {
  /** Empty: it is valid, as far as it was tried. */
  readonly violations: readonly SchemaViolation[];
  /** The patterns that were not matched, because that may take too long. */
  readonly unmatched: readonly string[];
}

/**
 * Validates values by the schemas of a document that conforms to the profile. A schema, or the
 * target of a `$ref`, is compiled when the first value needs it: no value pays for the size of the
 * document.
 *
 * @returns What is wrong with a value by a schema.
 */
export function createValidator(
  document: JsonObject,
  createMatcher: CreateMatcher,
): (location: SchemaLocation, value: unknown) => Validation {
  const patterns = createPatterns(createMatcher);
  const ajv = createAjv(patterns.engine);
  const known = new Map<JsonSchema, Map<unknown, readonly ErrorObject[]>>();
  // In a tree, the same values would be tried again for each branch at each of its levels.
  const errorsBy = (schema: JsonSchema, value: unknown): readonly ErrorObject[] => {
    const errors = known.get(schema) ?? new Map<unknown, readonly ErrorObject[]>();
    const found = errors.get(value) ?? errorsOf(ajv.compile(schema), value);
    if (isObject(value)) known.set(schema, errors.set(value, found));
    return found;
  };
  replaceKeywords(ajv, (reference) => {
    const { schema } = locationAt(document, pointerOfReference(reference));
    return (value) => errorsBy(schema, value);
  });
  return ({ schema }, value) => {
    known.clear();
    patterns.start();
    const violations = errorsBy(schema, value).map((error) => {
      const { instancePath: pointer, keyword, params } = error;
      const missing = keyword === "required" && { missing: String(params["missingProperty"]) };
      return { pointer, keyword, message: errorText(error), ...missing };
    });
    return { violations, unmatched: patterns.unmatched() };
  };
}

/** @param regExp - What makes its regular expressions. */
function createAjv(regExp: RegExpEngine): Ajv2020 {
  const ajv = new Ajv2020({
    // To optimize costs half as much again as to compile, and what comes out is no faster.
    code: { regExp, optimize: false },
    allErrors: true,
    // A property may be called `constructor`, which every object inherits.
    ownProperties: true,
    // 0.07 is a multiple of 0.01, although no binary fraction is.
    multipleOfPrecision: 6,
    strict: false,
    // The profile has checked the schemas.
    meta: false,
    validateSchema: false,
    logger: false,
  });
  addFormats(ajv, [...formats]);
  // Otherwise, any integer is one of 64 bits.
  const isInt64 = (value: number): boolean => Number.isInteger(value) && Math.abs(value) <= 2 ** 63;
  ajv.addFormat("int64", { type: "number", validate: isInt64 });
  for (const [format, notation] of Object.entries(otherNotations)) {
    const isKnown = byLibrary.compile({ format });
    ajv.addFormat(format, (text: string) => isKnown(text) && !notation.test(text));
  }
  return ajv;
}

/** The engine of regular expressions of Ajv, with a limit of steps for each value. */
function createPatterns(createMatcher: CreateMatcher) {
  const unmatched = new Set<string>();
  let steps = 0;
  const createExpression = (
    pattern: string,
  ): { test: (text: string) => boolean; toString: () => string } => {
    const matcher = createMatcher(pattern);
    const test = (text: string): boolean => {
      const cost = matcher.cost(text.length);
      const isMatched = steps + cost <= mostSteps ? matcher.matches(text) : undefined;
      if (isMatched === undefined) unmatched.add(pattern);
      else steps += cost;
      return isMatched ?? true;
    };
    // Ajv has one expression for each of these.
    return { test, toString: () => pattern };
  };
  return {
    engine: Object.assign(createExpression, { code: "createExpression" }),
    start: () => {
      unmatched.clear();
      steps = 0;
    },
    unmatched: () => [...unmatched],
  };
}

/** Messages by keyword; others are Ajv's. */
const words: Readonly<Record<string, (params: ErrorObject["params"]) => string>> = {
  enum: ({ allowedValues: values }) =>
    `be ${values.length === 1 ? "" : "one of "}${values.map(quoted).join(", ")}`,
  const: ({ allowedValue }) => `be ${quoted(allowedValue)}`,
  required: ({ missingProperty }) => `have the member ${quoted(missingProperty)}`,
  additionalProperties: ({ additionalProperty }) =>
    `not have the member ${quoted(additionalProperty)}`,
  propertyNames: ({ name, error }) =>
    `not have the member ${quoted(name)}: its name ${errorText(error)}`,
  not: () => "not match the schema of `not`",
  format: ({ format }) => `be ${phrases[format] ?? `of the format ${format}`}`,
  type: ({ type }) => `be ${Array.from([type].flat(), (each) => phrases[each]).join(" or ")}`,
  uniqueItems: ({ i, j }) =>
    `not have an item twice, but items ${Math.min(i, j) + 1} and ${Math.max(i, j) + 1} are equal`,
  "false schema": () => "not be there",
};

function errorText({ keyword, message = "must be valid", params }: ErrorObject): string {
  const phrase = words[keyword]?.(params);
  if (phrase !== undefined) return `must ${phrase}`;
  // "must NOT have fewer than 1 characters"
  return message
    .replace("NOT have fewer than", "have at least")
    .replace("NOT have more than", "have at most")
    .replace(/\b1 (character|item)s/, "1 $1")
    .replace(/\b1 properties/, "1 property");
}

function quoted(value: unknown): string {
  return JSON.stringify(value);
}

/** The names of types and formats in messages. */
const phrases: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  integer: "an integer",
  null: "null",
  number: "a number",
  object: "an object",
  string: "a string",
  date: "a date such as 2024-01-31",
  "date-time": "a date and time such as 2024-01-31T12:00:00Z",
  email: "an e-mail address",
  int32: "an integer of 32 bits",
  int64: "an integer of 64 bits",
  uri: "an absolute URI",
  uuid: "a UUID",
};
