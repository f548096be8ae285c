import type { JsonObject } from "@workflow-api/contract";
import { nodesOf } from "./edit.ts";

const known = new WeakMap<JsonObject, boolean>();

/**
 * Whether a document has a keyword that looks at what others have evaluated: there, a schema that accepts everything
 * says something all the same (JSON Schema 2020-12, section 11).
 */
export function usesUnevaluated(document: JsonObject): boolean {
  const found =
    known.get(document) ??
    [...nodesOf(document)].some(({ pointer }) => /\/unevaluated(Items|Properties)$/.test(pointer));
  known.set(document, found);
  return found;
}
