import { assertPathItems, assertReferences, assertVersion } from "./check-document.ts";
import { interpret } from "./interpret.ts";
import type { JsonObject } from "./json.ts";
import type { Contract, SourceLocation } from "./model.ts";

/** Stands for the file of a document that comes from none. */
const file = "(document)";

/** The place of what stands in a document that comes from no file. */
export function locateInDocument(pointer: string): SourceLocation {
  return { file, line: 1, column: 1, pointer };
}

/**
 * Reads an OpenAPI 3.1 contract that is already one document, such as `(await loadContract(file)).document`, where there
 * are no files: in a browser. That it has the structure of OpenAPI is not checked, as `loadContract` does.
 * @throws {ContractError} It is not OpenAPI 3.1, refers to what is not in it, or contradicts itself.
 */
export function readContract(document: JsonObject): Contract {
  assertVersion(document, locateInDocument);
  assertReferences(document, locateInDocument);
  assertPathItems(document, locateInDocument);
  return interpret(document, { file, files: [file], locate: locateInDocument });
}
