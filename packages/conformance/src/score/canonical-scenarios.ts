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
 * - a scenario that is no success tolerates any includes, so its own say nothing;
 * - no two scenarios are ever equal, so that the body of a request never decides.
 * @returns Whether it is so, and the values.
 */
export function scenarioValues(
  parameters: readonly ScenarioParameter[],
  responses: readonly ScenarioResponse[],
): readonly [isSimple: boolean, values: JsonValue] {
  const answered = new Set(responses.flatMap((response) => response.names));
  const hasBodiless = responses.some((response) => response.names.length === 0);
  const given = [...new Set(parameters.flatMap(({ values }) => [...values.keys()]))];
  const names = given.filter((name) => answered.has(name) || hasBodiless);
  const selecting = parameters.filter(({ isIncludes }) => !isIncludes);
  const fixed = names.map((name) => JSON.stringify(selecting.map(({ values }) => values.get(name) ?? null)));
  const fallback = defaultName(responses);
  const isComplete = names.every(
    (name) => name === fallback || parameters.every(({ values }) => values.has(name)),
  );
  const isSimple = isComplete && new Set(fixed).size === fixed.length;
  const seen = (isIncludes: boolean, name: string, value: JsonValue): [string, JsonValue][] => {
    if (!isSimple) return [[name, value]];
    if (isIncludes) return isSuccess(responses, name) ? [[name, asSet(value)]] : [];
    return name === fallback ? [] : [[name, value]];
  };
  const told = parameters.map(({ isIncludes, key, values }) => {
    const own = [...values].filter(([name]) => names.includes(name));
    return [key, sorted(Object.fromEntries(own.flatMap(([name, value]) => seen(isIncludes, name, value))))];
  });
  return [isSimple, told];
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
