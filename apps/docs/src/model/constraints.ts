import type { Shape, Union } from "@workflow-api/contract";
import { isObject, type JsonObject, type JsonValue, uniqueBy } from "@workflow-api/contract/json";

// Describes what limits a value in words.

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

/**
 * A value of the contract. Strings have no quotes, unless there is nothing to see. An integer whose
 * last digits JavaScript does not keep is marked.
 */
export function valueText(value: JsonValue): string {
  if (typeof value === "string" && value.trim() !== "") return value;
  return losesDigits(value) ? `about ${JSON.stringify(value)}` : JSON.stringify(value);
}

/** Whether a value holds an integer whose last digits JavaScript does not keep. */
export function losesDigits(value: JsonValue): boolean {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((part = null) => losesDigits(part));
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
    not: exceptionWords,
  }),
);

/** What a value must not be, in words; a schema that has none is shown as it is. */
function exceptionWords(schema: JsonValue): Constraint | undefined {
  if (!isObject(schema)) return undefined;
  const { const: value, enum: values, required, type, ...rest } = schema;
  const excluded = Array.isArray(values) ? values : value === undefined ? [] : [value];
  const isPlain = Object.keys(rest).every((keyword) => annotations.has(keyword));
  const kinds = [excluded.length > 0, required !== undefined, type !== undefined];
  // Several keywords in a "not" exclude only what has all of them.
  if (!isPlain || kinds.filter(Boolean).length !== 1)
    return { text: "Does not match", pattern: JSON.stringify(schema) };
  if (excluded.length > 0)
    return { text: excluded.length > 1 ? "None of" : "Not", values: excluded.map(valueText) };
  if (type !== undefined) return { text: `Not of type ${[type].flat().join(" or ")}` };
  return { text: `Not with ${andWords([required].flat().map(String))}` };
}

/** The keywords that limit nothing. */
const annotations = new Set(["title", "description", "$comment", "deprecated"]);

function andWords(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

/**
 * An alternative of which fields are required, in words: `One of: a and b; or c`. `undefined`: its
 * branches say more than that.
 */
export function requirementWords({ branches, keyword }: Union): string | undefined {
  const required = branches.map(({ schemas, required: names }) => {
    const isAll = schemas.every(({ schema }) =>
      Object.keys(schema).every((each) => each === "required" || annotations.has(each)),
    );
    return isAll && names.size > 0 ? andWords([...names]) : undefined;
  });
  const known = required.filter((names) => names !== undefined);
  if (known.length < branches.length) return undefined;
  return `${keyword === "oneOf" ? "One of" : "At least one of"}: ${known.join("; or ")}`;
}

/** The constraints of a shape, each once. */
export function constraintsOf(shape: Shape): Constraint[] {
  const { schemas, unions, values: allowed } = shape;
  const values = allowed && {
    text: allowed.length === 1 ? "Always" : "One of",
    values: allowed.map(valueText),
  };
  const limits = schemas.flatMap(({ schema }) =>
    Object.entries(schema).flatMap(([keyword, value]) => {
      const wording = wordings.get(keyword);
      if (value === undefined || wording === undefined) return [];
      return wording(value, schema, valueText(value)) ?? [];
    }),
  );
  const requirements = unions.flatMap((union) => requirementWords(union) ?? []);
  const ofNames = shape.subschemas("propertyNames");
  const names = ofNames.locations.length > 0 ? constraintsOf(ofNames) : [];
  const all = [
    ...(values === undefined ? [] : [values]),
    ...limits,
    ...requirements.map((text) => ({ text })),
    ...names.map((each) => ({ ...each, text: `Names of fields: ${lowerFirst(each.text)}` })),
  ];
  return uniqueBy(all, (each) => JSON.stringify(each));
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
