import { isObject, type JsonValue } from "@workflow-api/contract";
import { sorted } from "./sorted.ts";

/** A parameter of an operation, as far as scenarios look at it. */
interface ScenarioParameter {
  readonly key: string;
  /** All that may be asked for where `x-includes` stands on the parameter; `undefined`: it does not. */
  readonly includes: readonly string[] | undefined;
  readonly values: ReadonlyMap<string, JsonValue>;
}

interface ScenarioResponse {
  readonly status: string;
  /** In the order of the contract. */
  readonly names: readonly string[];
}

/** What of an operation decides which scenarios it has. */
export interface ScenarioParts {
  readonly parameters: readonly ScenarioParameter[];
  /** The examples of the request body. */
  readonly body: { readonly isRequired: boolean; readonly names: readonly string[] } | undefined;
  readonly responses: readonly ScenarioResponse[];
}

/** What the scenarios of an operation come to. */
export interface ScenarioForm {
  /** Whether a request matches one scenario at most. */
  readonly isSimple: boolean;
  readonly names: readonly string[];
  /** Names that have a value and are no scenario: they may keep another operation from taking them for one. */
  readonly strays: readonly string[];
  readonly values: JsonValue;
}

/**
 * The values of the scenarios without those that change no answer. Where any two scenarios contradict each other in a
 * parameter, a request matches one of them at most, so that
 * - the values that two scenarios fix are never counted against each other, and the body never decides;
 * - of its includes a success tells which it covers, not in which order;
 * - one that covers all need not tell so where the first, which is the default, does; and that one need not where no
 *   other covers any;
 * - a scenario that is no success tolerates any includes, so its own say nothing.
 */
export function scenarioValues(parts: ScenarioParts): ScenarioForm {
  const { parameters, responses } = parts;
  const given = [...new Set(parameters.flatMap(({ values }) => [...values.keys()]))];
  // Of a body alone a name makes a scenario, too, which the mock tells by it.
  const bodied = (parts.body?.names ?? []).filter((name) => !given.includes(name) && isScenario(parts, name));
  const names = [...given.filter((name) => isScenario(parts, name)), ...bodied];
  const isSimple = names.every((one, index) =>
    names.slice(index + 1).every((other) => contradict(parameters, one, other)),
  );
  const told = parameters.map((parameter) => {
    const own = [...parameter.values].filter(([name]) => names.includes(name));
    const kept =
      isSimple && parameter.includes !== undefined ? coverage(parameter.includes, own, responses) : own;
    return [parameter.key, sorted(Object.fromEntries(kept))];
  });
  return {
    isSimple,
    names,
    strays: given.filter((name) => !names.includes(name)).sort(),
    values: [...told, bodied],
  };
}

/** A name that a response has; where one has no body, also a name that stands on all that a request has to hold. */
function isScenario({ body, parameters, responses }: ScenarioParts, name: string): boolean {
  if (responses.some(({ names }) => names.includes(name))) return true;
  const isSent = body === undefined || !body.isRequired || body.names.includes(name);
  return (
    responses.some(({ names }) => names.length === 0) &&
    isSent &&
    parameters.every(({ values }) => values.has(name))
  );
}

function contradict(parameters: readonly ScenarioParameter[], one: string, other: string): boolean {
  return parameters.some(
    ({ includes, values }) =>
      includes === undefined &&
      values.has(one) &&
      values.has(other) &&
      textOf(values.get(one)) !== textOf(values.get(other)),
  );
}

/** What the scenarios cover of the includes, without what says nothing. */
function coverage(
  includes: readonly string[],
  own: readonly (readonly [string, JsonValue])[],
  responses: readonly ScenarioResponse[],
): (readonly [string, JsonValue])[] {
  const first = responses.find(({ names, status }) => status.startsWith("2") && names.length > 0)?.names[0];
  const isAll = ([, value]: readonly [string, JsonValue]): boolean =>
    includes.every((each) => [value].flat().includes(each));
  const successes = own.filter(([name]) => isSuccess(responses, name));
  const isDefaultAll = successes.some((each) => each[0] === first && isAll(each));
  const telling = successes.filter((each) => each[0] === first || !isDefaultAll || !isAll(each));
  const otherCovers = telling.some(([name, value]) => name !== first && [value].flat().length > 0);
  return telling
    .filter((each) => each[0] !== first || otherCovers || !isAll(each))
    .map(([name, value]) => [name, asSet(value)]);
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
