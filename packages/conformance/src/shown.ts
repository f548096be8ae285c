import type { JsonValue } from "@workflow-api/contract";

/** So many characters of a value are shown in a title. */
const most = 48;

/** A value for a title: itself if it is short, otherwise what it is like. */
export function shown(value: JsonValue): string {
  const text = JSON.stringify(value);
  if (text.length <= most) return text;
  if (typeof value === "string") return `a text of ${[...value].length} characters`;
  return Array.isArray(value) ? `a list of ${value.length} items` : `an object ${text.slice(0, most)}…`;
}
