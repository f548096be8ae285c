import { type Case, checkResponse } from "@workflow-api/conformance";
import { askedIncludes, type HttpResponse, pruneIncludes } from "@workflow-api/contract";
import { isEqual, type JsonValue, replaceAt } from "@workflow-api/contract/json";

/**
 * What is wrong with the mock's response to a case: what is wrong of any server, and what the mock
 * promises beside. A scenario is exact, a refusal as the contract documents it,
 * otherwise as problem details that name the part.
 */
export function findProblems(one: Case, response: HttpResponse): string[] {
  const found = checkResponse(one, response).map(({ message }) => message);
  const { kind } = one.expected;
  // What the contract documents is as it says.
  if (!isDocumented(one, response.status)) {
    const statuses = promised[kind] ?? [response.status];
    if (!statuses.includes(response.status))
      found.push(`a request that is ${kind} must not get ${response.status}`);
    if (response.headers["content-type"] === "application/problem+json")
      found.push(...problemProblems(one, response));
  }
  if (kind === "scenario") found.push(...scenarioProblems(one, response));
  if (response.status === 401 && response.headers["www-authenticate"] === undefined)
    found.push("a 401 must have the header www-authenticate");
  if (/prism/i.test(response.body)) found.push("the body must not speak of Prism");
  return found;
}

const promised: Partial<Record<Case["expected"]["kind"], readonly number[]>> = {
  // The 401 is negotiated as any other response is.
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
  response: HttpResponse,
): string[] {
  if (scenario === undefined || operation === undefined) return [];
  if (response.status !== scenario.status)
    return [`the status must be ${scenario.status}, but is ${response.status}`];
  const { name, response: shown } = scenario;
  const body = response.body === "" ? undefined : JSON.parse(response.body);
  const documented = operation.responses.find(({ status }) => status === scenario.status);
  const wrong = (documented?.headers ?? []).filter(({ examples, name: field }) => {
    const example = examples.find((each) => each.name === name);
    return example !== undefined && String(example.value) !== response.headers[field.toLowerCase()];
  });
  const asked = askedIncludes(operation, values);
  const expected =
    shown && documented?.isSuccess
      ? operation.parameters.reduce<JsonValue>(
          (all, { identifies, key }) =>
            identifies === undefined ? all : replaceAt(all, identifies, values.get(key)),
          pruneIncludes(operation, asked, shown.body),
        )
      : shown?.body;
  const sent = response.headers["mock-scenario"];
  return [
    ...(isEqual(body, expected) ? [] : [`the body must be that of ${name}`]),
    ...wrong.map((header) => `the header ${header.name} must be that of ${name}`),
    ...(sent === `${name}; matched`
      ? []
      : [`${name} must be matched, but mock-scenario is ${sent}`]),
  ];
}

function problemProblems({ broken }: Case, { body }: HttpResponse): string[] {
  const { detail, errors, status, title, type } = JSON.parse(body);
  const isWhole = [type, title, detail].every((text) => typeof text === "string" && text !== "");
  const names = (errors ?? []).map((error: { in: string; name?: string }) =>
    error.name === undefined ? error.in : `${error.in} ${error.name}`,
  );
  return [
    ...(isWhole && Number.isInteger(status) ? [] : ["problem details must be whole"]),
    ...(broken === undefined || status === 406 || names.includes(broken.part)
      ? []
      : [`errors must name ${broken.part}, but name ${names.join(", ")}`]),
  ];
}
