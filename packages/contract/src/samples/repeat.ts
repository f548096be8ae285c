import type { JsonValue } from "../json.ts";

/** A list of the same item so many times. */
export function repeated(item: JsonValue, length: number): JsonValue[] {
  return Array.from({ length }, () => item);
}

/** A list of items like this one, no two of them the same where they are text or numbers. */
export function distinct(item: JsonValue, length: number): JsonValue[] {
  return Array.from({ length }, (_, index) => {
    if (typeof item === "string") return `${item}${index}`;
    return typeof item === "number" ? item + index : item;
  });
}
