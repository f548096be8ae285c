import { matchingStrings } from "@workflow-api/conformance/patterns";
import { createSampler } from "@workflow-api/conformance/sampler";
import {
  type Contract,
  type Operation,
  type Parameter,
  requestFor,
  type SampleOptions,
  type SampleRequest,
  type Scenario,
  type Shape,
  sampleRequest,
} from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";
import { schemasKey } from "./types.ts";

const sampler = createSampler({ matching: matchingStrings });

/** Makes a value that a shape allows. `undefined`: none was found. */
type Maker = (shape: Shape) => JsonValue | undefined;

/** Makes values of one direction. Many places refer to the same schema, which is made once. */
function createMaker(): Maker {
  const made = new Map<string, JsonValue | undefined>();
  const makeOf: Maker = (shape) => {
    const key = schemasKey(shape);
    if (key === "") return sampler.sample(shape);
    if (!made.has(key)) made.set(key, arrayOf(shape) ?? sampler.sample(shape));
    return made.get(key);
  };
  /** An array of one item that is made once for all. `undefined`: it is not valid, or no array. */
  const arrayOf: Maker = (shape) => {
    const isPlain = shape.types.join() === "array" && shape.unions.length === 0;
    if (!isPlain || shape.items.schemas.length === 0 || shape.samples.length > 0) return undefined;
    const item = makeOf(shape.items);
    const value = item === undefined ? undefined : [item];
    return value !== undefined && shape.violations(value).length === 0 ? value : undefined;
  };
  return makeOf;
}

/** Makes the body of a response. */
export const sampleResponse: Maker = createMaker();
const make = createMaker();

/** How a sample is made. A body that is no JSON is a text, or a form of the fields of a schema. */
function optionsFor({ requestBody }: Operation): SampleOptions {
  const { content = [], undescribed = [] } = requestBody ?? {};
  const [media] = content.length > 0 ? [] : undescribed;
  if (media === undefined || media.examples.length > 0) return { make };
  const isForm = /^(multipart\/|application\/x-www-form-urlencoded)/i.test(media.mediaType);
  const isKnown = media.shape.types.includes(isForm ? "object" : "string");
  const body = isKnown && media.shape.schemas.length > 0 ? make(media.shape) : undefined;
  return { make, ...(body !== undefined && { known: new Map([["body", body]]) }) };
}

/** The call of an operation without a scenario. `undefined`: no valid one was found. */
export function sampleCall(contract: Contract, operation: Operation): SampleRequest | undefined {
  return validCall(contract, operation, sampleRequest(operation, undefined, optionsFor(operation)));
}

/** The value of a parameter in a sample of any operation. `undefined`: none was found. */
export function sampleValue(parameter: Parameter): JsonValue | undefined {
  const parts = { defaultScenario: undefined, parameters: [parameter], requestBody: undefined };
  return sampleRequest(parts, undefined, { make }).values.get(parameter.key);
}

/** The call of the examples of one name. `undefined`: it is not valid. */
export function namedCall(
  contract: Contract,
  operation: Operation,
  name: string,
): SampleRequest | undefined {
  return validCall(contract, operation, sampleRequest(operation, { name }, optionsFor(operation)));
}

/** The call of a scenario. `undefined`: it would not get the response of its scenario. */
export function scenarioCall(
  contract: Contract,
  operation: Operation,
  scenario: Scenario,
): SampleRequest | undefined {
  const request = sampleRequest(operation, scenario, optionsFor(operation));
  // An error may be the response to an invalid request.
  return scenario.status < 400 ? validCall(contract, operation, request) : request;
}

function validCall(
  contract: Contract,
  operation: Operation,
  request: SampleRequest,
): SampleRequest | undefined {
  const { body, mediaType, values } = request;
  const judged = contract.judge(requestFor(operation, values, body, mediaType));
  return judged.operation === operation && judged.violations.length === 0 ? request : undefined;
}
