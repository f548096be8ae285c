import { isObject, type JsonValue } from "./json.ts";
import { parsePointer } from "./json-pointer.ts";
import type { Includes } from "./model.ts";

/**
 * A 2xx body without what was not asked for: for each value of the parameter that was not asked for, the member that
 * its pointer names is removed. The object that held it stays, empty or not. The body itself is not changed.
 */
export function projectIncludes(
  includes: Includes | undefined,
  asked: readonly string[],
  body: JsonValue,
): JsonValue {
  let projected = body;
  for (const [name, pointer] of includes?.adds ?? []) {
    if (!asked.includes(name)) projected = without(projected, parsePointer(pointer));
  }
  return projected;
}

function without(value: JsonValue, [token, ...rest]: readonly string[]): JsonValue {
  if (token === undefined) return value;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === token ? without(item, rest) : item));
  if (!isObject(value) || !Object.hasOwn(value, token)) return value;
  if (rest.length === 0) {
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== token));
  }
  const member = value[token];
  return member === undefined ? value : { ...value, [token]: without(member, rest) };
}
