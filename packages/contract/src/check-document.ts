import { ContractError } from "./contract-error.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { appendPointer, pointerOfReference, valueAt } from "./json-pointer.ts";
import type { SourceLocation } from "./model.ts";
import { walkDocument } from "./walk-document.ts";

type Locate = (pointer: string) => SourceLocation;

/** @throws {ContractError} The document is not one of OpenAPI 3.1. */
export function assertVersion(document: JsonObject, locate: Locate): void {
  const version = document["openapi"];
  if (typeof version === "string" && version.startsWith("3.1.")) return;
  throw new ContractError([
    {
      message: `The contract is to be written in OpenAPI 3.1, and states ${told(version)}: rewrite it, and state \`openapi: 3.1.1\`.`,
      location: locate("/openapi"),
    },
  ]);
}

function told(version: JsonValue | undefined): string {
  return version === undefined ? "no version" : JSON.stringify(version);
}

/** @throws {ContractError} Some references lead nowhere in the document: each of them. */
export function assertReferences(document: JsonObject, locate: Locate): void {
  const dangling = [...walkDocument(document)].flatMap(({ value: { $ref: reference }, pointer }) =>
    typeof reference === "string" && isDangling(document, reference) ? [{ reference, pointer }] : [],
  );
  if (dangling.length === 0) return;
  throw new ContractError(
    dangling.map(({ reference, pointer }) => ({
      message: `There is nothing at ${reference}.`,
      location: locate(appendPointer(pointer, "$ref")),
    })),
  );
}

/** @throws {ContractError} Some path items have more than a reference, which whoever follows it would not see. */
export function assertPathItems(document: JsonObject, locate: Locate): void {
  const mixed = [...walkDocument(document)].filter(
    ({ kind, value }) => kind === "pathItem" && value["$ref"] !== undefined && Object.keys(value).length > 1,
  );
  if (mixed.length === 0) return;
  throw new ContractError(
    mixed.map(({ pointer }) => ({
      message: "This path item has fields of its own beside its $ref: put what it refers to in its place.",
      location: locate(pointer),
    })),
  );
}

/** Whether a reference leads to nothing in the document. */
export function isDangling(document: JsonObject, reference: string): boolean {
  return !reference.startsWith("#") || valueAt(document, pointerOfReference(reference)) === undefined;
}
