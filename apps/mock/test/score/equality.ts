import {
  isObject,
  type JsonObject,
  type JsonValue,
  pointerOfReference,
  valueAt,
} from "@workflow-api/contract";

/** What a contract says for people alone. */
const annotations = new Set(
  "description summary title $comment externalDocs x-gaps tags info".split(" "),
);

/** Lists whose order says nothing. */
const unordered = new Set("required enum type parameters security allOf oneOf anyOf".split(" "));

/** Objects whose members have names of the service, which may be those of annotations. */
const maps = new Set("properties examples headers responses content paths".split(" "));

/**
 * Objects whose order decides something: the first scenario and the first media type are the
 * defaults.
 */
const ordered = new Set(["examples", "content"]);

/**
 * A contract in the form in which two that say the same are equal: dereferenced, without
 * annotations, sorted.
 */
export function normalForm({ components, ...document }: JsonObject): JsonValue {
  const schemes = valueAt({ components }, "/components/securitySchemes") ?? null;
  return normal({ components }, { ...document, schemes }, "", []);
}

function normal(
  document: JsonObject,
  value: JsonValue,
  name: string,
  above: readonly string[],
): JsonValue {
  if (Array.isArray(value)) {
    const items: JsonValue[] = value.map((item: JsonValue) => normal(document, item, "", above));
    return unordered.has(name) ? items.map((item) => JSON.stringify(item)).sort() : items;
  }
  // The values of examples are data, in which every member counts.
  if (!isObject(value) || name === "value" || name === "default" || name === "const") return value;
  const { $ref: reference, ...beside } = value;
  if (typeof reference === "string") {
    // A schema within itself stays a reference.
    if (above.includes(reference)) return value;
    const target = valueAt(document, pointerOfReference(reference));
    const merged = isObject(target) ? { ...target, ...beside } : (target ?? null);
    return normal(document, merged, name, [...above, reference]);
  }
  const isMap = maps.has(name);
  const members = Object.entries(value).flatMap(([member, found = null]): [string, JsonValue][] => {
    // Examples of schemas are a list; those of parameters and bodies are an object, and make
    // scenarios.
    const isAnnotation = annotations.has(member) || (member === "examples" && Array.isArray(found));
    return isAnnotation && !isMap
      ? []
      : [[member, normal(document, found, isMap ? "" : member, above)]];
  });
  return ordered.has(name)
    ? members
    : Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}
