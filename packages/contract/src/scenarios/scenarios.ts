import { isEqual, type JsonValue } from "../json.ts";
import type { Example, HttpRequest, Operation, Response, Scenario } from "../model.ts";
import { requestFor } from "../wire.ts";
import { askedIncludes } from "./includes.ts";

type Values = ReadonlyMap<string, JsonValue>;

/** An operation before its scenarios are read. */
export type ScenarioParts = Pick<Operation, "parameters" | "requestBody" | "responses">;

/**
 * Named examples: what has a name is found without a look at the others, of which a shared
 * parameter may have many.
 */
type Names = Pick<ReadonlyMap<string, unknown>, "has" | "keys" | "size">;

/**
 * The scenarios of each operation: each example name that stands on a parameter or the request
 * body, and on a response. A name that stands on all of the former and on no response is that of
 * the response without a body.
 */
export function readScenarios(operations: readonly ScenarioParts[]): Scenario[][] {
  // Operations may share parameters, and then also the names on them.
  const answered = new Set(operations.flatMap(answeredNames));
  return operations.map((operation) => scenariosOf(operation, answered));
}

function scenariosOf(operation: ScenarioParts, answered: Names): Scenario[] {
  const { responses } = operation;
  const inputs = inputsOf(operation);
  const isNamed = (name: string): boolean =>
    inputs.length === 0 || inputs.some((names) => names.has(name));
  const withBody = responses.flatMap((response) =>
    response.content.flatMap(({ mediaType, examples }) =>
      examples
        .filter(({ name }) => isNamed(name))
        .map((example) =>
          scenarioOf(operation, example, response, { mediaType, body: example.value }),
        ),
    ),
  );
  // A scenario may have an example in each media type of its response: the first one is its
  // response.
  const names = withBody.map(({ name }) => name);
  const distinct = withBody.filter(({ name }, index) => names.indexOf(name) === index);
  const all = [...distinct, ...withoutBody(operation, inputs, answered)];
  all.sort((one, other) => one.status - other.status);
  // Nothing in a request without inputs could choose between them.
  return inputs.length === 0 ? [defaultOf(all) ?? all[0] ?? []].flat() : all;
}

/** What answers a request that no scenario matches: the first scenario of the lowest 2xx. */
export function defaultOf(scenarios: readonly Scenario[]): Scenario | undefined {
  return scenarios.find(isSuccess);
}

/** The named examples of each parameter and of the request body. */
function inputsOf({ parameters, requestBody }: ScenarioParts): Names[] {
  const ofBody = requestBody?.content.flatMap(({ examples }) => examples.map(({ name }) => name));
  return [
    ...parameters.map(({ examples }) => examples),
    ...(ofBody === undefined ? [] : [new Set(ofBody)]),
  ];
}

function answeredNames({ responses }: ScenarioParts): string[] {
  const content = responses.flatMap((response) => response.content);
  return content.flatMap(({ examples }) => examples.map(({ name }) => name));
}

function withoutBody(
  operation: ScenarioParts,
  inputs: readonly Names[],
  answered: Names,
): Scenario[] {
  const response = operation.responses.find(({ content }) => content.length === 0);
  const [fewest, ...rest] = inputs.toSorted((one, other) => one.size - other.size);
  if (response === undefined || fewest === undefined) return [];
  const withBody = new Set(answeredNames(operation));
  // A name on a shared part that some other operation answers is hardly one of this operation.
  const pointers = [
    ...operation.parameters.map((each) => each.parameterPointer),
    operation.requestBody?.pointer,
  ];
  const own = inputs.filter((_, index) => !pointers[index]?.startsWith("/components/"));
  return [...fewest.keys()]
    .filter((name) => !withBody.has(name) && rest.every((names) => names.has(name)))
    .filter((name) => !answered.has(name) || own.some((names) => names.has(name)))
    .map((name) => {
      const example = {
        name,
        summary: response.description,
        description: "",
        pointer: response.pointer,
      };
      return scenarioOf(operation, example, response, undefined);
    });
}

