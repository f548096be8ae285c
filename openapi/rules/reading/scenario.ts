import type { Location } from "../redocly.ts";
import type { Answer, Input, Operation } from "./operation.ts";
import type { Place } from "./place.ts";

/** Same-named examples of an operation: a request, and the response that it gets. */
export interface Scenario {
  readonly name: string;
  readonly answer: Answer;
  /** Where the name stands: on the response example, or on a parameter if the response has no body. */
  readonly at: Location;
  /** What it fixes, by the key of the input. */
  readonly values: ReadonlyMap<string, unknown>;
  /** The body of the answer; `undefined`: none. */
  readonly body: Place | undefined;
}

/** The parameters of an operation, and its request body if it has one. */
export function inputsOf({ parameters, requestBody }: Operation): readonly Input[] {
  return requestBody === undefined ? parameters : [...parameters, requestBody];
}

/** The names of the response examples of an operation. */
export function answeredNames({ answers }: Operation): Set<string> {
  return new Set(answers.flatMap(({ bodies }) => bodies.flatMap(({ examples }) => [...examples.keys()])));
}

/** The first response without a body: the one that scenarios without a response example get. */
export function bodilessAnswer({ answers }: Operation): Answer | undefined {
  return answers.find(({ bodies }) => bodies.length === 0);
}

/**
 * The inputs whose examples tell which scenarios are the operation's: its own parameters, else its body and the
 * parameters of its path, else the shared ones. A name on other inputs alone may be meant for another operation.
 */
function tellingInputs(operation: Operation): readonly Input[] {
  const own = operation.parameters.filter(({ shared }) => shared === "no");
  if (own.length > 0) return own;
  const near = inputsOf(operation).filter(({ shared }) => shared !== "contract");
  return near.length > 0 ? near : inputsOf(operation);
}

/** The scenarios of an operation, in the order of its responses. `all` are the operations of the contract. */
export function scenariosOf(operation: Operation, all: readonly Operation[]): Scenario[] {
  const telling = tellingInputs(operation);
  const answered = operation.answers.flatMap((answer) =>
    // Of one name in several media types, the first stands for all.
    [...new Map(answer.bodies.toReversed().flatMap(({ examples }) => [...examples]))]
      .filter(
        ([name]) =>
          !answer.shared || telling.length === 0 || telling.some(({ examples }) => examples.has(name)),
      )
      .map(([name, body]) => createScenario(operation, answer, name, body.at, body)),
  );
  const order = ({ answer }: Scenario): number => operation.answers.indexOf(answer);
  return [...answered, ...bodilessScenarios(operation, all)].toSorted((a, b) => order(a) - order(b));
}

function bodilessScenarios(operation: Operation, all: readonly Operation[]): Scenario[] {
  const answer = bodilessAnswer(operation);
  if (answer === undefined) return [];
  const inputs = inputsOf(operation);
  const needed = inputs.filter(({ key, required }) => key !== "request body" || required);
  const [first, ...rest] = needed.length > 0 ? needed : inputs;
  const taken = answeredNames(operation);
  return [...(first?.examples ?? [])]
    .filter(([name]) => !taken.has(name) && rest.every(({ examples }) => examples.has(name)))
    .filter(
      ([name]) => isOwn(operation, name) || !all.some((other) => other !== operation && claims(other, name)),
    )
    .map(([name, { at }]) => createScenario(operation, answer, name, at, undefined));
}

/** Whether an example name is plainly that of a scenario of the operation. */
function claims(operation: Operation, name: string): boolean {
  return isOwn(operation, name) || answeredNames(operation).has(name);
}

/** Whether an example name stands where no other operation sees it. */
function isOwn(operation: Operation, name: string): boolean {
  return inputsOf(operation).some(({ shared, examples }) => shared === "no" && examples.has(name));
}

function createScenario(
  operation: Operation,
  answer: Answer,
  name: string,
  at: Location,
  body: Place | undefined,
): Scenario {
  const values = new Map<string, unknown>();
  for (const { key, examples } of inputsOf(operation)) {
    const example = examples.get(name);
    if (example !== undefined) values.set(key, example.value);
  }
  return { name, answer, at, values, body };
}
