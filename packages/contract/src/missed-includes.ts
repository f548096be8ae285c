import type { JsonValue } from "./json.ts";
import { valueAt } from "./json-pointer.ts";
import type { Include, MediaType, Parameter } from "./model.ts";
import { askedIncludes } from "./project-includes.ts";

/**
 * What a request asks for by the values of its parameters, and a body of success lacks: nothing is there, or null where
 * no schema says so. Of several that add the same, the first.
 *
 * @param valueIn - The value of a parameter in the request, a list or not; nothing where it has none.
 * @param media - The representation that the body is of: one that does not have what is asked for lacks nothing.
 */
export function missedIncludes(
  includes: readonly Include[],
  valueIn: (parameter: Parameter) => unknown,
  media: MediaType,
  body: JsonValue | undefined,
): Include[] {
  const missed = askedIncludes(includes, valueIn).filter(({ adds, bodies, isNullable }) => {
    const value = valueAt(body, adds);
    const isThere = value === null ? isNullable : value !== undefined;
    return !isThere && bodies.some(({ pointer }) => pointer === media.pointer);
  });
  return missed.filter(({ adds }, index) => index === missed.findIndex((other) => other.adds === adds));
}
