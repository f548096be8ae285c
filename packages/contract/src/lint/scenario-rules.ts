import { appendPointer, isEqual, isWithin, type JsonValue, parsePointer } from "../json.ts";
import { judgeResponse } from "../judge.ts";
import type { Contract, Include, MediaType, Operation, Parameter, Scenario } from "../model.ts";
import type { Finding } from "../profile/kind.ts";
import { isSuccess } from "../responses.ts";
import { askedIncludes } from "../scenarios/extensions.ts";
import { bestScenarios, scenarioRequest, selectScenario } from "../scenarios/scenarios.ts";
import type { Shape } from "../shape.ts";

// The rules of this project for scenarios and for what a request asks for (`x-includes`).

/** What is wrong with the scenarios and the includes of an operation. */
export function scenarioFindings(contract: Contract, operation: Operation): Finding[] {
  const { includes, parameters, requestBody, scenarios } = operation;
  // Without inputs, no request can choose a response.
  const isChosen = parameters.length > 0 || requestBody !== undefined;
  return [
    ...examplesOf(operation).flatMap(invalid),
    ...incomplete(operation),
    ...scenarios.flatMap((scenario) => contradicting(contract, operation, scenario)),
    ...ambiguous(operation),
    ...(isChosen ? unmatched(operation) : []),
    ...includes.flatMap((include) => wrongInclude(operation, include)),
    ...(includes.length > 0 ? unshown(operation) : []),
    ...parameters.flatMap((parameter) => wrongIdentity(contract, parameter)),
  ];
}

