import { matchingStrings } from "@workflow-api/conformance/patterns";
import { createSampler } from "@workflow-api/conformance/sampler";
import {
  type Contract,
  type Operation,
  type Parameter,
  type ParameterValues,
  requestFor,
  type Scenario,
  type Shape,
} from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";
import { sourceJson } from "./source-json.ts";

/** The values of a call, without credentials. */
export interface CallValues {
  readonly values: ParameterValues;
  /** The text of the body. `undefined`: none. */
  readonly body: string | undefined;
}

const sampler = createSampler({ matching: matchingStrings });

/**
 * The call of an operation that has no scenario: with its required values, from the examples of
 * the contract where it has some. `undefined`: no valid one was found.
 */
export function sampleCall(contract: Contract, operation: Operation): CallValues | undefined {
  const values = new Map<string, JsonValue>();
  for (const parameter of operation.parameters.filter(({ required }) => required)) {
    const value = parameterValue(parameter);
    if (value === undefined) return undefined;
    values.set(parameter.key, value);
  }
  const body = sampleBody(operation);
  if (!isValid(contract, operation, values, body)) return undefined;
  return { values, body: bodyText(contract, operation, body) };
}

/** The call of a scenario. `undefined`: it would not get the response of its scenario. */
export function scenarioCall(
  contract: Contract,
  operation: Operation,
  { body, status, values }: Scenario,
): CallValues | undefined {
  // An error may be the response to an invalid request.
  if (status < 400 && !isValid(contract, operation, values, body)) return undefined;
  return { values, body: bodyText(contract, operation, body) };
}

/** The text of a body, as the contract writes it if it is one of its examples. */
function bodyText(
  contract: Contract,
  { requestBody }: Operation,
  body: JsonValue | undefined,
): string | undefined {
  if (body === undefined) return undefined;
  const examples = requestBody?.content.flatMap((media) => media.examples) ?? [];
  const example = examples.find(({ value }) => value === body);
  return sourceJson(contract, body, `${example?.pointer}/value`);
}

function parameterValue({ examples, name, shape }: Parameter): JsonValue | undefined {
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1-$2").replaceAll("_", "-");
  const isAllowed = (value: JsonValue | undefined): boolean =>
    value !== undefined && value !== "" && shape.violations(value).length === 0;
  const candidates = [
    examples[0]?.value,
    shape.keyword("default"),
    shape.values?.[0],
    ...shape.keywordValues("examples").flat(),
    `your-${words.toLowerCase()}`,
  ];
  return candidates.find(isAllowed) ?? sampler.sample(shape);
}

function sampleBody({ requestBody }: Operation): JsonValue | undefined {
  const [media] = requestBody?.content ?? [];
  if (media === undefined || requestBody?.required !== true) return undefined;
  return media.examples[0]?.value ?? sampler.sample(media.shape);
}

function isValid(
  contract: Contract,
  operation: Operation,
  values: ParameterValues,
  body: JsonValue | undefined,
): boolean {
  const { operation: reached, violations } = contract.judge(requestFor(operation, values, body));
  return reached === operation && violations.length === 0;
}

/** An example of a body, made from its schema. `undefined`: none was found. */
export function sampleValue(shape: Shape): JsonValue | undefined {
  return sampler.sample(shape);
}
