import { isObject, type JsonValue } from "@workflow-api/contract";
import { sorted } from "./canonical-schema.ts";

/** A parameter of an operation, as far as scenarios look at it. */
interface ScenarioParameter {
  readonly key: string;
  readonly isIncludes: boolean;
  readonly values: ReadonlyMap<string, JsonValue>;
}

interface ScenarioResponse {
  readonly status: string;
  /** In the order of the contract. */
  readonly names: readonly string[];
}

/**
 * The values of the scenarios without those that change no answer. Where every scenario fixes every parameter and no two
 * fix the same, it is so that
 * - the default scenario answers what matches nothing, so it answers its own request whatever its values are; only which
 *   includes it covers is seen, not their order;
 * - a scenario that is no success tolerates any includes, so its own say nothing.
 */
export function scenarioValues(
  parameters: readonly ScenarioParameter[],
  responses: readonly ScenarioResponse[],
): JsonValue {
  const names = [...new Set(parameters.flatMap(({ values }) => [...values.keys()]))];
  const selecting = parameters.filter(({ isIncludes }) => !isIncludes);
  const fixed = names.map((name) => JSON.stringify(selecting.map(({ values }) => values.get(name) ?? null)));
  const isComplete = names.every((name) => parameters.every(({ values }) => values.has(name)));
  const isSimple = isComplete && new Set(fixed).size === fixed.length;
  const fallback = defaultName(responses);
  const told = parameters.map((parameter) => {
    const values = [...parameter.values].flatMap(([name, value]): [string, JsonValue][] => {
      if (!isSimple) return [[name, value]];
      if (parameter.isIncludes) return isSuccess(responses, name) ? [[name, asSet(value)]] : [];
      return name === fallback ? [] : [[name, value]];
    });
    return [parameter.key, sorted(Object.fromEntries(values))];
  });
  return told;
}

/** The first scenario of the lowest 2xx that has any. */
function defaultName(responses: readonly ScenarioResponse[]): string | undefined {
  const successes = responses.filter(({ status, names }) => status.startsWith("2") && names.length > 0);
  return successes.toSorted((a, b) => (a.status < b.status ? -1 : 1))[0]?.names[0];
}

function isSuccess(responses: readonly ScenarioResponse[], name: string): boolean {
  return responses.some(({ status, names }) => status.startsWith("2") && names.includes(name));
}

function asSet(value: JsonValue): JsonValue {
  return Array.isArray(value) ? [...new Set(value.map((item) => JSON.stringify(item)))].sort() : value;
}

/** The named examples of a parameter or media type. */
export function exampleValues(examples: JsonValue | undefined): Map<string, JsonValue> {
  const values = new Map<string, JsonValue>();
  if (!isObject(examples)) return values;
  for (const [name, example] of Object.entries(examples)) {
    const value = isObject(example) ? example["value"] : undefined;
    if (value !== undefined) values.set(name, value);
  }
  return values;
}