/** The media types of the request and response bodies of an operation. */
export function contentsOf({ requestBody, responses }: Operation): MediaType[] {
  return [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
}

interface NamedExample {
  readonly name: string;
  readonly value: JsonValue;
  readonly pointer: string;
  readonly shape: Shape;
  /**
   * What it is an example of: the request, the body of a response with this status, or only an
   * illustration, of a header or of a range.
   */
  readonly of: "request" | "shown" | number;
  readonly isFirst: boolean;
}

function examplesOf({ parameters, requestBody, responses }: Operation): NamedExample[] {
  const ofParameter = (parameter: Parameter, of: NamedExample["of"]): NamedExample[] =>
    [...parameter.examples].map(([name, value], index) => {
      const pointer = appendPointer(parameter.pointer, "examples", name);
      return { name, value, pointer, shape: parameter.shape, of, isFirst: index === 0 };
    });
  const ofContent = (content: readonly MediaType[], of: NamedExample["of"]): NamedExample[] =>
    content.flatMap((media) =>
      media.examples.map((each, index) => ({
        ...each,
        shape: media.shape,
        of,
        isFirst: index === 0,
      })),
    );
  return [
    ...parameters.flatMap((parameter) => ofParameter(parameter, "request")),
    ...ofContent(requestBody?.content ?? [], "request"),
    ...responses.flatMap((response) => [
      ...response.headers.flatMap((header) => ofParameter(header, "shown")),
      ...ofContent(
        response.content,
        response.code === String(response.status) ? response.status : "shown",
      ),
    ]),
  ];
}

function invalid({ name, pointer, shape, value }: NamedExample): Finding[] {
  return shape.violations(value).map((violation) => ({
    message: `example "${name}" is not valid: ${violation.pointer || "it"} ${violation.message}`,
    pointer: appendPointer(pointer, "value", ...parsePointer(violation.pointer)),
  }));
}

/** A required input has an example: scenarios that do not name it use it in their requests. */
function incomplete({ operationId, parameters, requestBody, scenarios }: Operation): Finding[] {
  const needed = parameters
    .filter(({ required, examples }) => required && examples.size === 0)
    .map((each) => ({ what: `parameter "${each.name}"`, pointer: each.pointer }));
  if (requestBody?.required && requestBody.content.every(({ examples }) => examples.length === 0))
    needed.push({ what: "body", pointer: requestBody.pointer });
  const [first] = scenarios;
  const use =
    first === undefined
      ? ""
      : `, so scenario "${first.name}" (${first.status}) has no value for it`;
  return needed.map(({ what, pointer }) => ({
    message: `the required ${what} of ${operationId} has no example${use}: add one`,
    pointer,
  }));
}

/**
 * The request of a scenario must reach its operation, and its response must have exactly what the
 * request asks for.
 */
function contradicting(contract: Contract, operation: Operation, scenario: Scenario): Finding[] {
  const { method, target } = scenarioRequest(operation, scenario);
  const { name, pointer, response, status, values } = scenario;
  const [path = ""] = target.split("?");
  const headers = { "content-type": response?.mediaType ?? "" };
  const body = JSON.stringify(response?.body) ?? "";
  const messages = judgeResponse(operation, { status, headers, body }, values)
    .filter(({ keyword }) => keyword === "x-includes" || keyword === "x-identifies")
    .map((violation) => `example "${name}": ${violation.pointer} ${violation.message}`);
  if (contract.route(method, path).operation !== operation)
    messages.push(
      `scenario "${name}" has the path ${path}, which is not one of ${operation.operationId}`,
    );
  return messages.map((message) => ({ message, pointer }));
}

/**
 * No request may match two scenarios equally well, and the request of a scenario must select it.
 */
function ambiguous(operation: Operation): Finding[] {
  const { operationId, scenarios } = operation;
  const found = scenarios.flatMap((one, index) => {
    const rival = scenarios.slice(0, index).find((other) => isAmbiguous(operation, one, other));
    if (rival !== undefined) {
      const problem = `a request can match "${rival.name}" and "${one.name}" of ${operationId} equally well`;
      return [{ one, message: `${problem}: let one name more, or another value` }];
    }
    const selection = selectScenario(operation, one.values, one.body);
    if (selection === undefined || selection.scenario === one) return [];
    const problem = `the request of scenario "${one.name}" of ${operationId} gets "${selection.scenario.name}"`;
    return [{ one, message: `${problem}: let it name what decides between them` }];
  });
  return found.map(({ message, one: { pointer } }) => ({ message, pointer }));
}

/** Whether a request with the values of both scenarios matches both. */
function isAmbiguous(operation: Operation, one: Scenario, other: Scenario): boolean {
  const pruning = new Set(operation.includes.map(({ parameter }) => parameter.key));
  const fixed = [...one.named].filter((key) => other.named.has(key) && !pruning.has(key));
  const namedValue = (scenario: Scenario, key: string): JsonValue | undefined =>
    key === "body" ? scenario.body : scenario.values.get(key);
  if (fixed.some((key) => !isEqual(namedValue(one, key), namedValue(other, key)))) return false;
  const named = (scenario: Scenario): (readonly [string, JsonValue])[] =>
    [...scenario.values].filter(([key]) => scenario.named.has(key));
  const body = one.named.has("body") ? one.body : other.body;
  return [
    [...named(one), ...named(other)],
    [...named(other), ...named(one)],
  ].some((values) => {
    const best = bestScenarios(operation, new Map(values), body);
    return best.includes(one) && best.includes(other);
  });
}

/** Every status has a scenario, and so has every example that an operation does not share. */
function unmatched(operation: Operation): Finding[] {
  const { operationId, responses, scenarios } = operation;
  const own = examplesOf(operation).filter(({ pointer }) => isWithin(pointer, operation.pointer));
  const isOf = ({ name, of }: NamedExample, scenario: Scenario): boolean =>
    of === "shown" || (name === scenario.name && (of === "request" || of === scenario.status));
  // The first example of a parameter or of the body stands for any value, whatever its name is.
  const lost = own.filter(
    (example) =>
      !(example.of === "request" && example.isFirst) &&
      !scenarios.some((scenario) => isOf(example, scenario)),
  );
  const unreached = responses.filter(
    // A range promises no status in particular.
    ({ code, status }) =>
      code === String(status) && !scenarios.some((scenario) => scenario.status === status),
  );
  const both = "a parameter or the body, and one response, have an example of one name";
  const inputs = "a parameter or the body have a second example, whose name no response has";
  return [
    ...lost.map(({ name, pointer }) => ({
      message: `example "${name}" of ${operationId} belongs to no scenario: let ${both}`,
      pointer,
    })),
    ...unreached.map(({ content, pointer, status }) => ({
      message: `no scenario of ${operationId} gets its ${status}: let ${content.length > 0 ? both : inputs}`,
      pointer,
    })),
  ];
}

/**
 * A value in `x-includes` must be one of the parameter's, and a 2xx body must declare what it adds
 * as optional.
 */
function wrongInclude(operation: Operation, include: Include): Finding[] {
  const { adds, parameter, pointer, value } = include;
  const { holders, last } = holdersOf([operation], adds);
  const problems = [
    !choicesAt(parameter).includes(value) &&
      `is not in the enum of parameter "${parameter.name}": add it there, or correct the name`,
    !holders.some(({ names }) => names.includes(last)) &&
      `adds ${adds}, which no 2xx body declares: correct the pointer; it cannot lead into a list`,
    holders.some(({ required }) => required.has(last)) &&
      `adds ${adds}, which the 2xx body requires: take "${last}" out of required`,
  ];
  return problems
    .filter((problem) => problem !== false)
    .map((problem) => ({ message: `include "${value}" ${problem}`, pointer }));
}

/** The objects of 2xx bodies that contain the member at a pointer, which leads into no array. */
function holdersOf(
  operations: readonly Operation[],
  pointer: string,
): { readonly holders: readonly Shape[]; readonly last: string } {
  const tokens = parsePointer(pointer);
  const last = tokens.pop() ?? "";
  const bodies = operations
    .flatMap(({ responses }) => responses)
    .filter(({ isSuccess }) => isSuccess)
    .flatMap(({ content }) => content);
  const holders = bodies.map(({ shape }) =>
    tokens.reduce((outer, token) => outer.property(token), shape),
  );
  return { holders, last };
}

/**
 * What a parameter identifies must be declared by the 2xx body of one of its operations, and allow
 * the parameter's examples.
 */
function wrongIdentity(
  { operations }: Contract,
  { examples, identifies, isList, name, pointer }: Parameter,
): Finding[] {
  if (identifies === undefined) return [];
  const sharing = operations.filter(({ parameters }) =>
    parameters.some((each) => each.pointer === pointer),
  );
  const { holders, last } = holdersOf(sharing, identifies);
  const ids = holders.map((holder) => holder.property(last));
  const isTaken = [...examples.values()].every((value) =>
    ids.every((id) => {
      const written = id.types.includes("string") ? String(value) : value;
      return id.violations(written).length === 0;
    }),
  );
  const what = `parameter "${name}" identifies ${identifies}`;
  const problems = [
    isList && `parameter "${name}" is a list, and identifies one thing: take x-identifies away`,
    !holders.some(({ names }) => names.includes(last)) &&
      `${what}, which no 2xx body declares: correct the pointer; it cannot lead into a list`,
    !isTaken && `${what}, which does not allow its examples: let both have one schema`,
  ];
  return problems
    .filter((problem) => problem !== false)
    .map((message) => ({ message, pointer: `${pointer}/x-identifies` }));
}

function choicesAt({ isList, shape }: Parameter): string[] {
  return ((isList ? shape.items : shape).values ?? []).map(String);
}

/**
 * Every value of a parameter with includes must add something, and one 2xx scenario must ask for
 * everything.
 */
function unshown(operation: Operation): Finding[] {
  const { includes, operationId, scenarios } = operation;
  const isFull = ({ status, values }: Scenario): boolean => {
    const asked = askedIncludes(operation, values).map(({ adds }) => adds);
    return isSuccess(status) && includes.every(({ adds }) => asked.includes(adds));
  };
  const full = `no 2xx scenario of ${operationId} asks for everything that can be included: let one do so`;
  return [...new Set(includes.map(({ parameter }) => parameter))].flatMap((parameter) => {
    const mapped = includes
      .filter((each) => each.parameter === parameter)
      .map(({ value }) => value);
    const idle = choicesAt(parameter).filter((choice) => !mapped.includes(choice));
    const values = idle.map(
      (choice) =>
        `value "${choice}" of parameter "${parameter.name}" is not in x-includes: say there what it adds`,
    );
    const pointer = `${parameter.pointer}/x-includes`;
    return [...values, ...(scenarios.some(isFull) ? [] : [full])].map((message) => ({
      message,
      pointer,
    }));
  });
}
