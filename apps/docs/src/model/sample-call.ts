import { matchingStrings } from "@workflow-api/conformance/patterns";
import { createSampler } from "@workflow-api/conformance/sampler";
import {
  type Contract,
  type Operation,
  requestFor,
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
  return (shape) => {
    const key = schemasKey(shape);
    if (key === "") return sampler.sample(shape);
    if (!made.has(key)) made.set(key, sampler.sample(shape));
    return made.get(key);
  };
}

/** Makes the body of a response. */
export const sampleResponse: Maker = createMaker();
const options = { make: createMaker() };

/** The call of an operation without a scenario. `undefined`: no valid one was found. */
export function sampleCall(contract: Contract, operation: Operation): SampleRequest | undefined {
  return validCall(contract, operation, sampleRequest(operation, undefined, options));
}

/** The call of the examples of one name. `undefined`: it is not valid. */
export function namedCall(
  contract: Contract,
  operation: Operation,
  name: string,
): SampleRequest | undefined {
  return validCall(contract, operation, sampleRequest(operation, { name }, options));
}

/** The call of a scenario. `undefined`: it would not get the response of its scenario. */
export function scenarioCall(
  contract: Contract,
  operation: Operation,
  scenario: Scenario,
): SampleRequest | undefined {
  const request = sampleRequest(operation, scenario, options);
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
