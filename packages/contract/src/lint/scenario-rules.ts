import { appendPointer, type JsonObject, type JsonValue, parsePointer } from "../json.ts";
import { judgeResponse } from "../judge.ts";
import type {
  Contract,
  Include,
  MediaType,
  Operation,
  Parameter,
  Scenario,
  SchemaPlace,
} from "../model.ts";
import {
  facetsOf,
  itemPlaces,
  listedValues,
  propertyNames,
  propertyPlaces,
  requiredNames,
} from "../places.ts";
import { repeated } from "../profile/consistency.ts";
import type { Finding } from "../profile/structure.ts";
import { askedIncludes } from "../scenarios/includes.ts";
import { scenarioRequest } from "../scenarios/scenarios.ts";

// The rules of the house for scenarios and for what a request asks for (`x-includes`).

/** What is wrong with the scenarios and the includes of an operation. */
export function scenarioFindings(contract: Contract, operation: Operation): Finding[] {
  const { includes, parameters, requestBody, scenarios } = operation;
  // Without inputs there is nothing to choose a response by.
  const isChosen = parameters.length > 0 || requestBody !== undefined;
  return [
    ...examplesOf(operation).flatMap((example) => invalid(contract, example)),
    ...scenarios.flatMap((scenario) => [
      ...incomplete(operation, scenario),
      ...contradicting(contract, operation, scenario),
    ]),
    ...indistinct(operation),
    ...(isChosen ? unmatched(operation) : []),
    ...includes.flatMap((include) => wrongInclude(contract, operation, include)),
    ...(includes.length > 0 ? unshown(contract, operation) : []),
  ];
}

