import { isSuccess } from "../http.ts";
import { isEqual, type JsonValue } from "../json.ts";
import type { Parameter, ParameterValues, Scenario } from "../model.ts";
import { askedIncludes, type IncludePart } from "./extensions.ts";

// Which scenario a request gets.

/** The part of a scenario that a request is compared with. */
type SelectableScenario = Pick<Scenario, "body" | "named" | "status" | "values">;

/** The part of an operation that selects among its scenarios. */
interface Choices<Each extends SelectableScenario> {
  readonly scenarios: readonly Each[];
  readonly defaultScenario: Each | undefined;
  readonly includes: readonly IncludePart[];
  readonly parameters: readonly Pick<Parameter, "default" | "isList" | "key" | "required">[];
}

/** The scenario selected by a request. */
export interface Selection<Each extends SelectableScenario = Scenario> {
  readonly scenario: Each;
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
export function selectScenario<Each extends SelectableScenario>(
  operation: Choices<Each>,
  values: ParameterValues,
  body: JsonValue | undefined,
): Selection<Each> | undefined {
  const [match] = bestScenarios(operation, values, body);
  if (match !== undefined) return { scenario: match, isMatch: true };
  const { defaultScenario } = operation;
  const successes = operation.scenarios.filter(({ status }) => status === defaultScenario?.status);
  const fallback =
    successes.find((scenario) => covers(operation, scenario, values)) ?? defaultScenario;
  return fallback && { scenario: fallback, isMatch: false };
}

/**
 * The scenarios that match a request best, in the contract's order. A scenario matches a request
 * that has one of the values that it names and no other value in place of one: an optional
 * parameter that is not sent has its default, or else does not matter. A parameter with
 * `x-includes` prunes rather than selects: a 2xx scenario matches a request for no more includes
 * than its own, any other scenario matches whatever is asked for. A scenario yields to one of which
 * the request has the same values and more. Among the rest, failures of which it has all values
 * come before the others; then the one with the most values wins, then one of which it has all
 * values; then, among failures, the lowest status.
 */
export function bestScenarios<Each extends SelectableScenario>(
  operation: Choices<Each>,
  values: ParameterValues,
  body: JsonValue | undefined,
): Each[] {
  const matching = operation.scenarios.flatMap(
    (scenario) => matchOf(operation, scenario, values, body) ?? [],
  );
  const [best, ...rest] = matching
    .filter((each) => !matching.some((other) => isMoreSpecific(other, each)))
    .sort(compareMatches);
  if (best === undefined) return [];
  const equals = rest.filter((each) => compareMatches(best, each) === 0);
  return [best, ...equals].map(({ scenario }) => scenario);
}

interface Match<Each> {
  readonly scenario: Each;
  /** The inputs of which the request has the value that the scenario names. */
  readonly equal: ReadonlySet<string>;
  /** Whether these are all. */
  readonly isComplete: boolean;
  /** Whether they are all, and it is a failure. */
  readonly isFailure: boolean;
}

function isMoreSpecific({ equal }: Match<unknown>, than: Match<unknown>): boolean {
  return equal.size > than.equal.size && [...than.equal].every((key) => equal.has(key));
}

/** The better one first. */
function compareMatches(a: Match<SelectableScenario>, b: Match<SelectableScenario>): number {
  return (
    Number(b.isFailure) - Number(a.isFailure) ||
    b.equal.size - a.equal.size ||
    Number(b.isComplete) - Number(a.isComplete) ||
    (a.isFailure ? a.scenario.status - b.scenario.status : 0)
  );
}

/** How a scenario matches a request. `undefined`: it does not. */
function matchOf<Each extends SelectableScenario>(
  operation: Choices<Each>,
  scenario: Each,
  values: ParameterValues,
  body: JsonValue | undefined,
): Match<Each> | undefined {
  const inputs = [...scenario.named].map((key) => {
    const parameter = operation.parameters.find((each) => each.key === key);
    const isPruning = operation.includes.some((include) => include.parameter.key === key);
    const given = key === "body" ? body : values.get(key);
    const value = given ?? parameter?.default ?? (parameter?.isList ? [] : undefined);
    const expected = key === "body" ? scenario.body : scenario.values.get(key);
    const isFree = given === undefined && parameter?.required === false;
    return { key, isPruning, isFree, isEqual: isEqual(value, expected) };
  });
  const deciding = inputs.filter((input) => !(input.isEqual || input.isPruning));
  const equal = new Set(inputs.flatMap((input) => (input.isEqual ? [input.key] : [])));
  const isComplete = deciding.length === 0;
  const isMatch = isComplete || (equal.size > 0 && deciding.every(({ isFree }) => isFree));
  const succeeds = isSuccess(scenario.status);
  if (!isMatch || (succeeds && !covers(operation, scenario, values))) return undefined;
  return { scenario, equal, isComplete, isFailure: isComplete && !succeeds };
}

/** Whether a scenario has all the includes that a request asks for. */
function covers(
  operation: Choices<SelectableScenario>,
  scenario: SelectableScenario,
  values: ParameterValues,
): boolean {
  const included = askedIncludes(operation, scenario.values);
  return askedIncludes(operation, values).every(({ adds }) =>
    included.some((include) => include.adds === adds),
  );
}
