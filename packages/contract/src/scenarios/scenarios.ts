import { isSuccess, statusOfExample } from "../http.ts";
import { isEqual, isWithin, type JsonValue } from "../json.ts";
import type {
  Example,
  HttpRequest,
  Operation,
  Parameter,
  ParameterValues,
  Response,
  Scenario,
} from "../model.ts";
import { requestFor } from "../request.ts";
import { askedIncludes, type IncludePart } from "./extensions.ts";

/** An operation before its scenarios are read. */
export type ScenarioParts = Pick<Operation, "parameters" | "pointer" | "requestBody" | "responses">;

/** The named examples of a parameter or of the request body. */
interface Input {
  /** The key of the parameter, or `body`. */
  readonly key: string;
  readonly required: boolean;
  readonly pointer: string;
  readonly examples: ReadonlyMap<string, JsonValue>;
}

/**
 * The scenarios of each operation: each example name that a parameter or the request body shares
 * with a response. A name on no response is that of the response without a body. The first example
 * of a 2xx is always a scenario, even if it names nothing.
 */
export function readScenarios(operations: readonly ScenarioParts[]): Scenario[][] {
  // Operations may share parameters, and with them the example names.
  const claimed = new Set(
    operations.flatMap((operation) => [
      ...examplesOf(operation.responses).map(({ example }) => example.name),
      ...inputsOf(operation).flatMap((input) =>
        isOwn(operation, input) ? [...input.examples.keys()] : [],
      ),
    ]),
  );
  return operations.map((operation) => scenariosOf(operation, claimed));
}

function scenariosOf(operation: ScenarioParts, claimed: ReadonlySet<string>): Scenario[] {
  const { responses } = operation;
  const inputs = inputsOf(operation);
  const names = new Set(inputs.flatMap(({ examples }) => [...examples.keys()]));
  const found = new Map<string, Scenario>();
  // Of the examples in several media types, the first one counts.
  for (const { example, response, mediaType } of examplesOf(responses))
    if (names.has(example.name) && !found.has(example.name))
      found.set(
        example.name,
        scenarioOf(inputs, example, response, { mediaType, body: example.value }),
      );
  const all = [...found.values(), ...bodilessScenarios(operation, inputs, names, claimed)];
  const [success] = examplesOf(responses.filter(succeeds));
  const any = all.length === 0 && inputs.length === 0 ? examplesOf(responses)[0] : undefined;
  const first = success ?? any;
  if (first !== undefined && !found.has(first.example.name)) {
    const { example, mediaType, response } = first;
    all.unshift(scenarioOf(inputs, example, response, { mediaType, body: example.value }));
  }
  return all.sort((one, other) => one.status - other.status);
}

/** The response to a request that matches no scenario: the first scenario of the lowest 2xx. */
export function defaultOf(scenarios: readonly Scenario[]): Scenario | undefined {
  return scenarios.find(succeeds) ?? scenarios.find(({ named }) => named.size === 0);
}

function inputsOf({ parameters, requestBody }: ScenarioParts): readonly Input[] {
  if (requestBody === undefined) return parameters;
  const bodies = new Map<string, JsonValue>();
  for (const { name, value } of requestBody.content.flatMap(({ examples }) => examples))
    if (!bodies.has(name)) bodies.set(name, value);
  const { pointer, required } = requestBody;
  return [...parameters, { key: "body", required, pointer, examples: bodies }];
}

/** Whether an input is written in the operation itself, not shared. */
function isOwn(operation: ScenarioParts, { pointer }: Input): boolean {
  return isWithin(pointer, operation.pointer);
}

interface ResponseExample {
  readonly example: Example;
  readonly response: Response;
  readonly mediaType: string;
}

function examplesOf(responses: readonly Response[]): ResponseExample[] {
  return responses.flatMap((response) =>
    response.content.flatMap(({ mediaType, examples }) =>
      examples.map((example) => ({ example, response, mediaType })),
    ),
  );
}

/**
 * The scenarios of the responses without a body: names on no response. The first example of an
 * input stands for any value, so its name counts only if no 2xx has another.
 */
function bodilessScenarios(
  operation: ScenarioParts,
  inputs: readonly Input[],
  names: ReadonlySet<string>,
  claimed: ReadonlySet<string>,
): Scenario[] {
  const bodiless = operation.responses.filter(({ content }) => content.length === 0);
  const [lowest] = bodiless;
  if (lowest === undefined) return [];
  const answered = new Set(examplesOf(operation.responses).map(({ example }) => example.name));
  const own = new Set(
    inputs.flatMap((input) => (isOwn(operation, input) ? [...input.examples.keys()] : [])),
  );
  // A name on a shared part usually belongs to the other operation that uses it.
  const free = [...names].filter(
    (name) => !answered.has(name) && (own.has(name) || !claimed.has(name)),
  );
  const deciding = free.filter((name) =>
    inputs.some(({ examples }) => examples.has(name) && [...examples.keys()][0] !== name),
  );
  const responseOf = (name: string): Response =>
    bodiless.find((each) => name.startsWith(String(statusOfExample(each, name)))) ?? lowest;
  const hasSuccess =
    operation.responses.some((response) => succeeds(response) && response.content.length > 0) ||
    deciding.some((name) => succeeds(responseOf(name)));
  const spare = [...free.filter((name) => own.has(name)), ...free].slice(0, 1);
  return [...(succeeds(lowest) && !hasSuccess ? spare : []), ...deciding].map((name) => {
    const response = responseOf(name);
    const { description: summary, pointer } = response;
    return scenarioOf(inputs, { name, summary, description: "", pointer }, response, undefined);
  });
}

