import type { Contract, JsonValue, Operation, Parameter, Scenario } from "@workflow-api/contract";
import { parameterKey } from "@workflow-api/contract";
import { exampleValue } from "./example-value.ts";

/**
 * A request for the samples of an operation that has no scenario: what it requires, by what the contract shows of it,
 * else with placeholders. It is a scenario that nobody has named; which answer it gets is not known.
 */
export function exampleRequest(contract: Contract, operation: Operation): Scenario {
  const { parameters, requestBody, responses, pointer } = operation;
  const media = requestBody?.content[0];
  const success = responses.find(({ status }) => /^2/.test(status)) ?? responses[0];
  const answer = success?.content[0];
  const given = (parameter: Parameter): JsonValue =>
    parameter.sample ?? exampleValue(contract, parameter, parameter.name);
  return {
    name: "example",
    summary: "",
    description: "",
    values: new Map(
      parameters.filter(({ required }) => required).map((each) => [parameterKey(each), given(each)]),
    ),
    body: media === undefined ? undefined : (media.shown[0]?.value ?? exampleValue(contract, media, "body")),
    responseKey: success?.status ?? "default",
    status: Number(success?.status.replace(/XX$/i, "00")) || 200,
    mediaType: answer?.mediaType,
    response: answer === undefined ? undefined : (answer.shown[0]?.value ?? null),
    pointer,
  };
}
