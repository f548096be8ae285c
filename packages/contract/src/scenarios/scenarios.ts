import { isSuccess, statusOfExample } from "../http.ts";
import { isEqual, isWithin, type JsonValue, uniqueBy } from "../json.ts";
import type {
  HttpRequest,
  Operation,
  Parameter,
  ParameterValues,
  Response,
  Scenario,
} from "../model.ts";
import type { OperationParts } from "../operations.ts";
import { requestFor } from "../request.ts";
import { askedIncludes, type IncludePart } from "./extensions.ts";

/** The named examples of a parameter or of the request body. */
interface Input {
  /** The key of the parameter, or `body`. */
  readonly key: string;
  readonly required: boolean;
  readonly pointer: string;
  readonly examples: ReadonlyMap<string, JsonValue>;
}

/** A documented response, and the example of its body if it has one. */
type Shown = Pick<Scenario, "description" | "name" | "pointer" | "response" | "summary"> & {
  readonly documented: Response;
};

/** What an operation says of its scenarios. */
interface Draft {
  readonly operation: OperationParts;
  readonly inputs: readonly Input[];
  readonly shown: readonly Shown[];
  /** The example names of the inputs that are written in the operation itself, not shared. */
  readonly own: ReadonlySet<string>;
}

/**
 * Adds the scenarios of each operation: each example name that a parameter or the request body
 * shares with a response. A name on no response is that of the response without a body. The first
 * example of a 2xx is always a scenario, even if it names nothing.
 */
export function withScenarios(operations: readonly OperationParts[]): Operation[] {
  const drafts = operations.map(draftOf);
  // Operations may share parameters, and with them the example names.
  const claimed = new Set(
    drafts.flatMap(({ own, shown }) => [...own, ...shown.map(({ name }) => name)]),
  );
  return drafts.map((draft) => {
    const scenarios = scenariosOf(draft, claimed);
    const unnamed = scenarios.find(({ named }) => named.size === 0);
    return { ...draft.operation, scenarios, defaultScenario: scenarios.find(succeeds) ?? unnamed };
  });
}

function draftOf(operation: OperationParts): Draft {
  const inputs = inputsOf(operation);
  const own = inputs.filter(({ pointer }) => isWithin(pointer, operation.pointer));
  return {
    operation,
    inputs,
    shown: operation.responses.flatMap((documented) =>
      documented.content.flatMap(({ examples, mediaType }) =>
        examples.map(({ value: body, ...example }) => ({
          ...example,
          documented,
          response: { mediaType, body },
        })),
      ),
    ),
    own: new Set(own.flatMap(({ examples }) => [...examples.keys()])),
  };
}

function inputsOf({ parameters, requestBody }: OperationParts): readonly Input[] {
  if (requestBody === undefined) return parameters;
  const { content, pointer, required } = requestBody;
  const named = uniqueBy(
    content.flatMap(({ examples }) => examples),
    ({ name }) => name,
  );
  const examples = new Map(named.map(({ name, value }) => [name, value]));
  return [...parameters, { key: "body", required, pointer, examples }];
}

function scenariosOf(draft: Draft, claimed: ReadonlySet<string>): Scenario[] {
  const { inputs, shown } = draft;
  const names = new Set(inputs.flatMap(({ examples }) => [...examples.keys()]));
  // Of the examples in several media types, the first one counts.
  const tied = uniqueBy(
    shown.filter(({ name }) => names.has(name)),
    ({ name }) => name,
  );
  const all = [...tied, ...bodilessOf(draft, names, claimed)];
  const any = all.length === 0 && inputs.length === 0 ? shown[0] : undefined;
  const first = shown.find(({ documented }) => documented.isSuccess) ?? any;
  if (first !== undefined && !tied.some(({ name }) => name === first.name)) all.unshift(first);
  return all
    .map((each) => scenarioOf(inputs, each))
    .sort((one, other) => one.status - other.status);
}

/**
 * The responses without a body, by names on no response. The first example of an input stands for
 * any value, so its name counts only if no 2xx has another.
 */
function bodilessOf(
  { inputs, operation: { responses }, own, shown }: Draft,
  names: ReadonlySet<string>,
  claimed: ReadonlySet<string>,
): Shown[] {
  const bodiless = responses.filter(({ content }) => content.length === 0);
  const [lowest] = bodiless;
  if (lowest === undefined) return [];
  const answered = new Set(shown.map(({ name }) => name));
  // A name on a shared part usually belongs to the other operation that uses it.
  const free = [...names].filter(
    (name) => !answered.has(name) && (own.has(name) || !claimed.has(name)),
  );
  const deciding = free.filter((name) =>
    inputs.some(({ examples }) => [...examples.keys()].indexOf(name) > 0),
  );
  const responseOf = (name: string): Response =>
    bodiless.find((each) => name.startsWith(String(statusOfExample(each, name)))) ?? lowest;
  const hasSuccess =
    responses.some(({ content, isSuccess }) => isSuccess && content.length > 0) ||
    deciding.some((name) => responseOf(name).isSuccess);
  // That of a shared part would say nothing of this operation.
  const [spare = "success"] = free.filter((name) => own.has(name));
  const isSpared = lowest.isSuccess && !hasSuccess && free.length + answered.size > 0;
  return [...(isSpared ? [spare] : []), ...deciding].map((name) => {
    const documented = responseOf(name);
    const { description: summary, pointer } = documented;
    return { name, summary, description: "", pointer, documented, response: undefined };
  });
}

function scenarioOf(inputs: readonly Input[], { documented, ...shown }: Shown): Scenario {
  const { name } = shown;
  const values = new Map<string, JsonValue>();
  for (const { examples, key, required } of inputs) {
    const value = examples.get(name) ?? (required ? [...examples.values()][0] : undefined);
    if (value !== undefined) values.set(key, value);
  }
  const body = values.get("body");
  values.delete("body");
  const named = new Set(inputs.filter(({ examples }) => examples.has(name)).map(({ key }) => key));
  return { ...shown, named, values, body, status: statusOfExample(documented, name) };
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
  // They are in the order of their statuses.
  return failures.length > 0 ? best.filter(({ status }) => status === best[0]?.status) : best;
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
