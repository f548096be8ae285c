import type { JsonValue } from "./json.ts";
import type { Operation, Scenario } from "./model.ts";
import { parameterKey } from "./read-parameter.ts";

/**
 * The values of the parameters that a scenario sends, by {@link parameterKey}: those that it fixes, and a sample for each
 * required parameter that it leaves open.
 */
export function scenarioValues(
  { parameters }: Pick<Operation, "parameters">,
  { values }: Pick<Scenario, "values">,
): ReadonlyMap<string, JsonValue> {
  return new Map(
    parameters.flatMap((parameter) => {
      const key = parameterKey(parameter);
      const value = values.has(key) || !parameter.required ? values.get(key) : parameter.sample;
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}
