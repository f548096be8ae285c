import { appendPointer, isObject, type JsonObject, valueAt } from "../json.ts";

/**
 * The JSON Pointer of a place of an open question: it may be one, or an `operationId` with what
 * follows below the operation (`getThing/responses`). `undefined`: the document has no such part.
 */
export function pointerOfPlace(document: JsonObject, place: string): string | undefined {
  const pointer = place.startsWith("/") ? place : pointerBelowOperation(document, place);
  const isThere = pointer !== undefined && valueAt(document, pointer) !== undefined;
  return isThere ? pointer : undefined;
}

function pointerBelowOperation({ paths }: JsonObject, place: string): string | undefined {
  const [operationId = ""] = place.split("/");
  for (const [path, methods] of Object.entries(isObject(paths) ? paths : {}))
    for (const [method, operation] of Object.entries(isObject(methods) ? methods : {}))
      if (isObject(operation) && operation["operationId"] === operationId)
        return appendPointer("/paths", path, method) + place.slice(operationId.length);
  return undefined;
}
