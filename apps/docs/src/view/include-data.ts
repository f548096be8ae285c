import {
  type JsonValue,
  type Operation,
  parameterKey,
  parsePointer,
  type Scenario,
  serializeParameter,
} from "@workflow-api/contract";

/** What the page needs to show what each combination of includes answers. */
export interface IncludeData {
  readonly body: JsonValue;
  readonly adds: Readonly<Record<string, readonly string[]>>;
  /** The query of each combination, by its values joined with spaces. */
  readonly queries: Readonly<Record<string, string>>;
}

/** The answer of the operation that shows the most of what can be included. `undefined`: nothing can be. */
export function includeData(operation: Operation): IncludeData | undefined {
  const parameter = operation.parameters.find(({ name }) => name === operation.includes?.parameter);
  const fullest = operation.scenarios
    .filter(({ status, response }) => /^2/.test(String(status)) && response !== undefined)
    .toSorted((one, other) => asked(operation, other).length - asked(operation, one).length)[0];
  if (parameter === undefined || fullest?.response === undefined) {
    return undefined;
  }
  const adds = [...(operation.includes?.adds ?? [])];
  const names = adds.map(([name]) => name);
  const queries = combinations(names).map((values): [string, string] => [
    values.join(" "),
    values.length === 0
      ? ""
      : serializeParameter(parameter, parameter.shape === "array" ? values : values.join(",")),
  ]);
  return {
    body: fullest.response,
    adds: Object.fromEntries(adds.map(([name, pointer]) => [name, parsePointer(pointer)])),
    queries: Object.fromEntries(queries),
  };
}

function asked({ parameters, includes }: Operation, scenario: Scenario): readonly JsonValue[] {
  const parameter = parameters.find(({ name }) => name === includes?.parameter);
  return parameter === undefined ? [] : [scenario.values.get(parameterKey(parameter)) ?? []].flat();
}

/** Every combination of up to six values: more would make the page heavy. */
function combinations(values: readonly string[]): string[][] {
  const [first, ...rest] = values.slice(0, 6);
  if (first === undefined) {
    return [[]];
  }
  const others = combinations(rest);
  return [...others, ...others.map((some) => [first, ...some])];
}