/** The media types of the bodies that an operation takes and answers. */
export function contentsOf({ requestBody, responses }: Operation): MediaType[] {
  return [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
}

interface NamedExample {
  readonly name: string;
  readonly value: JsonValue;
  readonly pointer: string;
  /** The JSON Pointer of the schema. */
  readonly schema: string;
  /**
   * What it is an example of: the request, the header of a response, or the body of one with this
   * status.
   */
  readonly of: "request" | "header" | number;
}

function examplesOf({ parameters, requestBody, responses }: Operation): NamedExample[] {
  const ofParameter = (parameter: Parameter, of: NamedExample["of"]): NamedExample[] =>
    [...parameter.examples].map(([name, value]) => {
      const pointer = appendPointer(parameter.parameterPointer, "examples", name);
      return { name, value, pointer, schema: parameter.pointer, of };
    });
  const ofContent = (content: readonly MediaType[], of: NamedExample["of"]): NamedExample[] =>
    content.flatMap((media) =>
      media.examples.map((each) => ({ ...each, schema: media.pointer, of })),
    );
  return [
    ...parameters.flatMap((parameter) => ofParameter(parameter, "request")),
    ...ofContent(requestBody?.content ?? [], "request"),
    ...responses.flatMap(({ content, headers, status }) => [
      ...headers.flatMap((header) => ofParameter(header, "header")),
      ...ofContent(content, status),
    ]),
  ];
}

function invalid(contract: Contract, { name, pointer, schema, value }: NamedExample): Finding[] {
  return contract.validate(schema, value).map((violation) => ({
    message: `example "${name}" is not valid: ${violation.pointer || "it"} ${violation.message}`,
    pointer: appendPointer(pointer, "value", ...parsePointer(violation.pointer)),
  }));
}

/**
 * A scenario has a value for every parameter of its operation, and a body where one is required.
 */
function incomplete(
  { operationId, parameters, requestBody }: Operation,
  { body, name, values }: Scenario,
): Finding[] {
  const missing = parameters
    .filter(({ key }) => !values.has(key))
    .map((each) => ({ what: `parameter "${each.name}"`, pointer: each.parameterPointer }));
  if (requestBody?.required && body === undefined)
    missing.push({ what: "request body", pointer: requestBody.pointer });
  return missing.map(({ what, pointer }) => ({
    message: `scenario "${name}" of ${operationId} has no value for the ${what}: add an example of this name to it`,
    pointer,
  }));
}

/**
 * The request of a scenario leads to its operation, and its response has what the request asks for
 * and no more.
 */
function contradicting(contract: Contract, operation: Operation, scenario: Scenario): Finding[] {
  const { method, target } = scenarioRequest(operation, scenario);
  const { name, pointer, response, status, values } = scenario;
  const [path = ""] = target.split("?");
  const headers = { "content-type": response?.mediaType ?? "" };
  const body = JSON.stringify(response?.body) ?? "";
  const messages = judgeResponse(contract, operation, { status, headers, body }, values)
    .filter(({ keyword }) => keyword === "x-includes")
    .map((violation) => `example "${name}": ${violation.pointer} ${violation.message}`);
  if (contract.route(method, path).operation !== operation)
    messages.push(
      `scenario "${name}" has the path ${path}, which is not one of ${operation.operationId}`,
    );
  return messages.map((message) => ({ message, pointer }));
}

/** No two scenarios answer the same request. */
function indistinct({ operationId, scenarios }: Operation): Finding[] {
  const keyOf = ({ body, values }: Scenario): string => JSON.stringify([[...values].sort(), body]);
  return repeated(scenarios, keyOf).map(({ first, second: { name, pointer } }) => ({
    message: `scenario "${name}" of ${operationId} fixes the same values as "${first.name}": let them differ`,
    pointer,
  }));
}

/**
 * Every status has a scenario, and so has every example of an operation's own: what several share
 * may serve others.
 */
function unmatched(operation: Operation): Finding[] {
  const { operationId, responses, scenarios } = operation;
  const own = examplesOf(operation).filter(({ pointer }) =>
    pointer.startsWith(`${operation.pointer}/`),
  );
  const isOf = ({ name, of }: NamedExample, scenario: Scenario): boolean =>
    of === "header" || (name === scenario.name && (of === "request" || of === scenario.status));
  const lost = own.filter((example) => !scenarios.some((scenario) => isOf(example, scenario)));
  const unreached = responses.filter(
    ({ status }) => !scenarios.some((scenario) => scenario.status === status),
  );
  const both = "a parameter or the body, and one response, have an example of one name";
  const inputs =
    "every parameter and the body have an example of one name that no operation answers";
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
 * A value that adds something is one of its parameter's, and what it adds is declared by a 2xx body
 * and not required.
 */
function wrongInclude({ document }: Contract, operation: Operation, include: Include): Finding[] {
  const { adds, parameter, pointer, value } = include;
  const tokens = parsePointer(adds);
  const last = tokens.pop() ?? "";
  const bodies = operation.responses.filter(({ status }) => status >= 200 && status <= 299);
  const holders = tokens.reduce<readonly SchemaPlace[]>(
    (places, token) => propertyPlaces(facetsOf(document, places), token),
    bodies.flatMap(({ content }) => content),
  );
  const facets = facetsOf(document, holders);
  const problems = [
    !choicesAt(document, parameter).includes(value) &&
      `is not in the enum of parameter "${parameter.name}": add it there, or correct the name`,
    !propertyNames(facets).includes(last) &&
      `adds ${adds}, which no 2xx body declares: correct the pointer; it cannot lead into a list`,
    requiredNames(facets).has(last) &&
      `adds ${adds}, which the 2xx body requires: take "${last}" out of required`,
  ];
  const wrong = problems.filter((problem) => problem !== false);
  return wrong.map((problem) => ({ message: `include "${value}" ${problem}`, pointer }));
}

function choicesAt(document: JsonObject, parameter: Parameter): string[] {
  const facets = facetsOf(document, [parameter]);
  return (
    listedValues(parameter.isList ? facetsOf(document, itemPlaces(facets)) : facets) ?? []
  ).map(String);
}

/**
 * Every value of a parameter with includes adds something, and one 2xx scenario asks for
 * everything.
 */
function unshown({ document }: Contract, operation: Operation): Finding[] {
  const { includes, operationId, scenarios } = operation;
  const isFull = ({ status, values }: Scenario): boolean => {
    const asked = askedIncludes(operation, values).map(({ adds }) => adds);
    return status >= 200 && status <= 299 && includes.every(({ adds }) => asked.includes(adds));
  };
  const full = `no 2xx scenario of ${operationId} asks for everything that can be included: let one do so`;
  return [...new Set(includes.map(({ parameter }) => parameter))].flatMap((parameter) => {
    const mapped = includes
      .filter((each) => each.parameter === parameter)
      .map(({ value }) => value);
    const idle = choicesAt(document, parameter).filter((choice) => !mapped.includes(choice));
    const values = idle.map(
      (choice) =>
        `value "${choice}" of parameter "${parameter.name}" is not in x-includes: say there what it adds`,
    );
    const pointer = `${parameter.parameterPointer}/x-includes`;
    return [...values, ...(scenarios.some(isFull) ? [] : [full])].map((message) => ({
      message,
      pointer,
    }));
  });
}
