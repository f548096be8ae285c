import { isObject, type JsonValue } from "@workflow-api/contract";
import { sorted } from "./canonical-schema.ts";

/** A parameter of an operation, as far as scenarios look at it. */
interface ScenarioParameter {
  readonly key: string;
  /** The names that `x-includes` has; `undefined`: it does not stand on the parameter. */
  readonly includes: readonly string[] | undefined;
  readonly values: ReadonlyMap<string, JsonValue>;
}

interface ScenarioResponse {
  readonly status: string;
  /** In the order of the contract. */
  readonly names: readonly string[];
}

/**
 * The values of the scenarios without those that change no answer. Where any two scenarios contradict each other in a
 * parameter, a request matches one of them at most, so that
 * - the values that two scenarios fix are never counted against each other, and the body never decides;
 * - of its includes a success tells which it covers, not in which order; the first, which is the default, need not tell
 *   that it covers all where no other covers any;
 * - a scenario that is no success tolerates any includes, so its own say nothing.
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
  const selecting = parameters.filter(({ includes }) => includes === undefined);
  const contradict = (one: string, other: string): boolean =>
    selecting.some(
      ({ values }) =>
        values.has(one) && values.has(other) && textOf(values.get(one)) !== textOf(values.get(other)),
    );
  const isSimple = names.every((one, index) =>
    names.slice(index + 1).every((other) => contradict(one, other)),
  );
  const first = responses.find(({ names: own, status }) => status.startsWith("2") && own.length > 0)
    ?.names[0];
  const seen = (
    includes: ScenarioParameter["includes"],
    name: string,
    value: JsonValue,
  ): [string, JsonValue][] => {
    if (!isSimple || includes === undefined) return [[name, value]];
    const isAll = includes.every((each) => [value].flat().includes(each));
    const isSilent = isAll && name === first && !otherCovers;
    return isSuccess(responses, name) && !isSilent ? [[name, asSet(value)]] : [];
  };
  const otherCovers = parameters.some(
    ({ includes, values }) =>
      includes !== undefined &&
      [...values].some(
        ([name, value]) => name !== first && isSuccess(responses, name) && [value].flat().length > 0,
      ),
  );
  const told = parameters.map(({ includes, key, values }) => {
    const own = [...values].filter(([name]) => names.includes(name));
    return [key, sorted(Object.fromEntries(own.flatMap(([name, value]) => seen(includes, name, value))))];
  });
  return [isSimple, told];
}

/** A value as it is told from another on the wire, where types are lost. */
function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
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
