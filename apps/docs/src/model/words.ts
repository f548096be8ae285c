import { STATUS_CODES } from "node:http";
import type { Contract, SecurityScheme, Shape } from "@workflow-api/contract";
import { type JsonObject, type JsonValue, uniqueBy } from "@workflow-api/contract/json";
import { pointerOfValue, sourceJson } from "./source-json.ts";

// Describes the contract in words.

/** A constraint in words: `At least 3 characters`, `One of` with the values that it names. */
export interface Constraint {
  readonly text: string;
  /** Values in the contract, as written. */
  readonly values?: readonly string[];
  /** The regular expression behind the text. */
  readonly pattern?: string;
}

/** Says what a keyword means: by its value, its schema, and the text of its value. */
type Wording = (value: JsonValue, schema: JsonObject, text: string) => Constraint | undefined;

/** A value as the contract spells it. Strings have no quotes, unless there is nothing to see. */
export function valueText(contract: Contract, value: JsonValue, pointer: string): string {
  const isText = typeof value === "string" && value.trim() !== "";
  return isText ? value : sourceJson(contract, value, pointer, 0);
}

const limit =
  (text: string): Wording =>
  (_value, _schema, spelled) => ({ text, values: [spelled] });

const count =
  (text: string, noun: string): Wording =>
  (value) => ({ text: `${text} ${value} ${noun}${value === 1 ? "" : "s"}` });

const formats: ReadonlyMap<string, Constraint> = new Map(
  Object.entries({
    date: { text: "A date, such as", values: ["2024-01-31"] },
    "date-time": { text: "A date and time, such as", values: ["2024-01-31T09:30:00Z"] },
    email: { text: "An e-mail address" },
    uri: { text: "A URI" },
    uuid: { text: "UUID" },
  }),
);

const version4 = /^\^\[0-9a-fA-F\]\{8\}.*-4\[0-9a-fA-F\]\{3\}-\[89ab/;

/** The words for each keyword that limits a value by itself. */
const wordings: ReadonlyMap<string, Wording> = new Map(
  Object.entries<Wording>({
    format: (value, { pattern }, text) =>
      value === "uuid" && version4.test(String(pattern))
        ? undefined
        : (formats.get(String(value)) ?? { text: "Format", values: [text] }),
    pattern: (value) => ({
      text: version4.test(String(value)) ? "UUID of version 4" : "Pattern",
      pattern: String(value),
    }),
    minimum: limit("At least"),
    maximum: limit("At most"),
    exclusiveMinimum: limit("More than"),
    exclusiveMaximum: limit("Less than"),
    multipleOf: limit("A multiple of"),
    minLength: count("At least", "character"),
    maxLength: count("At most", "character"),
    minItems: count("At least", "item"),
    maxItems: count("At most", "item"),
    minProperties: count("At least", "field"),
    maxProperties: count("At most", "field"),
    uniqueItems: (value) => (value === true ? { text: "Unique items" } : undefined),
    additionalProperties: (value) => (value === false ? { text: "No other fields" } : undefined),
    default: limit("Default:"),
  }),
);

/** The constraints of a shape, each once. */
export function constraintsOf(contract: Contract, shape: Shape): Constraint[] {
  const { schemas, values: allowed } = shape;
  const values = allowed && {
    text: allowed.length === 1 ? "Always" : "One of",
    values: allowed.map((each) => valueText(contract, each, pointerOfValue(shape, each))),
  };
  const stated = schemas.flatMap(({ schema, pointer }) =>
    Object.entries(schema).flatMap(([keyword, value]) => {
      const wording = wordings.get(keyword);
      if (value === undefined || wording === undefined) return [];
      return wording(value, schema, valueText(contract, value, `${pointer}/${keyword}`)) ?? [];
    }),
  );
  return uniqueBy([...(values === undefined ? [] : [values]), ...stated], (each) =>
    JSON.stringify(each),
  );
}

/** The type in words: `integer or null`, `array of strings`. */
export function typeWords(shape: Shape): string {
  const types = namesOf(shape);
  if (types.length >= 6) return "any value";
  const items = shape.items.locations.length === 0 ? [] : namesOf(shape.items);
  const list =
    items.length === 0 || items.length > 4
      ? "array"
      : `array of ${items.map((type) => `${type}s`).join(" or ")}`;
  return types.map((type) => (type === "array" ? list : type)).join(" or ") || "nothing";
}

/** `number` includes `integer`. */
function namesOf({ types }: Shape): Shape["types"] {
  return types.includes("number") ? types.filter((type) => type !== "integer") : types;
}

/** A status with its reason phrase: `404 Not Found`. A range stays as it is: `4XX`, `default`. */
export function statusName(code: number | string): string {
  return `${code} ${STATUS_CODES[code] ?? ""}`.trim();
}

/** How a credential is sent: `X-API-KEY`, `Authorization: Bearer`. */
export function credentialText({ type, header }: Pick<SecurityScheme, "type" | "header">): string {
  return type === "apiKey" ? header : `${header}: ${type === "basic" ? "Basic" : "Bearer"}`;
}

/** A JSON Pointer with dots: `data.id`. */
export function dottedPath(pointer: string): string {
  return pointer.slice(1).replaceAll("/", ".");
}
