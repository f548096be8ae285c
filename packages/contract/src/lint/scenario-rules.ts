import { repeated } from "../consistency.ts";
import { askedIncludes } from "../includes.ts";
import { appendPointer, type JsonValue, parsePointer } from "../json.ts";
import { judgeResponse } from "../judge.ts";
import type { Contract, Include, MediaType, Operation, Scenario, SchemaPlace } from "../model.ts";
import { below, choicesOf, facetsOf, itemPlaces, listedValues, requiredNames } from "../places.ts";
import { scenarioRequest } from "../scenarios.ts";
import type { Finding } from "../structure.ts";

// The rules of the house for scenarios and for what a request asks for (`x-includes`).

/** What is wrong with the scenarios of an operation. */
export function scenarioFindings(contract: Contract, operation: Operation): Finding[] {
  return [
    ...incomplete(operation),
    ...indistinct(operation),
    ...unanswered(operation),
    ...unreached(operation),
    ...invalidExamples(contract, operation),
    ...operation.includes.flatMap((include) => invalidInclude(contract, operation, include)),
    ...unmapped(contract, operation),
    ...unshown(operation),
  ];
}

/** The media types of the bodies that an operation takes and answers. */
export function contentsOf({ requestBody, responses }: Operation): MediaType[] {
  return [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
}

function hasInputs({ parameters, requestBody }: Operation): boolean {
  return parameters.length > 0 || requestBody !== undefined;
}

/** A scenario has a value for every parameter of its operation, and a body where one is required. */
function incomplete({ operationId, parameters, requestBody, scenarios }: Operation): Finding[] {
  return scenarios.flatMap(({ body, name, values }) => {
    const missing = parameters.filter(({ key }) => !values.has(key));
    const inputs = [
      ...missing.map((each) => ({ what: `parameter "${each.name}"`, pointer: each.parameterPointer })),
      ...(requestBody?.required && body === undefined
        ? [{ what: "request body", pointer: requestBody.pointer }]
        : []),
    ];
    return inputs.map(({ what, pointer }) => ({
      message: `scenario "${name}" of ${operationId} has no value for the ${what}: add an example of this name to it`,
      pointer,
    }));
  });
}

/** No two scenarios answer the same request, and no name stands on two responses. */
function indistinct({ operationId, responses, scenarios }: Operation): Finding[] {
  const keyOf = ({ body, values }: Scenario): string =>
    JSON.stringify([[...values].sort(([one], [other]) => one.localeCompare(other)), body]);
  const answers = responses.flatMap(({ content, status }) => {
    const examples = content.flatMap((media) => media.examples);
    return [...new Map(examples.map((example) => [example.name, { ...example, status }])).values()];
  });
  return [
    ...repeated(scenarios, keyOf).map(({ first, second: { name, pointer } }) => ({
      message: `scenario "${name}" of ${operationId} fixes the same values as "${first.name}": let them differ`,
      pointer,
    })),
    ...repeated(answers, ({ name }) => name).map(({ first, second: { name, pointer } }) => ({
      message: `example "${name}" of ${operationId} stands on its ${first.status} too: give each its own name`,
      pointer,
    })),
  ];
}

/** An example name of an operation's own stands on both sides. What several operations share may serve others. */
function unanswered(operation: Operation): Finding[] {
  const { operationId, parameters, pointer, requestBody, responses, scenarios } = operation;
  const examples = [
    ...parameters.flatMap((parameter) =>
      [...parameter.examples.keys()].map((name) => ({
        name,
        pointer: appendPointer(parameter.parameterPointer, "examples", name),
        lacks: "no response has an example of this name",
      })),
    ),
    ...(requestBody?.content ?? []).flatMap((media) =>
      media.examples.map((each) => ({ ...each, lacks: "no response has an example of this name" })),
    ),
    ...responses.flatMap(({ content }) =>
      content.flatMap((media) =>
        media.examples.map((each) => ({
          ...each,
          lacks: "no parameter or body has an example of this name",
        })),
      ),
    ),
  ];
  return examples
    .filter((example) => hasInputs(operation) && example.pointer.startsWith(`${pointer}/`))
    .filter(({ name }) => !scenarios.some((scenario) => scenario.name === name))
    .map(({ lacks, name, pointer: at }) => ({
      message: `example "${name}" of ${operationId} is no scenario, because ${lacks}: add one, or correct the name`,
      pointer: at,
    }));
}

/** Every status has a scenario. Without inputs there is nothing to choose between them by. */
function unreached(operation: Operation): Finding[] {
  const { operationId, responses, scenarios } = operation;
  return responses
    .filter(({ status }) => hasInputs(operation) && !scenarios.some((scenario) => scenario.status === status))
    .map(({ pointer, status }) => ({
      message: `no scenario of ${operationId} gets its ${status}: add an example to it, and one of the same name to each parameter`,
      pointer,
    }));
}

function invalidExamples(contract: Contract, operation: Operation): Finding[] {
  const headers = operation.responses.flatMap((response) => response.headers);
  const examples = [
    ...[...operation.parameters, ...headers].flatMap((parameter) =>
      [...parameter.examples].map(([name, value]) => ({
        name,
        value,
        schema: parameter.pointer,
        pointer: appendPointer(parameter.parameterPointer, "examples", name),
      })),
    ),
    ...contentsOf(operation).flatMap((media) =>
      media.examples.map((example) => ({ ...example, schema: media.pointer })),
    ),
  ];
  return [
    ...examples.flatMap(({ name, pointer, schema, value }) =>
      contract.validate(schema, value).map((violation) => ({
        message: `example "${name}" is not valid: ${violation.pointer || "it"} ${violation.message}`,
        pointer: appendPointer(pointer, "value", ...parsePointer(violation.pointer)),
      })),
    ),
    ...operation.scenarios.flatMap((scenario) => invalidScenario(contract, operation, scenario)),
  ];
}

/** The request of a scenario leads to its operation, and its response has what the request asks for and no more. */
function invalidScenario(contract: Contract, operation: Operation, scenario: Scenario): Finding[] {
  const { method, target } = scenarioRequest(operation, scenario);
  const { name, pointer, response, status, values } = scenario;
  const [path = ""] = target.split("?");
  const isReached = contract.route(method, path).operation === operation;
  const answer = {
    status,
    headers: { "content-type": response?.mediaType ?? "" },
    body: response === undefined ? "" : JSON.stringify(response.body),
  };
  return [
    ...(isReached
      ? []
      : [
          {
            message: `scenario "${name}" has the path ${path}, which is not one of ${operation.operationId}`,
            pointer,
          },
        ]),
    ...judgeResponse(contract, operation, answer, values)
      .filter(({ keyword }) => keyword === "x-includes")
      .map((violation) => ({
        message: `example "${name}": ${violation.pointer} ${violation.message}`,
        pointer,
      })),
  ];
}

/** What a value adds is declared by a 2xx body, and not required there. */
function invalidInclude({ document }: Contract, operation: Operation, include: Include): Finding[] {
  const { adds, parameter, pointer, value } = include;
  const found = (problem: string): Finding => ({ message: `include "${value}" ${problem}`, pointer });
  const successes = operation.responses.filter(({ status }) => status >= 200 && status <= 299);
  const tokens = parsePointer(adds);
  const holders = tokens.slice(0, -1).reduce<readonly SchemaPlace[]>(
    (places, token) => membersOf(document, places, token),
    successes.flatMap(({ content }) => content),
  );
  const last = tokens.at(-1) ?? "";
  const isRequired = requiredNames(facetsOf(document, holders)).has(last);
  return [
    ...(choicesAt(document, parameter).some((choice) => String(choice) === value)
      ? []
      : [found(`is not in the enum of parameter "${parameter.name}": add it there, or correct the name`)]),
    ...(membersOf(document, holders, last).length === 0
      ? [found(`adds ${adds}, which no 2xx body declares: correct the pointer; it cannot lead into a list`)]
      : []),
    ...(isRequired
      ? [found(`adds ${adds}, which the 2xx body requires: take "${last}" out of required`)]
      : []),
  ];
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

function choicesAt(
  document: Contract["document"],
  { isList, ...place }: Include["parameter"],
): readonly JsonValue[] {
  const facets = facetsOf(document, [place]);
  return listedValues(isList ? facetsOf(document, itemPlaces(facets)) : facets) ?? [];
}

/** Every value of a parameter with `x-includes` says what it adds. */
function unmapped({ document }: Contract, { includes }: Operation): Finding[] {
  return [...new Set(includes.map(({ parameter }) => parameter))].flatMap((parameter) =>
    choicesAt(document, parameter)
      .filter(
        (choice) => !includes.some((each) => each.parameter === parameter && each.value === String(choice)),
      )
      .map((choice) => ({
        message: `value "${String(choice)}" of parameter "${parameter.name}" is not in x-includes: say there what it adds`,
        pointer: `${parameter.parameterPointer}/x-includes`,
      })),
  );
}

/** One 2xx scenario shows everything that can be asked for. */
function unshown(operation: Operation): Finding[] {
  const { includes, operationId, scenarios } = operation;
  const [first] = includes;
  const adds = new Set(includes.map((include) => include.adds));
  const isFull = ({ status, values }: Scenario): boolean =>
    status >= 200 &&
    status <= 299 &&
    new Set(askedIncludes(operation, values).map((each) => each.adds)).size === adds.size;
  if (first === undefined || scenarios.some(isFull)) return [];
  const message = `no 2xx scenario of ${operationId} asks for everything that can be included: let one do so`;
  return [{ message, pointer: `${first.parameter.parameterPointer}/x-includes` }];
}
