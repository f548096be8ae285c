import {
  isEqual,
  isObject,
  type JsonObject,
  type JsonValue,
  pointerOfReference,
  valueAt,
} from "@workflow-api/contract";

/** What a contract says for people alone. A property may have such a name, so these are members of other objects. */
const annotations = new Set([
  "description",
  "summary",
  "title",
  "$comment",
  "externalDocs",
  "x-gaps",
  "tags",
]);

/** Lists whose order says nothing. */
const unordered = new Set(["required", "enum", "type", "parameters", "security", "allOf", "oneOf", "anyOf"]);

/** Objects whose members have free names. */
const maps = new Set(["properties", "schemas", "examples", "headers", "responses", "content", "paths"]);

/** Objects whose order decides something: the first scenario and the first media type are the defaults. */
const ordered = new Set(["examples", "content"]);

/**
 * A part of a contract in the form in which two that say the same are equal: dereferenced, without annotations, sorted. A
 * schema within itself stays a reference.
 *
 * @param pointer - The JSON Pointer of the part. Default: the whole, without its components, which its operations hold.
 */
export function normalForm(document: JsonObject, pointer = ""): JsonValue {
  const { components, info, ...rest } = document;
  const schemes = valueAt(document, "/components/securitySchemes") ?? null;
  const part = pointer === "" ? { ...rest, "x-schemes": schemes } : (valueAt(document, pointer) ?? null);
  return normal(document, part, pointer.slice(pointer.lastIndexOf("/") + 1), []);
}

/** Whether two parts of contracts say the same. */
export function isSame(
  [one, pointer]: readonly [document: JsonObject, pointer: string],
  [other, otherPointer]: readonly [document: JsonObject, pointer: string],
): boolean {
  return isEqual(normalForm(one, pointer), normalForm(other, otherPointer));
}

function normal(document: JsonObject, value: JsonValue, name: string, above: readonly string[]): JsonValue {
  if (Array.isArray(value)) {
    const items: JsonValue[] = value.map((item: JsonValue) => normal(document, item, "", above));
    return unordered.has(name) ? items.map((item) => JSON.stringify(item)).sort() : items;
  }
  // The values of examples are data, in which every member counts.
  if (!isObject(value) || name === "value" || name === "default" || name === "const") return value;
  const reference = value["$ref"];
  if (typeof reference === "string") {
    if (above.includes(reference)) return value;
    const target = valueAt(document, pointerOfReference(reference)) ?? null;
    const { $ref: _, ...beside } = value;
    const merged = isObject(target) ? { ...target, ...beside } : target;
    return normal(document, merged, name, [...above, reference]);
  }
  const isMap = maps.has(name);
  const members = Object.entries(value)
    .filter(([member, found]) => found !== undefined && (isMap || !isAnnotation(member, found)))
    .map(([member, found = null]): [string, JsonValue] => [
      member,
      normal(document, found, isMap ? "" : member, above),
    ]);
  if (ordered.has(name)) return members.map(([member, found]) => [member, found]);
  return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Examples of schemas are a list; those of parameters and bodies are an object, and make scenarios. */
function isAnnotation(name: string, value: JsonValue): boolean {
  return annotations.has(name) || (name === "examples" && Array.isArray(value));
}
