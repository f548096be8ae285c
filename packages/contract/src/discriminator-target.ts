import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { appendPointer, pointerOfReference, valueAt } from "./json-pointer.ts";

/** The schema that a mapping of a discriminator names: it stands in the components, or is referred to. */
export function schemaNamed(document: JsonObject, target: string): JsonValue | undefined {
  const at = target.startsWith("#")
    ? pointerOfReference(target)
    : appendPointer("/components/schemas", target);
  return valueAt(document, at);
}

/** The schemas of `oneOf` and `anyOf`. */
export function choicesOf(schema: JsonValue | undefined): readonly JsonValue[] {
  return isObject(schema) ? [schema["oneOf"] ?? [], schema["anyOf"] ?? []].flat() : [];
}

/** Whether a schema is another one, by a reference or as one of its own choices. */
export function leadsTo(document: JsonObject, from: JsonValue | undefined, to: JsonValue): boolean {
  if (from === to) return true;
  const reference = isObject(from) ? from["$ref"] : undefined;
  const target = typeof reference === "string" ? valueAt(document, pointerOfReference(reference)) : undefined;
  return [target ?? [], choicesOf(from)].flat().some((next) => leadsTo(document, next, to));
}
