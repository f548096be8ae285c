import { isSuccess } from "../http.ts";
import { isWithin, valueAt } from "../json.ts";
import { judgeResponse } from "../judge/judge.ts";
import type { Contract, Example, Operation, Scenario } from "../model.ts";
import { type AddProblem, ofRule } from "../profile/consistency.ts";
import { selectScenario } from "../scenarios/selection.ts";
import { requestFor } from "../wire/request.ts";

// The rules of this project for scenarios.

/** Reports what is wrong with the scenarios of an operation. */
export function checkScenarios(
  contract: Contract,
  operation: Operation,
  addProblem: AddProblem,
): void {
  const { parameters, requestBody, scenarios } = operation;
  checkComplete(operation, ofRule("scenarios-complete", addProblem));
  for (const scenario of scenarios) checkScenario(contract, operation, scenario, addProblem);
  checkDistinct(operation, ofRule("scenarios-distinct", addProblem));
  // Without inputs, no request can choose a response.
  if (parameters.length > 0 || requestBody !== undefined) checkMatched(operation, addProblem);
}

/** A required input has an example: scenarios that do not name it use it in their requests. */
function checkComplete(operation: Operation, addProblem: AddProblem): void {
  const { operationId, parameters, requestBody } = operation;
  const lacking = (what: string, pointer: string): void =>
    addProblem(pointer, `the required ${what} of ${operationId} has no example: add one`);
  for (const { examples, name, pointer, required, shape } of parameters)
    if (required && examples.length === 0 && shape.samples.length === 0)
      lacking(`parameter "${name}"`, pointer);
  const content = requestBody?.content ?? [];
  const hasExample = content.some(
    ({ examples, shape }) => examples.length > 0 || shape.samples.length > 0,
  );
  if (requestBody?.required && !hasExample) lacking("body", requestBody.pointer);
}

/**
 * The request of a scenario must reach its operation, and its response must have the id that the
 * request asks for, and everything that a request can ask for.
 */
function checkScenario(
  contract: Contract,
  operation: Operation,
  scenario: Scenario,
  addProblem: AddProblem,
): void {
  const { name, pointer, response, status, values } = scenario;
  const request = requestFor(operation, values, scenario.body, scenario.mediaType);
  for (const { message, part } of contract.judge(request).notes)
    if (part === "body") addProblem(pointer, `example "${name}": ${message}`, "examples-valid");
  const headers = { "content-type": response?.mediaType ?? "" };
  const body = JSON.stringify(response?.body) ?? "";
  const judged = judgeResponse(operation, { status, headers, body }, values);
  for (const violation of judged.violations)
    if (violation.keyword === "x-identifies")
      addProblem(
        pointer,
        `example "${name}": ${violation.pointer} ${violation.message}`,
        "ids-valid",
      );
  for (const { adds, parameter, value } of isSuccess(status) ? operation.includes : [])
    if (response !== undefined && valueAt(response.body, adds) === undefined) {
      const message = `must be there, because ${parameter.name} can ask for ${value}`;
      addProblem(pointer, `example "${name}": ${adds} ${message}`, "includes-shown");
    }
  if (contract.route(request.method, request.path).operation !== operation)
    ofRule("scenarios-distinct", addProblem)(
      pointer,
      `scenario "${name}" has the path ${request.path}, not one of ${operation.operationId}`,
    );
}

/**
 * The request of a scenario must select it: two with the same values are one too many. A value that
 * selects parts of a body (`x-includes`) does not count.
 */
function checkDistinct(operation: Operation, addProblem: AddProblem): void {
  const { operationId, scenarios } = operation;
  const parts = new Set(operation.includes.map(({ parameter }) => parameter.name));
  const hint = parts.size === 0 ? "" : `, which ${[...parts].join(" and ")} (x-includes) does not`;
  for (const { body, name, pointer, values } of scenarios) {
    const selected = selectScenario(operation, values, body)?.scenario;
    if (selected?.name !== name)
      addProblem(
        pointer,
        `the request of scenario "${name}" of ${operationId} gets "${selected?.name}": ` +
          `let it name what decides between them${hint}`,
      );
  }
}

/** Every status has a scenario, and so has every example that an operation does not share. */
function checkMatched(operation: Operation, addProblem: AddProblem): void {
  const { operationId, parameters, requestBody, responses, scenarios } = operation;
  const both = "a parameter or the body, and one response, have an example of one name";
  const inputs = "a parameter or the body have a second example, whose name no response has";
  const checkExamples = (examples: readonly Example[], among: readonly Scenario[]): void => {
    const names = among.map(({ name }) => name);
    for (const { name, pointer } of examples)
      if (isWithin(pointer, operation.pointer) && !names.includes(name))
        addProblem(
          pointer,
          `example "${name}" of ${operationId} belongs to no scenario: let ${both}`,
          "scenarios-answered",
        );
  };
  // The first example of a parameter or of the body stands for any value, whatever its name is.
  for (const { examples } of [...parameters, ...(requestBody?.content ?? [])])
    checkExamples(examples.slice(1), scenarios);
  for (const { code, content, pointer, status } of responses) {
    // A range promises no status in particular, and a request without a required header gets a 428.
    if (code !== String(status) || status === 428) continue;
    const reaching = scenarios.filter((scenario) => scenario.status === status);
    for (const { examples } of content) checkExamples(examples, reaching);
    if (reaching.length === 0)
      addProblem(
        pointer,
        `no scenario of ${operationId} gets its ${status}: ` +
          `let ${content.length > 0 ? both : inputs}`,
        "statuses-reached",
      );
  }
}
