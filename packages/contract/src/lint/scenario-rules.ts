import { repeated } from "../consistency.ts";
import { askedIncludes } from "../includes.ts";
import { appendPointer, type JsonValue, parsePointer } from "../json.ts";
import { judgeResponse } from "../judge.ts";
import type { Contract, Include, MediaType, Operation, Parameter, Scenario, SchemaPlace } from "../model.ts";
import { below, choicesOf, facetsOf, itemPlaces, listedValues, requiredNames } from "../places.ts";
import { scenarioRequest } from "../scenarios.ts";
import type { Finding } from "../structure.ts";

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
  /** What it is an example of: the request, the header of a response, or the body of one with this status. */
  readonly of: "request" | "header" | number;
}

function examplesOf({ parameters, requestBody, responses }: Operation): NamedExample[] {
  const ofParameter = (parameter: Parameter, of: NamedExample["of"]): NamedExample[] =>
    [...parameter.examples].map(([name, value]) => {
      const pointer = appendPointer(parameter.parameterPointer, "examples", name);
      return { name, value, pointer, schema: parameter.pointer, of };
    });
  const ofContent = (content: readonly MediaType[], of: NamedExample["of"]): NamedExample[] =>
    content.flatMap((media) => media.examples.map((each) => ({ ...each, schema: media.pointer, of })));
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

/** A scenario has a value for every parameter of its operation, and a body where one is required. */
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

/** The request of a scenario leads to its operation, and its response has what the request asks for and no more. */
function contradicting(contract: Contract, operation: Operation, scenario: Scenario): Finding[] {
  const { method, target } = scenarioRequest(operation, scenario);
  const { name, pointer, response, status, values } = scenario;
  const [path = ""] = target.split("?");
  const headers = { "content-type": response?.mediaType ?? "" };
  const body = JSON.stringify(response?.body) ?? "";
  const includes = judgeResponse(contract, operation, { status, headers, body }, values)
    .filter(({ keyword }) => keyword === "x-includes")
    .map((violation) => ({
      message: `example "${name}": ${violation.pointer} ${violation.message}`,
      pointer,
    }));
  if (contract.route(method, path).operation === operation) return includes;
  const message = `scenario "${name}" has the path ${path}, which is not one of ${operation.operationId}`;
  return [...includes, { message, pointer }];
}

/** No two scenarios answer the same request, and no name stands on two statuses. */
function indistinct(operation: Operation): Finding[] {
  const { operationId, scenarios } = operation;
  const keyOf = ({ body, values }: Scenario): string => JSON.stringify([[...values].sort(), body]);
  const answers = new Map(
    examplesOf(operation).flatMap((each) =>
      typeof each.of === "number" ? [[`${each.of} ${each.name}`, each] as const] : [],
    ),
  );
  return [
    ...repeated(scenarios, keyOf).map(({ first, second: { name, pointer } }) => ({
      message: `scenario "${name}" of ${operationId} fixes the same values as "${first.name}": let them differ`,
      pointer,
    })),
    ...repeated([...answers.values()], ({ name }) => name).map(({ first, second: { name, pointer } }) => ({
      message: `example "${name}" of ${operationId} stands on its ${first.of} too: give each its own name`,
      pointer,
    })),
  ];
}

/** Every status has a scenario, and so has every example of an operation's own: what several share may serve others. */
function unmatched(operation: Operation): Finding[] {
  const { operationId, responses, scenarios } = operation;
  const lost = examplesOf(operation).filter(
    ({ name, of, pointer }) =>
      of !== "header" &&
      pointer.startsWith(`${operation.pointer}/`) &&
      !scenarios.some((scenario) => scenario.name === name),
  );
  return [
    ...lost.map(({ name, of, pointer }) => ({
      message: `example "${name}" of ${operationId} is no scenario, because no ${of === "request" ? "response" : "parameter or body"} has an example of this name: add one, or correct the name`,
      pointer,
    })),
    ...responses
      .filter(({ status }) => !scenarios.some((scenario) => scenario.status === status))
      .map(({ pointer, status }) => ({
        message: `no scenario of ${operationId} gets its ${status}: add an example to it, and one of the same name to each parameter`,
        pointer,
      })),
  ];
}

/** A value that adds something is one of its parameter's, and what it adds is declared by a 2xx body and not required. */
function wrongInclude({ document }: Contract, operation: Operation, include: Include): Finding[] {
  const { adds, parameter, pointer, value } = include;
  const tokens = parsePointer(adds);
  const last = tokens.pop() ?? "";
  const bodies = operation.responses.filter(({ status }) => status >= 200 && status <= 299);
  const holders = tokens.reduce<readonly SchemaPlace[]>(
    (places, token) => membersOf(document, places, token),
    bodies.flatMap(({ content }) => content),
  );
  const problems = [
    !choicesAt(document, parameter).includes(value) &&
      `is not in the enum of parameter "${parameter.name}": add it there, or correct the name`,
    membersOf(document, holders, last).length === 0 &&
      `adds ${adds}, which no 2xx body declares: correct the pointer; it cannot lead into a list`,
    requiredNames(facetsOf(document, holders)).has(last) &&
      `adds ${adds}, which the 2xx body requires: take "${last}" out of required`,
  ];
  return problems.flatMap((problem) =>
    problem === false ? [] : [{ message: `include "${value}" ${problem}`, pointer }],
  );
}

/** What some schemas, or a branch of theirs, say of a member. */
function membersOf(
  document: Contract["document"],
  places: readonly SchemaPlace[],
  name: string,
): SchemaPlace[] {
  const facets = facetsOf(document, places);
  const branches = choicesOf(facets).flat();
  return [
    ...facets.flatMap((facet) => below(facet, "properties", name) ?? []),
    ...(branches.length === 0 ? [] : membersOf(document, branches, name)),
  ];
}

function choicesAt(document: Contract["document"], parameter: Parameter): string[] {
  const facets = facetsOf(document, [parameter]);
  return (listedValues(parameter.isList ? facetsOf(document, itemPlaces(facets)) : facets) ?? []).map(String);
}

/** Every value of a parameter with includes adds something, and one 2xx scenario asks for everything. */
function unshown({ document }: Contract, operation: Operation): Finding[] {
  const { includes, operationId, scenarios } = operation;
  const parameters = [...new Set(includes.map(({ parameter }) => parameter))];
  const isFull = ({ status, values }: Scenario): boolean => {
    const asked = askedIncludes(operation, values).map(({ adds }) => adds);
    return status >= 200 && status <= 299 && includes.every(({ adds }) => asked.includes(adds));
  };
  return parameters.flatMap((parameter) => {
    const idle = choicesAt(document, parameter).filter(
      (choice) => !includes.some((each) => each.parameter === parameter && each.value === choice),
    );
    const messages = idle.map(
      (choice) =>
        `value "${choice}" of parameter "${parameter.name}" is not in x-includes: say there what it adds`,
    );
    if (!scenarios.some(isFull))
      messages.push(
        `no 2xx scenario of ${operationId} asks for everything that can be included: let one do so`,
      );
    return messages.map((message) => ({ message, pointer: `${parameter.parameterPointer}/x-includes` }));
  });
}
