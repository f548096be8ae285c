import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { valueAt } from "./json-pointer.ts";

/** Keywords whose schemas all hold for the value that their own schema holds for. */
export const certainly = ["allOf"] as const;

/** The same, with those of which some do. */
export const possibly = ["allOf", "anyOf", "oneOf", "then", "else"] as const;

/** A schema, and those that hold for the same value by these keywords and by references. */
export function schemasInPlace(
  document: JsonObject,
  schema: JsonValue | undefined,
  keywords: readonly string[],
): JsonObject[] {
  const found = new Set<JsonObject>();
  const visit = (each: JsonValue | undefined): void => {
    if (!isObject(each) || found.has(each)) return;
    found.add(each);
    visit(targetOf(document, each));
    for (const keyword of keywords) for (const part of [each[keyword] ?? []].flat()) visit(part);
  };
  visit(schema);
  return [...found];
}

/** What a schema refers to inside its document. */
export function targetOf(document: JsonObject, { $ref: reference }: JsonObject): JsonValue | undefined {
  return typeof reference === "string" && reference.startsWith("#/")
    ? valueAt(document, reference.slice(1))
    : undefined;
}
