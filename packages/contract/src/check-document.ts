import { ContractError } from "./contract-error.ts";
import { type Field, fieldOf } from "./document-grammar.ts";
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
  const dangling = [...references(document, { kind: "document", shape: "one" }, "")].filter(
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

interface Reference {
  readonly reference: string;
  /** The pointer of the object that holds the `$ref`. */
  readonly pointer: string;
}

/** The references of a document, in its order. A `$ref` in data, such as an example, is none. */
function* references(
  value: JsonValue | undefined,
  { kind, shape }: Field,
  pointer: string,
): Generator<Reference> {
  if (kind === "data") return;
  if (Array.isArray(value)) {
    const item: Field = { kind: shape === "list" ? kind : "other", shape: "one" };
    for (const [index, each] of value.entries()) yield* references(each, item, appendPointer(pointer, index));
    return;
  }
  if (!isObject(value)) return;
  if (typeof value["$ref"] === "string") yield { reference: value["$ref"], pointer };
  for (const [name, member] of Object.entries(value)) {
    const field: Field = shape === "map" ? { kind, shape: "one" } : fieldOf(kind, name);
    yield* references(member, field, appendPointer(pointer, name));
  }
}
