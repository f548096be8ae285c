import { isSuccess } from "../http.ts";
import { isEqual, type JsonValue } from "../json.ts";
import type { Parameter, ParameterValues, Scenario } from "../model.ts";
import type { IncludePart } from "./extensions.ts";

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
 * first scenario of the lowest 2xx.
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
  return defaultScenario && { scenario: defaultScenario, isMatch: false };
}

/**
 * The scenarios that match a request best, in the contract's order. A scenario matches a request
 * that has one of the values that it names and no other value in place of one: an optional
 * parameter that is not sent has its default, or else does not matter. So does a parameter with
 * `x-includes`, which selects parts of a body and no scenario. A scenario yields to one of which
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
  const isPruning = (key: string): boolean =>
    operation.includes.some(({ parameter }) => parameter.key === key);
  const named = [...scenario.named].filter((key) => !isPruning(key));
  const inputs = named.map((key) => {
    const parameter = operation.parameters.find((each) => each.key === key);
    const requestValue = key === "body" ? body : values.get(key);
    const value = requestValue ?? parameter?.default ?? (parameter?.isList ? [] : undefined);
    const expected = key === "body" ? scenario.body : scenario.values.get(key);
    const isFree = requestValue === undefined && parameter?.required === false;
    return { key, isFree, isEqual: isEqual(value, expected) };
  });
  const others = inputs.filter((input) => !input.isEqual);
  const equal = new Set(inputs.flatMap((input) => (input.isEqual ? [input.key] : [])));
  const isComplete = others.length === 0;
  const isMatch = isComplete || (equal.size > 0 && others.every(({ isFree }) => isFree));
  const isFailure = isComplete && !isSuccess(scenario.status);
  return isMatch ? { scenario, equal, isComplete, isFailure } : undefined;
}
