import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import type { Operator, Spot } from "./operator.ts";

const types = ["string", "integer", "number", "boolean", "array", "object"];

/** Mistakes in schemas. */
export const schemaOperators: readonly Operator[] = [
  {
    operator: "retype",
    changes: ({ name, value }) =>
      name === "type" && typeof value === "string" && types.includes(value)
        ? [...types.filter((type) => type !== value), [value, "null"]]
        : [],
  },
  {
    operator: "remove-from-required",
    changes: ({ name, value }) => (name === "required" ? eachLess(value) : []),
  },
  {
    operator: "add-to-required",
    changes: ({ name, value, parent }) =>
      name === "required" && Array.isArray(value) ? optional(value, parent) : [],
  },
  {
    operator: "require",
    changes: ({ name, value }) =>
      isSchemaOfObject({ name, value }) && isObject(value) ? requireEach(value) : [],
  },
  { operator: "drop-from-enum", changes: ({ name, value }) => (name === "enum" ? eachLess(value) : []) },
  {
    // A word that is nowhere in the contract, and a spelling of one that is there.
    operator: "add-to-enum",
    changes: ({ name, value }) =>
      name === "enum" && Array.isArray(value) && typeof value[0] === "string"
        ? [
            [...value, "quincunx"],
            [...value, value[0].toUpperCase()],
          ]
        : [],
  },
  {
    operator: "close",
    changes: ({ name, value }) =>
      isSchemaOfObject({ name, value }) && isObject(value) ? [{ ...value, additionalProperties: false }] : [],
  },
  {
    operator: "constrain-string",
    changes: (spot) =>
      constrained(spot, "string", [
        { minLength: 60 },
        { maxLength: 0 },
        { pattern: "^[0-9]+$" },
        { format: "date" },
      ]),
  },
  {
    operator: "constrain-number",
    changes: (spot) =>
      constrained(spot, "integer", [{ minimum: 100_000 }, { maximum: -1 }, { multipleOf: 7 }]),
  },
  {
    operator: "constrain-list",
    changes: (spot) => constrained(spot, "array", [{ minItems: 9 }, { maxItems: 0 }]),
  },
  {
    operator: "bound",
    changes: ({ name, value }) =>
      /^(min|max|exclusive|multipleOf)/.test(name) && typeof value === "number"
        ? [value - 1, value * 2 + 1]
        : [],
  },
  {
    operator: "format",
    changes: ({ name, value }) => (name === "format" && typeof value === "string" ? ["date", "ipv4"] : []),
  },
  {
    operator: "loosen-pattern",
    changes: ({ name, value }) =>
      name === "pattern" && typeof value === "string"
        ? [value.replace(/^\^/, ""), value.replace(/\$$/, ""), "^"]
        : [],
  },
];

function eachLess(value: JsonValue): JsonValue[] {
  return Array.isArray(value) ? value.map((_, index) => value.toSpliced(index, 1)) : [];
}

function optional(required: readonly JsonValue[], parent: JsonValue | undefined): JsonValue[] {
  const properties =
    isObject(parent) && isObject(parent["properties"]) ? Object.keys(parent["properties"]) : [];
  return [...properties.filter((name) => !required.includes(name)), "another_member"].map((name) => [
    ...required,
    name,
  ]);
}

function isSchemaOfObject({ name, value }: Pick<Spot, "name" | "value">): boolean {
  return isObject(value) && value["type"] === "object" && name !== "properties";
}

function requireEach(schema: JsonObject): JsonValue[] {
  const properties = isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  return schema["required"] === undefined ? properties.map((name) => ({ ...schema, required: [name] })) : [];
}

function constrained({ name, value }: Spot, type: string, keywords: readonly JsonObject[]): JsonValue[] {
  if (!isObject(value) || value["type"] !== type || name === "properties") return [];
  return keywords.map((keyword) => ({ ...value, ...keyword }));
}
