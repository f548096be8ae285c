import type { JsonObject, JsonValue } from "@workflow-api/contract";
import { assertedFormats, numericFormats } from "../schema/judge.ts";
import { impliesFormat } from "./implied.ts";

/** What a keyword says when it is left out. */
const neutral: Readonly<Record<string, JsonValue>> = {
  additionalProperties: true,
  allOf: [],
  items: true,
  minContains: 1,
  minItems: 0,
  minLength: 0,
  minProperties: 0,
  patternProperties: {},
  properties: {},
  propertyNames: true,
  readOnly: false,
  required: [],
  uniqueItems: false,
  writeOnly: false,
};

/** The keywords that speak of values of one type only. */
const speaking: Readonly<Record<string, readonly string[]>> = {
  array: ["contains", "items", "maxItems", "minItems", "prefixItems", "uniqueItems"],
  number: ["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"],
  string: ["format", "maxLength", "minLength", "pattern"],
  object: [
    ...["additionalProperties", "dependentRequired", "maxProperties", "minProperties"],
    ...["patternProperties", "properties", "propertyNames", "required"],
  ],
};

const typeOf = new Map(
  Object.entries(speaking).flatMap(([type, keywords]) => keywords.map((keyword) => [keyword, type])),
);

/** Whether a keyword, as it stands in a schema, neither accepts nor refuses anything. */
export function saysNothing(schema: JsonObject, name: string, value: JsonValue | undefined): boolean {
  if (Object.hasOwn(neutral, name) && JSON.stringify(value) === JSON.stringify(neutral[name])) return true;
  const isNumeric = name === "format" && typeof value === "string" && numericFormats.has(value);
  const type = isNumeric ? "number" : typeOf.get(name);
  const types = [schema["type"] ?? []].flat();
  const speaks =
    types.length === 0 || types.some((each) => each === type || (each === "integer" && type === "number"));
  if (type !== undefined && !speaks) return true;
  return name === "format" && isFormatImplied(schema, value, types);
}

/** Whether a format is one that nothing is held to, or asks for no more than what stands beside it. */
function isFormatImplied(
  schema: JsonObject,
  format: JsonValue | undefined,
  types: readonly JsonValue[],
): boolean {
  if (typeof format !== "string") return false;
  const range = numericFormats.get(format);
  if (range !== undefined) return types.length > 0 && !types.includes("number") && isWithin(schema, range);
  const { pattern } = schema;
  return !assertedFormats.has(format) || (typeof pattern === "string" && impliesFormat(pattern, format));
}

/** Whether the bounds of a schema are within those of a format of integers; no validator holds them to 64 bits. */
function isWithin(schema: JsonObject, { maximum, minimum }: JsonObject): boolean {
  const bound = (...names: readonly string[]): number[] =>
    names.flatMap((name) => (typeof schema[name] === "number" ? [schema[name]] : []));
  const least = Math.max(Number.NEGATIVE_INFINITY, ...bound("minimum", "exclusiveMinimum"));
  const most = Math.min(Number.POSITIVE_INFINITY, ...bound("maximum", "exclusiveMaximum"));
  return (
    (typeof minimum !== "number" || least >= minimum) && (typeof maximum !== "number" || most <= maximum)
  );
}
