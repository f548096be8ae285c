import type { JsonValue } from "@workflow-api/contract";

/** A value in a line of text: a string as it is, unless nobody would see it; anything else as JSON. */
export function valueText(value: JsonValue): string {
  return typeof value === "string" && value.trim() !== "" ? value : JSON.stringify(value);
}
