import { isSuccess } from "../http.ts";
import { isWithin, type JsonValue, uniqueBy } from "../json.ts";
import type { ExampleViolation, Operation, Parameter, Response, Scenario } from "../model.ts";
import type { OperationParts } from "../operations.ts";
import type { Shape } from "../shape.ts";

/** A parameter, or the request body, whose key is `body`. */
type Input = Pick<Parameter, "examples" | "key" | "pointer" | "required" | "shape">;

/** A documented response, and the example of its body if it has one. */
type DocumentedExample = Pick<
  Scenario,
  "description" | "name" | "pointer" | "response" | "summary"
> & {
  readonly documented: Response;
  readonly shape?: Shape;
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
  const names = new Set(inputs.flatMap(namesOf));
  // Of the examples in several media types, the first one counts.
  const tied = uniqueBy(
    documented.filter(({ name }) => names.has(name)),
    ({ name }) => name,
  );
  const first = documented.filter((example) => example.documented.isSuccess).slice(0, 1);
  const untied = first.filter(({ name }) => !names.has(name));
  return [...untied, ...tied, ...bodilessOf(operation, inputs, documented)]
    .map((example) => scenarioOf(inputs, example))
    .sort((a, b) => a.status - b.status);
}

function documentedExamplesOf({ responses }: OperationParts): DocumentedExample[] {
  return responses.flatMap((documented) =>
    documented.content.flatMap(({ examples, mediaType, shape }) =>
      examples.map(({ value: body, ...example }) => ({
        ...example,
        documented,
        shape,
        response: { mediaType, body },
      })),
    ),
  );
}

function inputsOf({ parameters, requestBody }: OperationParts): readonly Input[] {
  const [media] = requestBody?.content ?? [];
  if (requestBody === undefined || media === undefined) return parameters;
  const examples = requestBody.content.flatMap((each) => each.examples);
  return [...parameters, { ...requestBody, key: "body", shape: media.shape, examples }];
}

function namesOf({ examples }: Input): string[] {
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
  const declared = inputs.filter((input) => isWithin(input.pointer, pointer)).flatMap(namesOf);
  const free = [...new Set(declared)].filter((name) => !documentedNames.has(name));
  const deciding = free.filter((name) => inputs.some((each) => namesOf(each).indexOf(name) > 0));
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
  inputs: readonly Input[],
  { documented, shape, ...details }: DocumentedExample,
): Scenario {
  const { name, pointer, response } = details;
  const chosen = inputs.flatMap((input) => {
    const example = exampleOf(input, name);
    return example === undefined ? [] : [{ ...input, ...example }];
  });
  const values = new Map(chosen.map(({ key, value }) => [key, value]));
  const body = values.get("body");
  values.delete("body");
  let violations: readonly ExampleViolation[] | undefined;
  return {
    ...details,
    named: new Set(inputs.filter((each) => namesOf(each).includes(name)).map(({ key }) => key)),
    values,
    body,
    status: statusOfExample(documented, name),
    // Most scenarios are never asked.
    get violations() {
      const at = `${pointer}/value`;
      const responseBody =
        response && shape ? [{ key: "response", at, shape, value: response.body }] : [];
      violations ??= [...chosen, ...responseBody].flatMap((example) =>
        example.shape.violations(example.value).map((each) => {
          return { ...each, part: example.key, at: example.at + each.pointer };
        }),
      );
      return violations;
    },
  };
}

/** The status of an example of a response: the one that its name begins with. */
function statusOfExample({ code, status }: Response, name: string): number {
  const [, written] = /^([1-5]\d\d)(?!\d)/.exec(name) ?? [];
  const isInRange = code === "default" || (code.endsWith("XX") && written?.[0] === code[0]);
  return written !== undefined && isInRange ? Number(written) : status;
}

/**
 * What a scenario has for an input: the example of its name, or for a required one the first
 * example, or that of its schema. With the JSON Pointer of where the value stands.
 */
function exampleOf(
  { examples, required, shape }: Input,
  name: string,
): { readonly value: JsonValue; readonly at: string } | undefined {
  const [first] = required ? examples : [];
  const found = examples.find((each) => each.name === name) ?? first;
  if (found !== undefined) return { value: found.value, at: `${found.pointer}/value` };
  const value = required ? shape.example : undefined;
  const listed = shape.pointerOf("examples");
  const at = listed === undefined ? (shape.pointerOf("enum") ?? "") : `${listed}/0`;
  return value === undefined ? undefined : { value, at };
}