function scenarioOf(
  { parameters, requestBody }: ScenarioParts,
  { name, summary, description, pointer }: Omit<Example, "value">,
  { status }: Response,
  response: Scenario["response"],
): Scenario {
  const values = parameters.flatMap(({ key, examples }) => {
    const value = examples.get(name);
    return value === undefined ? [] : [[key, value] as const];
  });
  const bodies = requestBody?.content.flatMap(({ examples }) => examples) ?? [];
  const body = bodies.find((example) => example.name === name)?.value;
  return { name, summary, description, values: new Map(values), body, status, response, pointer };
}

/** The request that a scenario describes, without credentials. */
export function scenarioRequest(operation: Operation, { values, body }: Scenario): HttpRequest {
  return requestFor(operation, values, body);
}

/** Of an operation, what selects among its scenarios. */
type Choices = Pick<Operation, "parameters" | "includes" | "scenarios" | "defaultScenario">;

/** The scenario that answers a request. */
export interface Selection {
  readonly scenario: Scenario;
  /** Whether the request matches it; otherwise it is the operation's default. */
  readonly isMatch: boolean;
}

/**
 * Selects the scenario that answers a request of an operation.
 *
 * A scenario matches a request whose parameters equal all of its values. A parameter with
 * `x-includes` prunes rather than selects: a 2xx scenario also matches a request that asks for no
 * more than it does itself, any other scenario one that asks for anything. The scenario that fixes
 * the most values wins; among equals the one whose body is the request's. What no scenario matches
 * gets the first scenario of the lowest 2xx that has all that is asked for.
 *
 * @param values - The values of the request's parameters, by their keys.
 * @returns `undefined`: the operation has no scenario to give.
 */
export function selectScenario(
  operation: Choices,
  values: ReadonlyMap<string, JsonValue>,
  body: JsonValue | undefined,
): Selection | undefined {
  const ranked = operation.scenarios
    .map((scenario) => ({ scenario, fixed: equalValues(operation, scenario, values) }))
    .filter(({ fixed }) => fixed >= 0);
  const most = Math.max(...ranked.map(({ fixed }) => fixed));
  const best = ranked.filter(({ fixed }) => fixed === most).map(({ scenario }) => scenario);
  const match =
    best.find((scenario) => scenario.body !== undefined && isEqual(scenario.body, body)) ??
    (best.length === 1 ? best[0] : best.find((scenario) => scenario.body === undefined));
  if (match !== undefined) return { scenario: match, isMatch: true };
  const { defaultScenario } = operation;
  const successes = operation.scenarios.filter(({ status }) => status === defaultScenario?.status);
  const fallback =
    successes.find((scenario) => covers(operation, scenario, values)) ?? defaultScenario;
  return fallback && { scenario: fallback, isMatch: false };
}

/** How many values of a scenario a request has; -1 if it contradicts one. */
function equalValues(operation: Choices, scenario: Scenario, values: Values): number {
  let equal = 0;
  for (const [key, expected] of scenario.values) {
    const parameter = operation.parameters.find((each) => each.key === key);
    const isPruning = operation.includes.some((include) => include.parameter.key === key);
    // A list that is not sent is an empty one.
    if (isEqual(values.get(key) ?? (parameter?.isList ? [] : undefined), expected)) equal++;
    else if (!isPruning || (isSuccess(scenario) && !covers(operation, scenario, values))) return -1;
  }
  return equal;
}

function isSuccess({ status }: Scenario): boolean {
  return status >= 200 && status <= 299;
}

/** Whether a scenario asks for everything that a request asks for. */
function covers(operation: Choices, scenario: Scenario, values: Values): boolean {
  const own = askedIncludes(operation, scenario.values);
  return askedIncludes(operation, values).every(({ adds }) =>
    own.some((include) => include.adds === adds),
  );
}
