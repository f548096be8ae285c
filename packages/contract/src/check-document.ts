import { ContractError } from "./contract-error.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { appendPointer, pointerOfReference, valueAt } from "./json-pointer.ts";
import type { SourceLocation } from "./model.ts";

type Locate = (pointer: string) => SourceLocation;

/** @throws {ContractError} The document is not one of OpenAPI 3.1. */
export function assertVersion(document: JsonObject, locate: Locate): void {
  const version = document["openapi"];
  if (typeof version === "string" && version.startsWith("3.1.")) return;
  throw new ContractError([
    {
      message: "The contract is written in OpenAPI 3.1: state `openapi: 3.1.1`.",
      location: locate("/openapi"),
    },
  ]);
}

/** @throws {ContractError} Some references lead nowhere in the document: each of them. */
export function assertReferences(document: JsonObject, locate: Locate): void {
  const dangling = [...references(document, "")].filter(
    ({ reference }) =>
      !reference.startsWith("#") || valueAt(document, pointerOfReference(reference)) === undefined,
  );
  if (dangling.length === 0) return;
  throw new ContractError(
    dangling.map(({ reference, pointer }) => ({
      message: `There is nothing at ${reference}.`,
      location: locate(appendPointer(pointer, "$ref")),
    })),
  );
}

/** A `$ref` of a document. */
export interface Reference {
  readonly reference: string;
  /** The pointer of the object that holds the `$ref`. */
  readonly pointer: string;
}

/** Members whose value is data, in which a `$ref` is not a reference. */
const dataMembers = new Set(["const", "default", "enum", "example", "value"]);

/** The references of a document, in its order. */
export function* references(
  value: JsonValue | undefined,
  pointer: string,
  parent = "",
): Generator<Reference> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* references(item, appendPointer(pointer, index));
    return;
  }
  if (!isObject(value)) return;
  if (typeof value["$ref"] === "string") yield { reference: value["$ref"], pointer };
  for (const [name, member] of Object.entries(value)) {
    if (parent !== "properties" && dataMembers.has(name)) continue;
    yield* references(member, appendPointer(pointer, name), name);
  }
}
