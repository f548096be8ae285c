import {
  type JudgedRequest,
  type Note,
  nearestName,
  type Operation,
  type Parameter,
  type ParameterValues,
  type Response,
  type Scenario,
  selectScenario,
} from "@workflow-api/contract";
import { isSuccess, responseFor } from "@workflow-api/contract/http";
import { isEqual, type JsonValue } from "@workflow-api/contract/json";
import { type Explanation, explain } from "../response/explanation.ts";
import type { ResponseSpec } from "../response/generator.ts";
import type { OtherFields } from "./open-question.ts";
import { documentedStatuses, type Rejection } from "./problem.ts";

/** The response to a request, and why. */
export interface Choice extends Omit<ResponseSpec, "mediaType" | "scenario"> {
  /** Its scenario is that of the response. */
  readonly explanation: Explanation;
  /** The fields of its body that answer an open question the other way. */
  readonly otherwise?: OtherFields | undefined;
}

/**
 * How the contract documents a refusal: by the first example, else by its schema. `undefined`: it
 * does not document it.
 */
export function chooseRefusal(operation: Operation, rejected: Rejection): Choice | undefined {
  const { violations } = rejected;
  const [documented] = documentedStatuses(rejected).flatMap((status) => {
    const response = responseFor(operation, status);
    return response === undefined ? [] : [{ response, status }];
  });
  if (documented === undefined) return undefined;
  const scenario = firstExample(documented.response);
  const parts = { operation: operation.operationId, scenario, violations };
  return { ...documented, explanation: explain("refused", parts) };
}

/** The lowest 2xx, otherwise the first, as in Prism. */
export function defaultResponse({ responses }: Operation): Response | undefined {
  return responses.find(({ isSuccess }) => isSuccess) ?? responses[0];
}

/** The first example of a response. `undefined`: it has none. */
export function firstExample({ content, undescribed }: Response): string | undefined {
  return [...content, ...undescribed].flatMap(({ examples }) => examples)[0]?.name;
}

/** The scenario that matches, or the default one. Without any, the response is generated. */
export function chooseScenario(
  operation: Operation,
  { body, values }: Pick<JudgedRequest, "body" | "values">,
): Choice {
  const { operationId } = operation;
  const { isMatch = false, scenario } = selectScenario(operation, values, body) ?? {};
  const response =
    scenario === undefined ? defaultResponse(operation) : responseFor(operation, scenario.status);
  if (response === undefined) throw new Error(`${operationId} has no response`);
  const shown = scenario?.name ?? firstExample(response);
  const found = isMatch ? "matched" : "default";
  const explanation = explain(shown === undefined ? "generated" : found, {
    operation: operationId,
    scenario: shown,
    ...(!isMatch && { nearest: nearestScenario(operation, values) }),
    notes: (shown === undefined ? ignoredValues : unknownValues)(operation, values),
  });
  return { response, status: scenario?.status ?? response.status, explanation };
}

/**
 * The scenario of a success with a value that was probably meant: `full: id is cage-txt, not
 * cage-text`. `undefined`: no value is near one. Another number is another value, and no typo.
 */
export function nearestScenario(operation: Operation, values: ParameterValues): string | undefined {
  for (const named of namedValues(operation)) {
    const found = nearestNamed(named, values.get(named.key));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The same for the value of one parameter. */
export function nearestNamed(
  { name, scenarios }: NamedValues,
  value: JsonValue | undefined,
): string | undefined {
  const sent = value === undefined ? "" : valueText(value);
  if (sent === "" || scenarios.has(sent)) return undefined;
  const near: string[] = [];
  for (const [each, { status }] of scenarios)
    if (isSuccess(status) && isNearly(each.length, sent.length)) near.push(each);
  const meant = near.length === 0 ? undefined : nearestName(sent, near);
  return meant === undefined || differInDigits(sent, meant)
    ? undefined
    : `${scenarios.get(meant)?.name}: ${name} is ${sent}, not ${meant}`;
}

/** Whether one string of a length could be a misspelling of another. */
function isNearly(length: number, other: number): boolean {
  return Math.abs(length - other) <= 3;
}

/** A parameter, and the scenarios that name a value of it, by that value. */
export interface NamedValues {
  readonly key: string;
  readonly name: string;
  readonly scenarios: ReadonlyMap<string, Scenario>;
}

/** The values that scenarios name, for each parameter. */
export function namedValues({ parameters, scenarios }: Operation): NamedValues[] {
  return parameters.map(({ key, name }) => {
    const naming = scenarios.filter(({ named }) => named.has(key));
    const named = naming.map((each) => [valueText(each.values.get(key)), each] as const);
    return { key, name, scenarios: new Map(named.toReversed()) };
  });
}

function differInDigits(one: string, other: string): boolean {
  return one.replaceAll(/\d/g, "") === other.replaceAll(/\d/g, "");
}

/** The query values that change nothing in a response that is generated. */
function ignoredValues(operation: Operation, values: ParameterValues): Note[] {
  return querySelectors(operation).flatMap(({ default: usual, key }) => {
    const value = values.get(key);
    if (value === undefined || isEqual(value, usual)) return [];
    return [
      {
        part: key,
        message: `is ${valueText(value)}, which changes nothing in a generated response`,
      },
    ];
  });
}

/** The query values that no scenario has, although successes have others. */
function unknownValues(operation: Operation, values: ParameterValues): Note[] {
  const { defaultScenario, scenarios } = operation;
  return querySelectors(operation).flatMap(({ key }) => {
    const value = values.get(key);
    const naming = scenarios.filter(({ named }) => named.has(key));
    const isNamed = naming.some((each) => isEqual(each.values.get(key), value));
    const successes = naming.filter(({ status }) => isSuccess(status));
    if (value === undefined || isNamed || successes.every((each) => each === defaultScenario))
      return [];
    const known = new Set(successes.map((each) => valueText(each.values.get(key))));
    const others = [...known].join(", ");
    const message = `is ${valueText(value)}, which no scenario has: they have ${others}`;
    return [{ part: key, message }];
  });
}

/** The query parameters but those whose values only add parts to the body. */
function querySelectors({ includes, parameters }: Operation): Parameter[] {
  return parameters.filter(
    ({ in: place, key }) =>
      place === "query" && !includes.some(({ parameter }) => parameter.key === key),
  );
}

/** A value as users write it. */
export function valueText(value: JsonValue | undefined): string {
  if (value === undefined) return "not sent";
  return typeof value === "string" ? value : JSON.stringify(value);
}
