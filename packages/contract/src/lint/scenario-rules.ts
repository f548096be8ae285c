import { appendPointer, isWithin, type JsonValue } from "../json.ts";
import { judgeResponse } from "../judge.ts";
import type { Contract, MediaType, Operation, Parameter, Response, Scenario } from "../model.ts";
import { type Finding, findingsAt } from "../profile/kind.ts";
import { bestScenarios, scenarioRequest, selectScenario } from "../scenarios/scenarios.ts";
import type { Shape } from "../shape.ts";
import { invalidAt } from "./schema-rules.ts";

// The rules of this project for scenarios.

/** What is wrong with the scenarios of an operation. */
export function scenarioFindings(contract: Contract, operation: Operation): Finding[] {
  const { parameters, requestBody, scenarios } = operation;
  // Without inputs, no request can choose a response.
  const isChosen = parameters.length > 0 || requestBody !== undefined;
  return [
    ...examplesOf(operation).flatMap(({ name, pointer, shape, value }) =>
      invalidAt(`example "${name}"`, shape, value, appendPointer(pointer, "value")),
    ),
    ...incomplete(operation),
    ...scenarios.flatMap((scenario) => contradicting(contract, operation, scenario)),
    ...ambiguous(operation),
    ...(isChosen ? unmatched(operation) : []),
  ];
}

interface NamedExample {
  readonly name: string;
  readonly value: JsonValue;
  readonly pointer: string;
  readonly shape: Shape;
  /**
   * What it is an example of: the request, the body of a response with this status, or only an
   * illustration, of a header or of what no scenario reaches.
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
      ...ofContent(response.content, isReached(response) ? response.status : "shown"),
    ]),
  ];
}

/**
 * Whether a scenario must have this response. A range promises no status in particular, and a
 * request without a required header gets a 428.
 */
function isReached({ code, status }: Response): boolean {
  return code === String(status) && status !== 428;
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
  const isReached = contract.route(method, path).operation === operation;
  const astray = `scenario "${name}" has the path ${path}, not one of ${operation.operationId}`;
  return findingsAt(pointer, ...messages, !isReached && astray);
}

/**
 * No request may match two scenarios equally well, and the request of a scenario must select it.
 */
function ambiguous(operation: Operation): Finding[] {
  const { operationId, scenarios } = operation;
  return scenarios.flatMap((one, index) => {
    const rival = scenarios.slice(0, index).find((other) => isAmbiguous(operation, one, other));
    if (rival !== undefined)
      return findingsAt(
        one.pointer,
        `a request can match "${rival.name}" and "${one.name}" of ${operationId} equally well: ` +
          "let one name more, or another value",
      );
    const selected = selectScenario(operation, one.values, one.body)?.scenario ?? one;
    return findingsAt(
      one.pointer,
      selected !== one &&
        `the request of scenario "${one.name}" of ${operationId} gets "${selected.name}": ` +
          "let it name what decides between them",
    );
  });
}

/** Whether a request with the values of both scenarios matches both. */
function isAmbiguous(operation: Operation, one: Scenario, other: Scenario): boolean {
  const body = one.named.has("body") ? one.body : other.body;
  const orders = [
    [one, other],
    [other, one],
  ];
  return orders.some((pair) => {
    const named = pair.flatMap((each) => [...each.values].filter(([key]) => each.named.has(key)));
    const best = bestScenarios(operation, new Map(named), body);
    return pair.every((each) => best.includes(each));
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
    (response) =>
      isReached(response) && !scenarios.some(({ status }) => status === response.status),
  );
  const both = "a parameter or the body, and one response, have an example of one name";
  const inputs = "a parameter or the body have a second example, whose name no response has";
  return [
    ...lost.map(({ name, pointer }) => ({
      message: `example "${name}" of ${operationId} belongs to no scenario: let ${both}`,
      pointer,
    })),
    ...unreached.map(({ content, pointer, status }) => ({
      message:
        `no scenario of ${operationId} gets its ${status}: ` +
        `let ${content.length > 0 ? both : inputs}`,
      pointer,
    })),
  ];
}
