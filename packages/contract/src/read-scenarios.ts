import type { JsonValue } from "./json.ts";
import type { Example, Operation, Parameter, RequestBody, Response, Scenario } from "./model.ts";
import { parameterKey } from "./read-parameter.ts";

type Parts = Pick<Operation, "parameters" | "requestBody" | "responses">;

/**
 * The scenarios of an operation: an example name that stands on its parameters (or request body) and on a response.
 * A name that stands on every parameter and on no response is that of the response without a body, if there is one.
 */
export function readScenarios(operation: Parts): Scenario[] {
  const answered = operation.responses.flatMap((response) =>
    response.content.flatMap(({ mediaType, examples }) =>
      [...examples.values()].flatMap((example) =>
        createScenario(operation, example, { response, mediaType, body: example.value }),
      ),
    ),
  );
  const first = answered.filter(
    ({ name }, index) => answered.findIndex((other) => other.name === name) === index,
  );
  const order = (scenario: Scenario): number =>
    operation.responses.findIndex(({ status }) => status === scenario.responseKey);
  return [...first, ...bodiless(operation, first)].sort((a, b) => order(a) - order(b));
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

function createScenario(operation: Parts, example: Example, answer: Answer): Scenario[] {
  const { name, summary, description, pointer } = example;
  const values = valuesOf(operation.parameters, name);
  const body = bodyOf(operation.requestBody, name);
  const fixesNothing = values.size === 0 && body === undefined;
  // A shared response carries the scenarios of other operations too: they are none of this one's.
  if (fixesNothing && (operation.parameters.length > 0 || operation.requestBody !== undefined)) return [];
  const responseKey = answer.response.status;
  return [
    {
      name,
      summary,
      description,
      values,
      body,
      responseKey,
      status: statusOf(responseKey),
      mediaType: answer.mediaType,
      response: answer.body,
      pointer,
    },
  ];
}

function bodiless(operation: Parts, answered: readonly Scenario[]): Scenario[] {
  const response = operation.responses.find(({ content }) => content.length === 0);
  const [first, ...rest] = operation.parameters;
  if (response === undefined || first === undefined) return [];
  const taken = new Set(
    operation.responses.flatMap(({ content }) => content.flatMap((media) => [...media.examples.keys()])),
  );
  for (const { name } of answered) taken.add(name);
  const shared = [...first.examples.keys()].filter(
    (name) => !taken.has(name) && rest.every(({ examples }) => examples.has(name)),
  );
  return shared.flatMap((name) =>
    createScenario(
      operation,
      { name, summary: response.description, description: "", value: null, pointer: response.pointer },
      { response, mediaType: undefined, body: undefined },
    ),
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
