import { exampleValue } from "./example-value.ts";
import type { Contract, Operation, Scenario } from "./model.ts";
import { parameterKey } from "./read-parameter.ts";

/**
 * A request for the samples of an operation that has no scenario: what it requires, by what the contract shows of it,
 * else with placeholders. It is a scenario that nobody has named; which answer it gets is not known.
 */
export function exampleRequest({ resolve }: Contract, operation: Operation): Scenario {
  const { parameters, pointer, requestBody, responses } = operation;
  const media = requestBody?.content[0];
  const success = responses.find(({ status }) => /^2/.test(status)) ?? responses[0];
  const answer = success?.content[0];
  const required = parameters.filter((each) => each.required);
  return {
    name: "example",
    summary: "",
    description: "",
    values: new Map(
      required.map((each) => [parameterKey(each), each.sample ?? exampleValue(resolve, each, each.name)]),
    ),
    body: media && (media.shown[0]?.value ?? exampleValue(resolve, media, "body")),
    responseKey: success?.status ?? "default",
    status: Number(success?.status.replace(/XX$/i, "00")) || 200,
    mediaType: answer?.mediaType,
    response: answer && (answer.shown[0]?.value ?? null),
    pointer,
  };
}
