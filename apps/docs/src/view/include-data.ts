import {
  askedPointers,
  askFor,
  type Include,
  type JsonValue,
  type Operation,
  parameterKey,
  parsePointer,
  projectIncludes,
  serializeParameter,
} from "@workflow-api/contract";
import { includeLabel } from "./included.ts";

/** What the page needs to show what each combination of includes answers. */
export interface IncludeData {
  readonly body: JsonValue;
  readonly adds: Readonly<Record<string, readonly string[]>>;
  /** The query of each combination, by its labels joined with spaces. */
  readonly queries: Readonly<Record<string, string>>;
}

/** What can be switched on and off, and what is on at first. */
export interface IncludeSwitch {
  readonly label: string;
  /** The parameter, if it asks for one thing at a time. */
  readonly alone: string | undefined;
  readonly isOn: boolean;
}

/** The answer of the operation that shows the most of what can be included. `undefined`: nothing can be. */
export function includeData(operation: Operation): IncludeData | undefined {
  const { includes, scenarios } = operation;
  const fullest = scenarios
    .filter(({ status, response }) => /^2/.test(String(status)) && response !== undefined)
    .toSorted((one, other) => asked(operation, other.values) - asked(operation, one.values))[0];
  if (includes.length === 0 || fullest?.response === undefined) {
    return undefined;
  }
  const label = (include: Include): string => includeLabel(operation, include);
  const queries = combinations(includes).map((some): [string, string] => [
    some.map(label).join(" "),
    queryFor(operation, some),
  ]);
  return {
    body: fullest.response,
    adds: Object.fromEntries(includes.map((include) => [label(include), parsePointer(include.adds)])),
    queries: Object.fromEntries(queries),
  };
}

/** A switch for each value; at first as much is on as a request can ask for. */
export function includeSwitches(operation: Operation): IncludeSwitch[] {
  const { includes } = operation;
  return includes.map((include) => {
    const { name, shape } = include.parameter;
    const first = includes.find(({ parameter }) => parameter === include.parameter);
    const isList = shape === "array";
    return {
      label: includeLabel(operation, include),
      alone: isList ? undefined : name,
      isOn: isList || include === first,
    };
  });
}

/** The answer of {@link includeData} to what is on at first. */
export function firstBody(operation: Operation, { body }: IncludeData): JsonValue {
  const isOn = includeSwitches(operation).map((each) => each.isOn);
  const pointers = operation.includes.filter((_, index) => isOn[index]).map(({ adds }) => adds);
  return projectIncludes(operation.includes, pointers, body);
}

function queryFor(operation: Operation, some: readonly Include[]): string {
  const values = askFor(operation, new Map(), some);
  return operation.parameters
    .flatMap((parameter) => {
      const value = values.get(parameterKey(parameter));
      return value === undefined ? [] : [serializeParameter(parameter, value)];
    })
    .filter((pair) => pair !== "")
    .join("&");
}

/** How much is asked for by these values. */
function asked({ includes }: Operation, values: ReadonlyMap<string, JsonValue>): number {
  return askedPointers(includes, (parameter) => values.get(parameterKey(parameter))).length;
}

/** Every combination of up to six values: more would make the page heavy. */
function combinations(values: readonly Include[]): Include[][] {
  const [first, ...rest] = values.slice(0, 6);
  if (first === undefined) {
    return [[]];
  }
  const others = combinations(rest);
  return [...others, ...others.map((some) => [first, ...some])];
}
