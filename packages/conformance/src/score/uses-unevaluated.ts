import { isObject, type JsonObject, type JsonValue, valueAt } from "@workflow-api/contract";
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

const evaluated = new WeakMap<JsonObject, ReadonlySet<JsonObject>>();

/**
 * Whether a keyword of a document looks at what a schema in it evaluates: one of another schema, which holds this one for
 * the same value.
 */
export function isEvaluatedIn(document: JsonObject, schema: JsonObject): boolean {
  if (!usesUnevaluated(document)) return false;
  const found = evaluated.get(document) ?? evaluatedOf(document);
  evaluated.set(document, found);
  return found.has(schema);
}

function evaluatedOf(document: JsonObject): Set<JsonObject> {
  const objects = [...nodesOf(document)].flatMap(({ value }) => (isObject(value) ? [value] : []));
  // Where it leads is only known of a value.
  if (objects.some((each) => each["$dynamicRef"] !== undefined)) return new Set(objects);
  const found = new Set<JsonObject>();
  const ahead = objects
    .filter((each) => each["unevaluatedItems"] !== undefined || each["unevaluatedProperties"] !== undefined)
    .flatMap((each) => inSamePlace(document, each));
  for (const schema of ahead) {
    if (found.has(schema)) continue;
    found.add(schema);
    ahead.push(...inSamePlace(document, schema));
  }
  return found;
}

/** The schemas that a schema holds for the same value. */
function inSamePlace(document: JsonObject, schema: JsonObject): JsonObject[] {
  const { $ref: reference, dependentSchemas } = schema;
  const parts: (JsonValue | undefined)[] = [
    typeof reference === "string" ? valueAt(document, reference.slice(1)) : undefined,
    ...["allOf", "anyOf", "oneOf", "if", "then", "else", "not"].flatMap((name) => schema[name] ?? []),
    ...(isObject(dependentSchemas) ? Object.values(dependentSchemas) : []),
  ];
  return parts.filter(isObject);
}
