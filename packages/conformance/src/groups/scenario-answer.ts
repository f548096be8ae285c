import { isDeepStrictEqual } from "node:util";
import { type Operation, parameterKey, projectIncludes, type Scenario } from "@workflow-api/contract";
import type { Call, Case, CaseRequest, MockExpectation } from "../case.ts";
import { type Derivation, deprecatedIn, mockAnswerTo, sampleHeaders } from "../derivation.ts";
import { askedBy } from "../include-values.ts";

/**
 * What the mock answers to the request of a scenario. Values that are given may make another request of it: that gets what
 * the mock has for it, and is no request of the scenario any more where that is another status.
 */
export function scenarioAnswer(
  derivation: Derivation,
  operation: Operation,
  scenario: Scenario,
  { call, request }: { readonly call: Call; readonly request: CaseRequest },
): { readonly mock: MockExpectation; readonly replaced: Case["replaced"] } {
  const replaced = replacedIn(derivation, operation, scenario);
  const changed = replaced.length > 0 ? mockAnswerTo(operation, request, call) : undefined;
  if (changed?.status === scenario.status) return { mock: changed, replaced: undefined };
  return { mock: ownAnswer(operation, scenario, call), replaced: changed && replaced };
}

/** The answer of the scenario, less what its `include` does not ask for. */
function ownAnswer(operation: Operation, scenario: Scenario, call: Call): MockExpectation {
  const { name, response, status } = scenario;
  const isPruned = response !== undefined && status >= 200 && status < 300;
  return {
    status,
    headers: sampleHeaders(operation, scenario),
    scenario: { name, matched: true },
    deprecated: deprecatedIn(operation, call),
    body: isPruned
      ? projectIncludes(operation.includes, askedBy(operation, call.values), response)
      : response,
  };
}

/** The names of the parameters that are given another value than the scenario has. */
function replacedIn({ values }: Derivation, operation: Operation, scenario: Scenario): string[] {
  const given = values(operation);
  const isReplaced = (key: string): boolean =>
    given.has(key) && !isDeepStrictEqual(given.get(key), scenario.values.get(key));
  return operation.parameters.filter((each) => isReplaced(parameterKey(each))).map(({ name }) => name);
}
