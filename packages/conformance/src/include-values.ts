import type { Operation, Parameter, Scenario } from "@workflow-api/contract";
import { parameterKey } from "@workflow-api/contract";

/** With more values than this not every combination is tried, only none, each, all but each, and all. */
const mostFull = 5;

/** The combinations of values that are tried: all of them where they are few. */
export function subsetsOf(names: readonly string[]): string[][] {
  if (names.length > mostFull) {
    const each = names.map((name) => [name]);
    const allButEach = names.map((name) => names.filter((other) => other !== name));
    return [[], ...each, ...allButEach, [...names]];
  }
  const subsets: string[][] = [[]];
  for (const name of names) subsets.push(...subsets.map((subset) => [...subset, name]));
  return subsets;
}

/** The parameter that `x-includes` stands on. */
export function includesParameter({ includes, parameters }: Operation): Parameter | undefined {
  return parameters.find(({ in: place, name }) => place === "query" && name === includes?.parameter);
}

/** What a scenario's request asks to be included. */
export function askedBy(operation: Operation, scenario: Scenario): string[] {
  const parameter = includesParameter(operation);
  const value = parameter === undefined ? undefined : scenario.values.get(parameterKey(parameter));
  return value === undefined || value === null ? [] : [value].flat().map(String);
}

/** The scenario with another value of the `x-includes` parameter. */
export function withIncludes(operation: Operation, scenario: Scenario, asked: readonly string[]): Scenario {
  const parameter = includesParameter(operation);
  if (parameter === undefined) return scenario;
  const values = new Map(scenario.values);
  const [only] = asked;
  if (parameter.shape === "array") values.set(parameterKey(parameter), [...asked]);
  else if (only === undefined) values.delete(parameterKey(parameter));
  else values.set(parameterKey(parameter), only);
  return { ...scenario, values };
}
