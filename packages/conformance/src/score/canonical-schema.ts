import { isObject, type JsonObject, type JsonValue, type Sender, valueAt } from "@workflow-api/contract";
import { withoutIgnored } from "./ignored-keywords.ts";
import { simplified } from "./simplified-schema.ts";
import { byText, sorted } from "./sorted.ts";
import { isEvaluatedIn } from "./uses-unevaluated.ts";

/** Keywords that neither accept nor refuse anything; what stands under `$defs` does so where it is referred to. */
const annotations = new Set([
  ...["$comment", "$defs", "contentEncoding", "contentMediaType", "contentSchema", "default", "deprecated"],
  ...["description", "discriminator", "example", "examples", "externalDocs", "title", "xml"],
]);

interface Within {
  /** The references that are being followed. */
  readonly above?: readonly string[];
  /** Whose document it is, as `documentAsSentBy` has it. `undefined`: that of the contract. */
  readonly sender?: Sender | undefined;
  /** Whether another schema looks at what this one evaluates. `undefined`: as it stands in the document. */
  readonly isEvaluated?: boolean | undefined;
}

/**
 * A schema in a form in which two that accept the same values for a reason of these are equal: references followed,
 * annotations dropped, what says nothing dropped, sets sorted. The test proves each rule with two validators.
 */
export function canonicalSchema(
  document: JsonObject,
  schema: JsonValue | undefined,
  within: Within = {},
): JsonValue {
  if (!isObject(schema)) return schema !== false;
  const isEvaluated = within.isEvaluated ?? (isEvaluatedIn(document, schema) || looksItself(schema));
  const { $ref: reference, ...siblings } = schema;
  if (typeof reference === "string")
    return referred(document, reference, siblings, { ...within, isEvaluated });
  const told = isEvaluated ? schema : withoutIgnored(schema);
  const plain = withPlainIf(withoutUnevaluated(told));
  const parts = Object.entries(plain).flatMap(([name, value]): [string, JsonValue][] =>
    annotations.has(name) || isIdleMark(name, within) || name.startsWith("x-") || value === undefined
      ? []
      : [[name, canonicalKeyword(document, name, value, within)]],
  );
  return simplified(Object.fromEntries(parts), isEvaluated);
}

/** In a document as it is sent, the members that do not travel stand there as what they are held to. */
function isIdleMark(name: string, { sender }: Within): boolean {
  return sender !== undefined && (name === "readOnly" || name === "writeOnly");
}

/** Whether a schema looks at what it evaluates, in a way that cannot be said otherwise. */
function looksItself(schema: JsonObject): boolean {
  const { unevaluatedItems, unevaluatedProperties } = withoutUnevaluated(schema);
  return unevaluatedItems !== undefined || unevaluatedProperties !== undefined;
}

/** Keywords that evaluate members and items in the place of the schema that they stand in. */
const inPlace = ["$dynamicRef", "$ref", "allOf", "anyOf", "dependentSchemas", "else", "if", "oneOf", "then"];

/**
 * Where no other schema evaluates anything in the same place, what is not evaluated is what is additional; and where
 * additional members or items are spoken of, all are evaluated (JSON Schema 2020-12, section 11).
 */
function withoutUnevaluated(schema: JsonObject): JsonObject {
  const isAlone = !inPlace.some((name) => schema[name] !== undefined);
  const { unevaluatedItems, unevaluatedProperties, ...rest } = schema;
  const isList = isAlone && rest["contains"] === undefined;
  return {
    ...rest,
    ...(unevaluatedProperties !== undefined &&
      rest["additionalProperties"] === undefined && {
        [isAlone ? "additionalProperties" : "unevaluatedProperties"]: unevaluatedProperties,
      }),
    ...(unevaluatedItems !== undefined &&
      rest["items"] === undefined && { [isList ? "items" : "unevaluatedItems"]: unevaluatedItems }),
  };
}

/** What a schema requires anyway, its `if` need not ask for: a value without it is refused one way or the other. */
function withPlainIf(schema: JsonObject): JsonObject {
  const { if: condition, required } = schema;
  if (!isObject(condition) || !Array.isArray(condition["required"]) || !Array.isArray(required))
    return schema;
  const asked = condition["required"].filter((name) => !required.includes(name));
  return { ...schema, if: { ...condition, required: asked } };
}

function referred(document: JsonObject, reference: string, siblings: JsonObject, within: Within): JsonValue {
  const { above = [] } = within;
  const rest = canonicalSchema(document, siblings, within);
  const target = above.includes(reference)
    ? { $ref: reference }
    : canonicalSchema(document, valueAt(document, reference.slice(1)), {
        ...within,
        above: [...above, reference],
        isEvaluated: undefined,
      });
  const parts = [target, rest].filter((part) => part !== true);
  return rest === true ? target : simplified({ allOf: parts.sort(byText) }, within.isEvaluated === true);
}

function canonicalKeyword(document: JsonObject, name: string, value: JsonValue, within: Within): JsonValue {
  const below = (inner: JsonValue | undefined): JsonValue =>
    canonicalSchema(document, inner, { ...within, isEvaluated: undefined });
  if (["properties", "patternProperties", "dependentSchemas"].includes(name) && isObject(value)) {
    return sorted(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, below(inner)])));
  }
  if (["allOf", "anyOf", "oneOf"].includes(name) && Array.isArray(value)) {
    const parts = value.map(below).filter((part) => name !== "allOf" || part !== true);
    return (name === "anyOf" ? withoutCovered(parts) : parts).sort(byText);
  }
  if (name === "prefixItems" && Array.isArray(value)) return value.map(below);
  if (
    ["items", "contains", "not", "if", "then", "else", "additionalProperties", "propertyNames"].includes(name)
  )
    return below(value);
  if (["unevaluatedProperties", "unevaluatedItems"].includes(name)) return below(value);
  if (["required", "enum", "type"].includes(name) && Array.isArray(value))
    return [...new Map(value.map((item) => [JSON.stringify(item), item])).values()].sort(byText);
  return value;
}

/** What one branch of an `anyOf` accepts as a whole type, the others need not accept too. */
function withoutCovered(parts: readonly JsonValue[]): JsonValue[] {
  return parts.map((part) => {
    if (!isObject(part) || !Array.isArray(part["type"])) return part;
    const whole = parts.filter((other) => other !== part).flatMap(wholeTypeOf);
    const left = part["type"].filter((type) => !whole.includes(type));
    return left.length === 0 ? part : simplified({ ...part, type: left }, false);
  });
}

/** The one type that a schema accepts every value of, and nothing else. */
function wholeTypeOf(schema: JsonValue): JsonValue[] {
  const { type, ...rest } = isObject(schema) ? schema : {};
  return typeof type === "string" && Object.keys(rest).length === 0 ? [type] : [];
}
