import { isSuccess } from "../http.ts";
import { isWithin, once, uniqueBy } from "../json.ts";
import type { Example, Operation, Response, Scenario } from "../model.ts";
import type { OperationParts } from "../read/operations.ts";
import { type Input, inputsOf, sampleOf } from "./sample-request.ts";

/** A documented response, and the example of its body if it has one. */
type DocumentedExample = Pick<
  Scenario,
  "description" | "name" | "pointer" | "response" | "summary"
> & {
  readonly documented: Response;
  readonly example?: Example;
};

/**
 * Adds the scenarios of each operation: each example name that a parameter or the request body
 * shares with a response. A name on no response is that of the response without a body. The first
 * example of a 2xx is always a scenario, even if it names nothing.
 */
export function withScenarios(operations: readonly OperationParts[]): Operation[] {
  return operations.map((operation) => {
    const scenarios = scenariosOf(operation);
    const defaultScenario = scenarios.find(({ status }) => isSuccess(status));
    return { ...operation, scenarios, defaultScenario };
  });
}

function scenariosOf(operation: OperationParts): Scenario[] {
  const inputs = inputsOf(operation);
  const documented = documentedExamplesOf(operation);
  const names = new Set(inputs.flatMap(exampleNames));
  // Of the examples in several media types, the first one counts.
  const tied = uniqueBy(
    documented.filter(({ name }) => names.has(name)),
    ({ name }) => name,
  );
  const first = documented.filter((example) => example.documented.isSuccess).slice(0, 1);
  const untied = first.filter(({ name }) => !names.has(name));
  return [...untied, ...tied, ...bodilessOf(operation, inputs, documented)]
    .map((example) => scenarioOf(operation, inputs, example))
    .sort((a, b) => a.status - b.status);
}

function documentedExamplesOf({ responses }: OperationParts): DocumentedExample[] {
  return responses.flatMap((documented) =>
    documented.content.flatMap(({ examples, mediaType }) =>
      examples.map((example) => {
        const { description, name, pointer, summary, value: body } = example;
        const response = { mediaType, body };
        return { description, name, pointer, summary, documented, example, response };
      }),
    ),
  );
}

function exampleNames({ examples }: Input): string[] {
  return examples.map(({ name }) => name);
}

/**
 * The responses without a body, by names on no response: those of inputs in the operation itself,
 * since a name on a shared one may be meant for another operation. The first example of an input
 * stands for any value, so its name counts only if no 2xx has another.
 */
function bodilessOf(
  { pointer, responses }: OperationParts,
  inputs: readonly Input[],
  documented: readonly DocumentedExample[],
): DocumentedExample[] {
  const bodiless = responses.filter(({ content }) => content.length === 0);
  const [lowest] = bodiless;
  if (lowest === undefined) return [];
  const documentedNames = new Set(documented.map(({ name }) => name));
  const declared = inputs.filter((input) => isWithin(input.pointer, pointer)).flatMap(exampleNames);
  const free = [...new Set(declared)].filter((name) => !documentedNames.has(name));
  const deciding = free.filter((name) =>
    inputs.some((each) => exampleNames(each).indexOf(name) > 0),
  );
  const responseOf = (name: string): Response =>
    bodiless.find((each) => name.startsWith(String(statusOfExample(each, name)))) ?? lowest;
  const hasSuccess =
    responses.some(({ content, isSuccess }) => isSuccess && content.length > 0) ||
    deciding.some((name) => responseOf(name).isSuccess);
  const [spare = "success"] = free;
  const hasExamples =
    documentedNames.size > 0 || inputs.some(({ examples }) => examples.length > 0);
  const isSpared = lowest.isSuccess && !hasSuccess && hasExamples;
  return [...(isSpared ? [spare] : []), ...deciding].map((name) => {
    const found = responseOf(name);
    const details = { summary: found.description, description: "", pointer: found.pointer };
    return { name, ...details, documented: found, response: undefined };
  });
}

function scenarioOf(
  operation: OperationParts,
  inputs: readonly Input[],
  { documented, example, ...details }: DocumentedExample,
): Scenario {
  const { name } = details;
  // Most scenarios are never asked.
  const request = once(() => sampleOf(operation, { name, isNameFixed: true }));
  const violations = once(() => [
    ...request().violations,
    ...(example?.violations ?? []).map((each) => {
      return { ...each, part: "response", at: `${details.pointer}/value${each.pointer}` };
    }),
  ]);
  return {
    ...details,
    // A body that is not JSON is not read, so that it decides nothing.
    named: new Set(
      inputs
        .filter((each) => each.isMade !== false && exampleNames(each).includes(name))
        .map(({ key }) => key),
    ),
    status: statusOfExample(documented, name),
    get values() {
      return request().values;
    },
    get body() {
      return request().body;
    },
    get mediaType() {
      return request().mediaType;
    },
    get missing() {
      return request().missing;
    },
    get violations() {
      return violations();
    },
  };
}

/** The status of an example of a response: the one that its name begins with. */
function statusOfExample({ code, status }: Response, name: string): number {
  const [, prefix] = /^([1-5]\d\d)(?!\d)/.exec(name) ?? [];
  const isInRange = code === "default" || (code.endsWith("XX") && prefix?.[0] === code[0]);
  return prefix !== undefined && isInRange ? Number(prefix) : status;
}
