/** A value that JSON can hold (RFC 8259). */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. A member that is absent reads as `undefined`. */
export interface JsonObject {
  readonly [name: string]: JsonValue | undefined;
}

/** A JSON Schema of the 2020-12 dialect. It may hold `$ref`s into its document. */
export type JsonSchema = boolean | JsonObject;

/** Whether a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The type of a JSON value (JSON Schema 2020-12, "Instance Data Model"). */
export type ValueType = "null" | "boolean" | "object" | "array" | "number" | "string";

/** What type a value is of. */
export function typeOf(value: JsonValue): ValueType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "number") return "number";
  return typeof value === "string" ? "string" : "object";
}
