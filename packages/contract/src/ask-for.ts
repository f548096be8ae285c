import type { JsonValue } from "./json.ts";
import type { Include, Operation } from "./model.ts";
import { parameterKey } from "./read-parameter.ts";

/**
 * The values of a request that asks by `x-includes` for this and nothing else.
 *
 * @param values - Those of its other parameters too, by {@link parameterKey}.
 * @param asked - Of a parameter that is no list, the first counts.
 */
export function askFor(
  { includes }: Operation,
  values: ReadonlyMap<string, JsonValue>,
  asked: readonly Include[],
): Map<string, JsonValue> {
  const all = new Map(values);
  for (const parameter of new Set(includes.map((include) => include.parameter))) {
    const own = asked.filter((include) => include.parameter === parameter).map(({ typed }) => typed);
    const value = parameter.shape === "array" ? own : own[0];
    if (value === undefined) all.delete(parameterKey(parameter));
    else all.set(parameterKey(parameter), value);
  }
  return all;
}
