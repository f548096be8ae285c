import { isObject, type JsonValue } from "./json.ts";
import { parsePointer } from "./json-pointer.ts";
import type { Include, Parameter } from "./model.ts";

/**
 * What a request asks for by the values of its parameters: JSON Pointers into the 2xx body, each once.
 *
 * @param valueIn - The value of a parameter in the request, a list or not; nothing where it has none.
 */
export function askedPointers(
  includes: readonly Include[],
  valueIn: (parameter: Parameter) => unknown,
): string[] {
  return [...new Set(askedIncludes(includes, valueIn).map(({ adds }) => adds))];
}

/** Which of its includes a request asks for by the values of its parameters, as {@link askedPointers} takes them. */
export function askedIncludes(
  includes: readonly Include[],
  valueIn: (parameter: Parameter) => unknown,
): Include[] {
  return includes.filter(({ parameter, value }) =>
    [valueIn(parameter) ?? []].flat().map(String).includes(value),
  );
}

/**
 * The pointers of what a request does not ask for. What holds something that is asked for is asked for with it, so that
 * `maker.country` brings `maker`.
 *
 * @param asked - What it asks for, as {@link askedPointers} has it.
 */
export function unaskedPointers(includes: readonly Include[], asked: readonly string[]): string[] {
  const pointers = [...new Set(includes.map(({ adds }) => adds))];
  return pointers.filter(
    (pointer) => !asked.some((other) => other === pointer || other.startsWith(`${pointer}/`)),
  );
}

/**
 * A 2xx body without what was not asked for: the members that {@link unaskedPointers}
 * names are removed. The object that held it stays, empty or not. The body itself is not changed.
 */
export function projectIncludes(
  includes: readonly Include[],
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
