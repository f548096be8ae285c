import {
  askFor,
  type Operation,
  parameterKey,
  projectIncludes,
  type Response,
  selectScenario,
  unaskedPointers,
} from "@workflow-api/contract";
import type { Call, Case } from "../case.ts";
import {
  baseRequest,
  createCase,
  type Derivation,
  mockAnswerTo,
  sampleHeaders,
  sendable,
  successStatuses,
} from "../derivation.ts";
import { askedBy, combinationName, combinationsOf } from "../include-values.ts";
import { isToken } from "../is-token.ts";
import { acceptedOf } from "../mock-status.ts";
import { isAcceptedOnWire } from "../wire.ts";
import { scenarioAnswer } from "./scenario-answer.ts";

/** The valid request of an operation that has no scenario. */
export function plainCases(derivation: Derivation, operation: Operation): Case[] {
  if (operation.scenarios.length > 0) return [];
  const call = baseRequest(derivation, operation);
  const request = sendable(derivation, operation, call);
  return [
    createCase(derivation, {
      group: "scenario",
      operation,
      name: "2XX without a scenario",
      pointer: operation.pointer,
      request,
      call,
      verdict: "valid",
      statuses: successStatuses(operation),
      mock: mockAnswerTo(operation, request, call),
    }),
  ];
}

/** Every scenario of the operation: its request gets its response, less what its `include` does not ask for. */
export function scenarioCases(derivation: Derivation, operation: Operation): Case[] {
  return operation.scenarios.map((scenario) => {
    const call = baseRequest(derivation, operation, scenario);
    const asked = askedBy(operation, call.values);
    const succeeded = scenario.status >= 200 && scenario.status < 300;
    const request = sendable(derivation, operation, call);
    return createCase(derivation, {
      group: "scenario",
      operation,
      name: `${scenario.status} ${scenario.name}`,
      pointer: scenario.pointer,
      request,
      call,
      verdict: "scenario",
      statuses: [scenario.responseKey === "default" ? String(scenario.status) : scenario.responseKey],
      absent: succeeded ? unaskedPointers(operation.includes, asked) : [],
      ...scenarioAnswer(derivation, operation, scenario, { call, request }),
    });
  });
}

/**
 * Every documented status that no scenario reaches: a mock answers it if the request prefers it (`Prefer: code=429`, as
 * Prism, Microcks and others read RFC 7240), any other server as it would without.
 */
export function statusCases(derivation: Derivation, operation: Operation): Case[] {
  const base = sendable(derivation, operation, baseRequest(derivation, operation));
  return unreached(operation).map(({ code, content, pointer, status }) => {
    const media = acceptedOf(content, base.headers["Accept"]);
    const [example] = media?.shown ?? [];
    return createCase(derivation, {
      group: "scenario",
      operation,
      name: `${status} as preferred`,
      pointer,
      request: { ...base, headers: { ...base.headers, Prefer: `code=${code}` } },
      verdict: "scenario",
      statuses: operation.responses.map((response) => response.status),
      mock: {
        status: code,
        body: example?.value,
        headers: sampleHeaders(operation, { name: "", status: code }),
      },
    });
  });
}

/** Every example of a response that is no scenario: a mock answers it if the request prefers it, any other server as it would. */
export function exampleCases(derivation: Derivation, operation: Operation): Case[] {
  const base = sendable(derivation, operation, baseRequest(derivation, operation));
  const known = new Set(operation.scenarios.map(({ name }) => name));
  return operation.responses.flatMap(({ content, status }) => {
    const media = acceptedOf(content, base.headers["Accept"]);
    if (media === undefined || !/^[2-5]\d\d$/.test(status)) return [];
    const shown = media.shown.filter(({ name }) => isToken(name) && !known.has(name));
    return shown.map(({ name, pointer, value }) =>
      createCase(derivation, {
        group: "scenario",
        operation,
        name: `${status} with the example ${name} preferred`,
        pointer,
        request: { ...base, headers: { ...base.headers, Prefer: `code=${status}, example=${name}` } },
        verdict: "scenario",
        statuses: operation.responses.map((response) => response.status),
        mock: { status: Number(status), body: value },
      }),
    );
  });
}

/** The responses that no scenario reaches, each with a status of its own; of a range the first that no other has. */
function unreached({ responses, scenarios }: Operation): (Response & { readonly code: number })[] {
  const own = new Set(responses.map(({ status }) => status));
  const reached = new Set(scenarios.map(({ responseKey }) => responseKey));
  return responses.flatMap((response) => {
    const { status } = response;
    if (!/^([2-5](\d\d|XX)|default)$/i.test(status) || reached.has(status)) return [];
    const first = status === "default" ? 500 : Number(status.replaceAll(/x/gi, "0"));
    const codes = /x|default/i.test(status)
      ? Array.from({ length: 100 }, (_, index) => first + index)
      : [first];
    const code = codes.find((each) => String(each) === status || !own.has(String(each)));
    return code === undefined ? [] : [{ ...response, code }];
  });
}

/**
 * Every combination of the values of `x-includes`, of all parameters together, for every scenario of the lowest 2xx:
 * what is not asked for is not sent. Many values are bounded: none, each, all but each, and all.
 */
export function includeCases(derivation: Derivation, operation: Operation): Case[] {
  const { includes } = operation;
  const [first] = includes;
  if (first === undefined) return [];
  const scenarios = operation.scenarios.filter(({ status }) => status >= 200 && status < 300);
  return scenarios.flatMap((scenario) =>
    combinationsOf(operation).flatMap((combination) => {
      const values = askFor(operation, scenario.values, combination);
      const call = baseRequest(derivation, operation, { ...scenario, values });
      if (!isTaken(operation, call)) return [];
      const asked = askedBy(operation, call.values);
      const request = sendable(derivation, operation, call);
      const selection = selectScenario(operation, { ...request, headers: lowerCased(request.headers) });
      if (selection === undefined) return [];
      const { scenario: answering, matched } = selection;
      return createCase(derivation, {
        group: "include",
        operation,
        name: `${answering.status} ${scenario.name} with ${combinationName(operation, combination)} included`,
        pointer: (combination[0] ?? first).pointer,
        request,
        call,
        verdict: "valid",
        statuses: [answering.responseKey],
        absent: unaskedPointers(includes, asked),
        mock: {
          status: answering.status,
          scenario: { name: answering.name, matched },
          body:
            answering.response === undefined
              ? undefined
              : projectIncludes(includes, asked, answering.response),
        },
      });
    }),
  );
}

/** Whether the contract takes what a combination asks by: a parameter may be required, or take so many values only. */
function isTaken({ includes }: Operation, { values }: Call): boolean {
  return includes.every(({ parameter }) => {
    const value = values.get(parameterKey(parameter));
    const isNothing = value === undefined || (Array.isArray(value) && value.length === 0);
    return isNothing ? !parameter.required : isAcceptedOnWire(parameter, value);
  });
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
