import { ContractError } from "./contract-error.ts";
import { fieldOf } from "./document-grammar.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { appendPointer } from "./json-pointer.ts";
import type { SourceLocation } from "./model.ts";
import { walkDocument } from "./walk-document.ts";

/**
 * Looks for what is no reference, since it stands in an example, a default or a constant, and is followed as one all the
 * same by Prism and openapi-typescript.
 * @throws {ContractError} Some data hold a `$ref`: each of them.
 */
export function assertData(document: JsonObject, locate: (pointer: string) => SourceLocation): void {
  const found = [...walkDocument(document)].flatMap(({ kind, pointer, value }) =>
    Object.entries(value).flatMap(([name, member]) =>
      fieldOf(kind, name).kind === "data" ? [...referencesIn(member, appendPointer(pointer, name))] : [],
    ),
  );
  if (found.length === 0) return;
  const message = "An example or another value holds no `$ref`: tools would follow it. Leave it out.";
  throw new ContractError(found.map((pointer) => ({ message, location: locate(pointer) })));
}

function* referencesIn(data: JsonValue | undefined, pointer: string): Generator<string> {
  if (isObject(data) && typeof data["$ref"] === "string") yield appendPointer(pointer, "$ref");
  if (typeof data !== "object" || data === null) return;
  for (const [name, member] of Object.entries(data)) {
    yield* referencesIn(member, appendPointer(pointer, name));
  }
}
