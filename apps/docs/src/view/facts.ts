import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import { valueText } from "./value-text.ts";

/** What one keyword says about a value: `At least` `1` `item`. */
export interface Fact {
  readonly keyword: string;
  readonly label: string;
  /** What the label is about, shown as code. */
  readonly codes: readonly string[];
  /** The unit of the codes, or nothing. */
  readonly unit: string;
}

type Wording = (value: JsonValue, schema: JsonObject) => Omit<Fact, "keyword"> | undefined;

const list = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : []);

const plain =
  (label: string, unit = ""): Wording =>
  (value) => ({ label, codes: [valueText(value)], unit });

const counted =
  (label: string, one: string, many: string): Wording =>
  (value) => ({ label, codes: [valueText(value)], unit: value === 1 ? one : many });

const flag =
  (label: string): Wording =>
  (value) =>
    value === true ? { label, codes: [], unit: "" } : undefined;

/** The words of each keyword of JSON Schema 2020-12 and OpenAPI 3.1 that says something by its value alone. */
const wordings: Readonly<Record<string, Wording>> = {
  format: plain("Format"),
  enum: (value) => ({ label: "One of", codes: list(value).map((each) => JSON.stringify(each)), unit: "" }),
  const: (value) => ({ label: "Always", codes: [JSON.stringify(value)], unit: "" }),
  default: (value) => ({ label: "If left out", codes: [JSON.stringify(value)], unit: "" }),
  minimum: plain("At least"),
  maximum: plain("At most"),
  exclusiveMinimum: plain("More than"),
  exclusiveMaximum: plain("Less than"),
  multipleOf: plain("A multiple of"),
  minLength: counted("At least", "character", "characters"),
  maxLength: counted("At most", "character", "characters"),
  pattern: plain("Matches"),
  minItems: counted("At least", "item", "items"),
  maxItems: counted("At most", "item", "items"),
  uniqueItems: flag("No item twice"),
  minProperties: counted("At least", "member", "members"),
  maxProperties: counted("At most", "member", "members"),
  minContains: counted("Contains at least", "such item", "such items"),
  maxContains: counted("Contains at most", "such item", "such items"),
  dependentRequired: (value) => ({ label: "Goes together", codes: dependencies(value), unit: "" }),
  contentEncoding: plain("Encoded as"),
  contentMediaType: plain("Holds"),
  readOnly: flag("Sent by the service only"),
  writeOnly: flag("Sent to the service only"),
  examples: (value) => ({ label: "For example", codes: list(value).map(valueText), unit: "" }),
  example: plain("For example"),
  discriminator: (value) => ({ label: "Told apart by", codes: discriminators(value), unit: "" }),
  externalDocs: (value) => ({
    label: "More in",
    codes: isObject(value) && typeof value["url"] === "string" ? [value["url"]] : [],
    unit: "",
  }),
  xml: plain("In XML"),
};

/** Whether a keyword says something by its value alone. */
export function isFactual(keyword: string): boolean {
  return keyword.startsWith("x-") || Object.hasOwn(wordings, keyword);
}

/** What the keywords of a schema say, in the schema's order. */
export function factsOf(schema: JsonObject): Fact[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const wording = keyword.startsWith("x-") ? plain(keyword) : wordings[keyword];
    const words = value === undefined ? undefined : wording?.(value, schema);
    return words === undefined ? [] : [{ keyword, ...words }];
  });
}

/** What several schemas say together: nothing twice. */
export function withoutRepeats(facts: readonly Fact[]): Fact[] {
  const seen = new Map(facts.map((fact) => [JSON.stringify(fact), fact]));
  return [...seen.values()];
}

function dependencies(value: JsonValue): string[] {
  return isObject(value)
    ? Object.entries(value).map(
        ([name, needed]) =>
          `${name} needs ${list(needed ?? null)
            .map(valueText)
            .join(", ")}`,
      )
    : [];
}

function discriminators(value: JsonValue): string[] {
  if (!isObject(value)) {
    return [];
  }
  const mapping = isObject(value["mapping"]) ? Object.entries(value["mapping"]) : [];
  const mapped = mapping.map(([code, target]) => `${code}: ${String(target).split("/").at(-1) ?? ""}`);
  return [valueText(value["propertyName"] ?? null), ...mapped];
}