function scenarioOf(
  inputs: readonly Input[],
  { name, summary, description, pointer }: Omit<Example, "value">,
  documented: Response,
  response: Scenario["response"],
): Scenario {
  const values = new Map<string, JsonValue>();
  for (const { examples, key, required } of inputs) {
    const value = examples.get(name) ?? (required ? [...examples.values()][0] : undefined);
    if (value !== undefined) values.set(key, value);
  }
  const body = values.get("body");
  values.delete("body");
  const named = new Set(inputs.filter(({ examples }) => examples.has(name)).map(({ key }) => key));
  const status = statusOfExample(documented, name);
  return { name, summary, description, named, values, body, status, response, pointer };
}

/** The request of a scenario, without credentials. */
export function scenarioRequest(operation: Operation, { values, body }: Scenario): HttpRequest {
  return requestFor(operation, values, body);
}

/** The part of an operation that selects among its scenarios. */
type Choices = Pick<Operation, "scenarios" | "defaultScenario"> & {
  readonly includes: readonly IncludePart[];
  readonly parameters: readonly Pick<Parameter, "key" | "isList">[];
};

/** The scenario selected by a request. */
export interface Selection {
  readonly scenario: Scenario;
  /** Whether the request matches it; otherwise it is the default. */
  readonly isMatch: boolean;
}

/**
 * Selects the scenario for a request: the first of {@link bestScenarios}. If none matches, the
 * first scenario of the lowest 2xx that has all that is asked for.
 *
 * @param values - The values of the request's parameters, by their keys.
 * @returns `undefined`: the operation has no scenario to give.
 */
export function selectScenario(
  operation: Choices,
  values: ParameterValues,
  body: JsonValue | undefined,
): Selection | undefined {
  const [match] = bestScenarios(operation, values, body);
  if (match !== undefined) return { scenario: match, isMatch: true };
  const { defaultScenario } = operation;
  const successes = operation.scenarios.filter(({ status }) => status === defaultScenario?.status);
  const fallback =
    successes.find((scenario) => covers(operation, scenario, values)) ?? defaultScenario;
  return fallback && { scenario: fallback, isMatch: false };
}

/**
 * The scenarios that match a request best, in the contract's order; at most one if the contract
 * passes the lint. A scenario matches a request that has all of the values that it names. A
 * parameter with `x-includes` prunes rather than selects: a 2xx scenario matches a request for no
 * more includes than its own, any other scenario matches whatever is asked for. A scenario yields
 * to one that names the same and more. Among the rest, failures come before successes; then the one
 * with the most values wins; then, among failures, the lowest status.
 */
export function bestScenarios(
  operation: Choices,
  values: ParameterValues,
  body: JsonValue | undefined,
): Scenario[] {
  const matching = operation.scenarios.flatMap((scenario) => {
    const equal = equalParts(operation, scenario, values, body);
    return equal === undefined ? [] : [{ scenario, equal }];
  });
  const specific = matching.filter(
    ({ equal }) =>
      !matching.some(
        (other) => other.equal.size > equal.size && [...equal].every((key) => other.equal.has(key)),
      ),
  );
  const failures = specific.filter(({ scenario }) => !succeeds(scenario));
  const left = failures.length > 0 ? failures : specific;
  const most = Math.max(...left.map(({ equal }) => equal.size));
  const best = left.filter(({ equal }) => equal.size === most).map(({ scenario }) => scenario);
  const lowest = Math.min(...best.map(({ status }) => status));
  return failures.length > 0 ? best.filter(({ status }) => status === lowest) : best;
}

/**
 * The named values of a scenario that a request has. `undefined`: the request contradicts the
 * scenario.
 */
function equalParts(
  operation: Choices,
  scenario: Scenario,
  values: ParameterValues,
  body: JsonValue | undefined,
): ReadonlySet<string> | undefined {
  const equal = new Set<string>();
  for (const key of scenario.named) {
    const parameter = operation.parameters.find((each) => each.key === key);
    // An omitted list is an empty one.
    const sent = key === "body" ? body : (values.get(key) ?? (parameter?.isList ? [] : undefined));
    const expected = key === "body" ? scenario.body : scenario.values.get(key);
    const isPruning = operation.includes.some((include) => include.parameter.key === key);
    if (isEqual(sent, expected)) equal.add(key);
    else if (!isPruning) return undefined;
  }
  return succeeds(scenario) && !covers(operation, scenario, values) ? undefined : equal;
}

function succeeds({ status }: Pick<Scenario, "status">): boolean {
  return isSuccess(status);
}

/** Whether a scenario has all the includes that a request asks for. */
function covers(operation: Choices, scenario: Scenario, values: ParameterValues): boolean {
  const own = askedIncludes(operation, scenario.values);
  return askedIncludes(operation, values).every(({ adds }) =>
    own.some((include) => include.adds === adds),
  );
}
