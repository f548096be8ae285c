import { isSuccess } from "../http.ts";
import { appendPointer, isWithin, type JsonValue, uniqueBy } from "../json.ts";
import type { ExampleViolation, Operation, Response, Scenario } from "../model.ts";
import type { OperationParts } from "../operations.ts";
import type { Shape } from "../shape.ts";

/** A named example of a parameter or of a body. */
interface InputExample {
  readonly name: string;
  readonly value: JsonValue;
  readonly shape: Shape;
  /** Where the value stands. */
  readonly at: string;
}

/** The named examples of a parameter or of the request body. */
interface Input {
  /** The key of the parameter, or `body`. */
  readonly key: string;
  readonly required: boolean;
  readonly pointer: string;
  readonly examples: readonly InputExample[];
  /** The value that its schema gives, for a request that needs one. */
  readonly ofSchema: Omit<InputExample, "name"> | undefined;
}

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
  const inputs = parameters.map(({ examples, key, pointer, required, shape }) => {
    const named = [...examples].map(([name, value]) => {
      return { name, value, shape, at: appendPointer(pointer, "examples", name, "value") };
    });
    return { key, required, pointer, examples: named, ofSchema: exampleOfSchema(shape) };
  });
  if (requestBody === undefined) return inputs;
  const { content, pointer, required } = requestBody;
  const named = content.flatMap(({ examples, shape }) =>
    examples.map(({ name, pointer: at, value }) => ({ name, value, shape, at: `${at}/value` })),
  );
  const examples = uniqueBy(named, ({ name }) => name);
  const ofSchema = content[0] && exampleOfSchema(content[0].shape);
  return [...inputs, { key: "body", required, pointer, examples, ofSchema }];
}

function exampleOfSchema(shape: Shape): Input["ofSchema"] {
  const value = shape.example;
  const examples = shape.pointerOf("examples");
  const at = examples === undefined ? (shape.pointerOf("enum") ?? "") : `${examples}/0`;
  return value === undefined ? undefined : { value, shape, at };
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
  const chosen = new Map(
    inputs.flatMap(({ examples, key, ofSchema, required }) => {
      const named = examples.find((each) => each.name === name);
      const example = named ?? (required ? (examples[0] ?? ofSchema) : undefined);
      return example === undefined ? [] : [[key, example]];
    }),
  );
  const values = new Map([...chosen].map(([key, { value }]) => [key, value]));
  values.delete("body");
  let violations: readonly ExampleViolation[] | undefined;
  return {
    ...details,
    named: new Set(inputs.filter((each) => namesOf(each).includes(name)).map(({ key }) => key)),
    values,
    body: chosen.get("body")?.value,
    status: statusOfExample(documented, name),
    // Most scenarios are never asked.
    get violations() {
      const at = `${pointer}/value`;
      const shownBody = response && shape && { shape, at, value: response.body };
      const examples = [...chosen, ...(shownBody ? [["response", shownBody] as const] : [])];
      violations ??= examples.flatMap(([part, example]) => violationsOf(part, example));
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

function violationsOf(
  part: string,
  { at, shape, value }: Omit<InputExample, "name">,
): ExampleViolation[] {
  return shape.violations(value).map((each) => ({ ...each, part, at: at + each.pointer }));
}
