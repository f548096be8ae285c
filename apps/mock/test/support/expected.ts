import { type Case, checkResponse, deriveCases } from "@workflow-api/conformance";
import {
  askedIncludes,
  type Contract,
  type HttpResponse,
  identify,
  isEqual,
  isSuccess,
  type Operation,
  pruneIncludes,
  selectScenario,
} from "@workflow-api/contract";

/**
 * What is wrong with the mock's answer to a case: what is wrong of any server, and what the mock
 * promises beside. A scenario is answered exactly, a refusal as the contract documents it,
 * otherwise as problem details that name the part.
 */
export function findProblems(contract: Contract, one: Case, answer: HttpResponse): string[] {
  const found = checkResponse(contract, one, answer).map(({ message }) => message);
  const { kind, scenario } = one.expected;
  const expected = promised[kind];
  if (
    expected !== undefined &&
    !expected.includes(answer.status) &&
    !isDocumented(one, answer.status)
  )
    found.push(
      `a request that is ${kind} must get ${expected.join(" or ")}, but gets ${answer.status}`,
    );
  if (kind === "scenario" && scenario !== undefined) found.push(...scenarioProblems(one, answer));
  if (kind === "valid" && answer.status < 400) found.push(...selectionProblems(one, answer));
  // Where the contract has problem details of its own, an answer is as it says.
  if (
    answer.headers["content-type"] === "application/problem+json" &&
    !isDocumented(one, answer.status)
  )
    found.push(...problemProblems(one, answer));
  if (answer.status === 401 && answer.headers["www-authenticate"] === undefined)
    found.push("a 401 must have the header www-authenticate");
  if (/prism/i.test(answer.body)) found.push("the body must not speak of Prism");
  return found;
}

const promised: Partial<Record<Case["expected"]["kind"], readonly number[]>> = {
  // The 401 is negotiated as any other answer is.
  unauthenticated: [401, 406],
  invalid: [400, 415, 422],
  unknown: [404, 405],
  unacceptable: [406],
};

function isDocumented({ operation }: Case, status: number): boolean {
  return (
    status >= 400 && operation?.responses.some((response) => response.status === status) === true
  );
}

function scenarioProblems(
  { expected: { scenario }, operation, values }: Case,
  answer: HttpResponse,
): string[] {
  if (scenario === undefined || operation === undefined) return [];
  if (answer.status !== scenario.status)
    return [`the status must be ${scenario.status}, but is ${answer.status}`];
  const { name, response } = scenario;
  const body = answer.body === "" ? undefined : JSON.parse(answer.body);
  const headers =
    operation.responses.find(({ status }) => status === scenario.status)?.headers ?? [];
  const wrong = headers.filter(({ examples, name: field }) => {
    const value = examples.get(name);
    return value !== undefined && String(value) !== answer.headers[field.toLowerCase()];
  });
  const expected =
    response && isSuccess(scenario.status)
      ? identify(
          operation,
          values,
          pruneIncludes(operation, askedIncludes(operation, values), response.body),
        )
      : response?.body;
  return [
    ...(isEqual(body, expected) ? [] : [`the body must be that of ${name}`]),
    ...wrong.map((header) => `the header ${header.name} must be that of ${name}`),
    ...(answer.headers["mock-scenario"] === `${name}; matched`
      ? []
      : [`mock-scenario must be ${name}; matched, but is ${answer.headers["mock-scenario"]}`]),
  ];
}

/** The scenario that a valid request selects answers it; the tests of the contract say which. */
function selectionProblems({ body, operation, values }: Case, { headers }: HttpResponse): string[] {
  const selected = operation && selectScenario(operation, values, body);
  if (selected === undefined) return [];
  const expected = `${selected.scenario.name}; ${selected.isMatch ? "matched" : "default"}`;
  const sent = headers["mock-scenario"] ?? "";
  return sent.startsWith(expected) ? [] : [`mock-scenario must be ${expected}, but is ${sent}`];
}

function problemProblems({ broken }: Case, { body }: HttpResponse): string[] {
  const { detail, errors, status, title, type } = JSON.parse(body);
  const isWhole = [type, title, detail].every((text) => typeof text === "string" && text !== "");
  const names = (errors ?? []).map((error: { in: string; name?: string }) =>
    error.name === undefined ? error.in : `${error.in} ${error.name}`,
  );
  return [
    ...(isWhole && Number.isInteger(status)
      ? []
      : ["problem details must have type, title, status and detail"]),
    ...(broken === undefined || status === 406 || names.includes(broken.part)
      ? []
      : [`errors must name ${broken.part}, but name ${names.join(", ")}`]),
  ];
}

/** A case that a generated client can send. */
export type Sendable = Case & { readonly operation: Operation };

/** The valid cases of a contract whose credentials meet exactly one security requirement. */
export function sendableCases(contract: Contract): Sendable[] {
  return deriveCases(contract).flatMap((one) => {
    const { expected, group, operation, schemes } = one;
    const isValid = expected.kind === "scenario" || expected.kind === "valid";
    if (operation === undefined || !isValid || group === "accept") return [];
    const { security } = operation;
    const isOneWay = (security.length === 0 ? [[]] : security).some(
      (way) => way.length === schemes.length && way.every(({ name }) => schemes.includes(name)),
    );
    return isOneWay ? [{ ...one, operation }] : [];
  });
}
