import { type Contract, isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import type { Part } from "./make-schema-view.ts";
import { schemaName } from "./schema-name.ts";

/** The type of a value that satisfies all parts, in words. */
export function typeOf(parts: readonly Part[], contract: Contract, depth: number = 0): string {
  const declared = parts.map(({ schema }) => typesOf(schema)).filter((types) => types.length > 0);
  const [first = [], ...others] = declared;
  const types = first.filter((type) => others.every((other) => other.includes(type) || isWider(other, type)));
  const words = types.map((type) => (type === "array" ? arrayWords(parts, contract, depth) : type));
  return words.length > 0 ? words.join(" or ") : optionWords(parts, contract, depth);
}

function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema;
  if (typeof type === "string") {
    return [type];
  }
  return Array.isArray(type) ? type.map(String) : impliedTypes(schema);
}

/** A schema without `type` mostly tells by what else it says. */
function impliedTypes(schema: JsonObject): readonly string[] {
  if (schema["const"] !== undefined) {
    return [kindOf(schema["const"])];
  }
  if (Array.isArray(schema["enum"])) {
    return [...new Set(schema["enum"].map(kindOf))];
  }
  if (schema["properties"] !== undefined || schema["additionalProperties"] !== undefined) {
    return ["object"];
  }
  return schema["items"] === undefined && schema["prefixItems"] === undefined ? [] : ["array"];
}

function kindOf(value: JsonValue): string {
  if (value === null) {
    return "null";
  }
  return Array.isArray(value) ? "array" : typeof value;
}

function isWider(types: readonly string[], type: string): boolean {
  return type === "integer" && types.includes("number");
}

function arrayWords(parts: readonly Part[], contract: Contract, depth: number): string {
  for (const { schema, pointer } of parts) {
    const { items } = schema;
    if (isObject(items)) {
      return `array of ${shortType(items, `${pointer}/items`, contract, depth + 1)}`;
    }
  }
  return "array";
}

function optionWords(parts: readonly Part[], contract: Contract, depth: number): string {
  for (const { schema, pointer } of parts) {
    for (const keyword of ["oneOf", "anyOf"]) {
      const options = schema[keyword];
      if (Array.isArray(options)) {
        const words = options.map((option, index) =>
          isObject(option)
            ? shortType(option, `${pointer}/${keyword}/${index}`, contract, depth + 1)
            : "any value",
        );
        return [...new Set(words)].join(" or ");
      }
    }
  }
  return parts.some(({ schema }) => schema["not"] === true) ? "nothing" : "any value";
}

/** The name of a schema's component, or else its type. */
export function shortType(
  schema: JsonObject,
  pointer: string,
  contract: Contract,
  depth: number = 0,
): string {
  const name = schemaName(contract, contract.resolve(schema, pointer));
  // A list of lists of lists may be a list of itself, without a name.
  return name ?? (depth < 3 ? typeOf(withAll(schema, pointer, contract, 0), contract, depth) : "any value");
}

/** A schema and those of its `allOf`, theirs included. */
function withAll(schema: JsonObject, pointer: string, contract: Contract, depth: number): Part[] {
  const resolved = contract.resolve(schema, pointer);
  if (!isObject(resolved.schema) || depth > 3) {
    return [];
  }
  const { allOf } = resolved.schema;
  const added = (Array.isArray(allOf) ? allOf : []).flatMap((each, index) =>
    isObject(each) ? withAll(each, `${resolved.pointer}/allOf/${index}`, contract, depth + 1) : [],
  );
  return [{ ...resolved, schema: resolved.schema }, ...added];
}
