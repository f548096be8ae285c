import type { JsonObject, JsonValue } from "@workflow-api/contract";

/** An object with its members in the order of their names. */
export function sorted(object: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The order of values by their JSON texts. */
export function byText(one: JsonValue, other: JsonValue): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
