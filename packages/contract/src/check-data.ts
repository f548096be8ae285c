import { isDangling } from "./check-document.ts";
import { ContractError } from "./contract-error.ts";
import { fieldOf } from "./document-grammar.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { appendPointer } from "./json-pointer.ts";
import type { SourceLocation } from "./model.ts";
import { walkDocument } from "./walk-document.ts";

/**
 * Looks for what is no reference, since it stands in an example, a default or a constant, and is followed as one all the
 * same by Prism, which ends where it leads nowhere.
 * @throws {ContractError} Some data hold such a `$ref`: each of them.
 */
export function assertData(document: JsonObject, locate: (pointer: string) => SourceLocation): void {
  const found = [...walkDocument(document)].flatMap(({ kind, pointer, value }) =>
    Object.entries(value).flatMap(([name, member]) =>
      fieldOf(kind, name).kind === "data"
        ? [...danglingIn(document, member, appendPointer(pointer, name))]
        : [],
    ),
  );
  if (found.length === 0) return;
  throw new ContractError(
    found.map((pointer) => ({
      message:
        "This $ref is no reference, as it stands in a value, but the mock would follow it: leave it out.",
      location: locate(pointer),
    })),
  );
}

function* danglingIn(document: JsonObject, data: JsonValue | undefined, pointer: string): Generator<string> {
  if (typeof data !== "object" || data === null) return;
  const reference = isObject(data) ? data["$ref"] : undefined;
  if (typeof reference === "string" && isDangling(document, reference)) yield appendPointer(pointer, "$ref");
  for (const [name, member] of Object.entries(data)) {
    yield* danglingIn(document, member, appendPointer(pointer, name));
  }
}
