import type { Contract, Example, MediaType, Operation } from "@workflow-api/contract";

/** The examples of an answer's body that are of no scenario: nothing else shows them. */
export function answerExamplesApart({ operations }: Contract, { shown }: MediaType): Example[] {
  const scenarios = operations.flatMap((operation) => operation.scenarios);
  return shown.filter(({ pointer }) => !scenarios.some((scenario) => scenario.pointer === pointer));
}

/** The examples of a request body that are of no scenario. One alone is what the samples send. */
export function requestExamplesApart({ requestBody, scenarios }: Operation, { shown }: MediaType): Example[] {
  const all = requestBody?.content.flatMap((media) => media.shown) ?? [];
  const isSample = scenarios.length === 0 && all.length === 1;
  return isSample ? [] : shown.filter(({ name }) => !scenarios.some((scenario) => scenario.name === name));
}
