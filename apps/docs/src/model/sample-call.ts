import { matchingStrings } from "@workflow-api/conformance/patterns";
import { createSampler } from "@workflow-api/conformance/sampler";
import {
  type Contract,
  type Operation,
  type Parameter,
  type ParameterValues,
  requestFor,
  type Scenario,
} from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";
import { sourceJson } from "./source-json.ts";

/** The values of a call, without credentials. */
export interface CallValues {
  readonly values: ParameterValues;
  /** The text of the body. `undefined`: none. */
  readonly body: string | undefined;
}

/** Makes values from schemas. `undefined`: none was found. */
export const sampler = createSampler({ matching: matchingStrings });

/** The call of an operation that has no scenario. `undefined`: no valid one was found. */
export function sampleCall(contract: Contract, operation: Operation): CallValues | undefined {
  return completed(contract, operation, { values: new Map(), body: undefined });
}

/** The call of a scenario. `undefined`: it would not get the response of its scenario. */
export function scenarioCall(
  contract: Contract,
  operation: Operation,
  { body, status, values }: Scenario,
): CallValues | undefined {
  if (status < 400) return completed(contract, operation, { values, body });
  // An error may be the response to an invalid request.
  return { values, body: bodyText(contract, operation, body) };
}

/**
 * A call with all required values: from the examples of the contract where it has some, else from
 * its schemas. `undefined`: no valid one was found.
 */
function completed(
  contract: Contract,
  operation: Operation,
  given: Pick<Scenario, "body" | "values">,
): CallValues | undefined {
  const values = new Map(given.values);
  for (const parameter of operation.parameters) {
    if (!parameter.required || values.has(parameter.key)) continue;
    const value = parameterValue(parameter);
    if (value !== undefined) values.set(parameter.key, value);
  }
  const body = given.body ?? sampleBody(operation);
  const { operation: reached, violations } = contract.judge(requestFor(operation, values, body));
  if (reached !== operation || violations.length > 0) return undefined;
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
