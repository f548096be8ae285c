import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import { sorted } from "./sorted.ts";

/** A parameter of an operation, as far as scenarios look at it. */
interface ScenarioParameter {
  readonly key: string;
  /** What each value adds to the answer where `x-includes` stands on the parameter; `undefined`: it does not. */
  readonly includes: JsonObject | undefined;
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
 * - of its includes a success tells which it covers, not in which order, nor by which parameter;
 * - one that whatever is asked for matches need not tell which where the first, which is the default, covers all; and
 *   that one need not where no other covers any;
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
  const including = parameters.flatMap(({ includes, values }) => (includes ? [{ includes, values }] : []));
  const covered = coverage(including, names, responses);
  const told = parameters.map(({ includes, key, values }) => {
    const own = [...values].filter(([name]) => names.includes(name));
    const kept =
      isSimple && includes !== undefined
        ? own.flatMap(([name]) => {
            const pointers = covered.get(name);
            return pointers === undefined ? [] : [[name, pointersIn(includes, pointers)] as const];
          })
        : own;
    return [key, sorted(Object.fromEntries(kept))];
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

interface Including {
  readonly includes: JsonObject;
  readonly values: ReadonlyMap<string, JsonValue>;
}

/** The pointers that each scenario covers by all parameters together, without the scenarios whose says nothing. */
function coverage(
  parameters: readonly Including[],
  names: readonly string[],
  responses: readonly ScenarioResponse[],
): Map<string, ReadonlySet<JsonValue>> {
  const first = responses.find((each) => each.status.startsWith("2") && each.names.length > 0)?.names[0];
  const all = new Map(
    names
      .filter((name) => isSuccess(responses, name))
      .map((name) => [
        name,
        new Set(parameters.flatMap(({ includes, values }) => addedBy(includes, values.get(name)))),
      ]),
  );
  const has = (name: string | undefined, { includes }: Including): boolean =>
    Object.values(includes).every((pointer) => all.get(name ?? "")?.has(pointer ?? null));
  const isTolerant = (name: string): boolean =>
    parameters.every((each) => !each.values.has(name) || has(name, each));
  const isDefaultAll = parameters.every((each) => has(first, each));
  const telling = [...all].filter(([name]) => name === first || !isDefaultAll || !isTolerant(name));
  const otherCovers = telling.some(([name, pointers]) => name !== first && pointers.size > 0);
  return new Map(telling.filter(([name]) => name !== first || otherCovers || !isTolerant(name)));
}

/** What a value of a parameter adds. */
function addedBy(includes: JsonObject, value: JsonValue | undefined): JsonValue[] {
  return [value ?? []].flat().flatMap((each) => includes[String(each)] ?? []);
}

/** Which of some pointers a parameter adds, in one order. */
function pointersIn(includes: JsonObject, pointers: ReadonlySet<JsonValue>): JsonValue[] {
  return [...new Set(Object.values(includes))]
    .flatMap((each) => (pointers.has(each ?? null) ? [each ?? null] : []))
    .sort();
}

/** A value as it is told from another on the wire, where types are lost. */
function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

function isSuccess(responses: readonly ScenarioResponse[], name: string): boolean {
  return responses.some(({ status, names }) => status.startsWith("2") && names.includes(name));
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
