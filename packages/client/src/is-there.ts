import { own } from "./parameters.ts";

/**
 * Whether a body has what stands at a path.
 *
 * @param path - Absent: it has.
 * @param name - What the path is known by.
 * @param nullable - The names of what may be null.
 */
export function isThere(
  data: unknown,
  path: readonly string[] | undefined,
  name = "",
  nullable: readonly string[] = [],
): boolean {
  let value = data;
  for (const key of path ?? []) {
    // A text has a length too. The empty name stands for the object itself.
    if (typeof value !== "object" || (!key && Array.isArray(value))) return false;
    if (key) value = own(Object(value), key);
  }
  return value === null ? nullable.includes(name) : value !== undefined;
}
