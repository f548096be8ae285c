import { isEqual } from "./is-equal.ts";
import type { JsonValue } from "./json.ts";
import type { Example, Parameter, RequestBody, Response, Scenario } from "./model.ts";
import { parameterKey } from "./read-parameter.ts";
import {
  answeredNames,
  claims,
  isOwn,
  isScenarioOf,
  namesNeeded,
  type ScenarioParts as Parts,
  takesNothing,
} from "./scenario-scope.ts";

/**
 * The scenarios of an operation: an example name that stands on its parameters (or request body) and on a response.
 * A name that stands on every parameter and on no response is that of the response without a body, if there is one.
 * An operation that takes nothing has its default alone: no request can choose another.
 * @param all The operations of the contract: a name that only one of them can mean is none of the others'.
 */
export function readScenarios(operation: Parts, all: readonly Parts[]): Scenario[] {
  const answered = operation.responses.flatMap((response) =>
    response.content.flatMap(({ mediaType, examples }) =>
      [...examples.values()]
        .filter(({ name }) => isScenarioOf(operation, response, name))
        .map((example) => createScenario(operation, example, { response, mediaType, body: example.value })),
    ),
  );
  const first = answered.filter(
    ({ name }, index) => answered.findIndex((other) => other.name === name) === index,
  );
  const order = (scenario: Scenario): number =>
    operation.responses.findIndex(({ status }) => status === scenario.responseKey);
  const scenarios = withoutEchoes(operation, [...first, ...bodiless(operation, all)]).sort(
    (a, b) => order(a) - order(b),
  );
  if (!takesNothing(operation)) return scenarios;
  const only = defaultScenario(scenarios) ?? scenarios[0];
  return scenarios.filter((scenario) => scenario === only);
}

/** What answers a request that no scenario matches: the first scenario of the lowest 2xx. */
export function defaultScenario(scenarios: readonly Scenario[]): Scenario | undefined {
  return successes(scenarios)[0];
}

/** The scenarios of the lowest 2xx that has any, in the contract's order. */
export function successes(scenarios: readonly Scenario[]): Scenario[] {
  const statuses = scenarios.map(({ status }) => status).filter((status) => status >= 200 && status < 300);
  const lowest = Math.min(...statuses);
  return scenarios.filter(({ status }) => status === lowest);
}

interface Answer {
  readonly response: Response;
  readonly mediaType: string | undefined;
  readonly body: JsonValue | undefined;
}

function createScenario(operation: Parts, example: Example, answer: Answer): Scenario {
  const { name, summary, description, pointer } = example;
  const responseKey = answer.response.status;
  return {
    name,
    summary,
    description,
    values: valuesOf(operation.parameters, name),
    body: bodyOf(operation.requestBody, name),
    responseKey,
    status: statusOf(responseKey),
    mediaType: answer.mediaType,
    response: answer.body,
    pointer,
  };
}

function bodiless(operation: Parts, all: readonly Parts[]): Scenario[] {
  const response = operation.responses.find(({ content }) => content.length === 0);
  if (response === undefined) return [];
  const [first, ...rest] = namesNeeded(operation);
  const taken = answeredNames(operation);
  return [...(first ?? [])]
    .filter((name) => !taken.has(name) && rest.every((names) => names.has(name)))
    .filter(
      (name) => isOwn(operation, name) || !all.some((other) => other !== operation && claims(other, name)),
    )
    .map((name) =>
      createScenario(
        operation,
        { name, summary: response.description, description: "", value: null, pointer: response.pointer },
        { response, mediaType: undefined, body: undefined },
      ),
    );
}

/**
 * Without the names of other operations that ask for what an earlier scenario asks for: parameters that several
 * operations share cannot tell whose name is whose, and no request could reach the later one.
 */
function withoutEchoes(operation: Parts, scenarios: readonly Scenario[]): Scenario[] {
  const echoes = (scenario: Scenario, earlier: readonly Scenario[]): boolean =>
    earlier.some(
      ({ values, body }) =>
        isEqual(Object.fromEntries(values), Object.fromEntries(scenario.values)) &&
        isEqual(body, scenario.body),
    );
  return scenarios.filter(
    (scenario, index) =>
      scenario.response !== undefined ||
      isOwn(operation, scenario.name) ||
      !echoes(scenario, scenarios.slice(0, index)),
  );
}

function valuesOf(parameters: readonly Parameter[], name: string): Map<string, JsonValue> {
  const values = new Map<string, JsonValue>();
  for (const parameter of parameters) {
    const value = parameter.examples.get(name);
    if (value !== undefined) values.set(parameterKey(parameter), value);
  }
  return values;
}

function bodyOf(requestBody: RequestBody | undefined, name: string): JsonValue | undefined {
  const media = requestBody?.content.find(({ examples }) => examples.has(name));
  return media?.examples.get(name)?.value;
}

/** The status that a response key is answered with: a range by its first, `default` as a server error. */
function statusOf(key: string): number {
  if (key === "default") return 500;
  return Number(key.replaceAll(/x/gi, "0"));
}
