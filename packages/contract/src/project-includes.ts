import { isObject, type JsonValue } from "./json.ts";
import { parsePointer } from "./json-pointer.ts";
import type { Includes } from "./model.ts";

/**
 * The pointers of what a request does not ask for. What holds something that is asked for is asked for with it, so that
 * `maker.country` brings `maker`.
 */
export function unaskedPointers(includes: Includes | undefined, asked: readonly string[]): string[] {
  const adds = [...(includes?.adds ?? [])];
  const wanted = adds.flatMap(([name, pointer]) => (asked.includes(name) ? [pointer] : []));
  return adds.flatMap(([, pointer]) =>
    wanted.some((other) => other === pointer || other.startsWith(`${pointer}/`)) ? [] : [pointer],
  );
}

/**
 * A 2xx body without what was not asked for: the members that {@link unaskedPointers}
 * names are removed. The object that held it stays, empty or not. The body itself is not changed.
 */
export function projectIncludes(
  includes: Includes | undefined,
  asked: readonly string[],
  body: JsonValue,
): JsonValue {
  return unaskedPointers(includes, asked).reduce(
    (projected, pointer) => without(projected, parsePointer(pointer)),
    body,
  );
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
