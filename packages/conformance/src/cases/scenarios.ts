import {
  type Include,
  inputsOf,
  type Scenario,
  selectScenario,
  withIncludes,
} from "@workflow-api/contract";
import { isSuccess } from "@workflow-api/contract/http";
import type { JsonValue } from "@workflow-api/contract/json";
import { type Flaw, flawOfExample } from "../responses/flaws.ts";
import {
  type BaseRequest,
  type CaseDraft,
  casesOf,
  createCase,
  judged,
  refusals,
  requestOf,
  scenarioParts,
  unknownStatuses,
  validStatuses,
} from "./base-request.ts";
import type { Case, PartValues } from "./case.ts";

/**
 * The request of every scenario, and a valid one if none succeeds. If known values replace those of
 * a success, its request is like any other valid one.
 */
export function scenarioCases(base: BaseRequest): Case[] {
  const { operation } = base;
  const plain = { name: "valid request", pointer: operation.pointer };
  const cases = operation.scenarios.flatMap((scenario) => {
    const { name, pointer, status } = scenario;
    const values = scenarioValues(base, scenario);
    const attempt = { name: `${status} ${name}`, pointer, values };
    const selection = selectScenario(operation, values, values.get("body"));
    const isOwn = selection?.scenario === scenario && selection.isMatch;
    if (!isOwn) return isSuccess(status) ? casesOf(base, "scenario", [attempt]) : [];
    const statuses = scenarioStatuses(base, scenario, values);
    const flaw = flawOf(base, scenario, attempt);
    const expected = { kind: "scenario", scenario, statuses } as const;
    return [createCase(base, "scenario", { ...attempt, flaw }, expected)];
  });
  const isTried = cases.some(
    ({ expected: { kind, scenario }, flaw }) =>
      flaw === undefined && (kind === "valid" || isSuccess(scenario?.status ?? 0)),
  );
  return [...cases, ...(isTried ? [] : casesOf(base, "scenario", [plain]))];
}

/** What is invalid in the request of a scenario that no refusal documents. */
function flawOf(base: BaseRequest, scenario: Scenario, attempt: CaseDraft): Flaw | undefined {
  if (refusals.has(scenario.status)) return undefined;
  const violated = judged(base, requestOf(base, attempt))?.violations.map(({ part }) => part);
  const found = scenario.violations.find(({ part }) => violated?.includes(part));
  return found && flawOfExample(base.operation, scenario.name, found.at, found);
}

/** An error is decided by its own value: the id of existing data leads elsewhere. */
function scenarioValues(base: BaseRequest, scenario: Scenario): Map<string, JsonValue> {
  const { data, operation, values } = base;
  const known = data.valuesOf(operation);
  const isDeciding = data.hasExamples || !isSuccess(scenario.status);
  const documented = scenarioParts(scenario);
  const sent = inputsOf(operation).flatMap(({ key, required }) => {
    const named = isDeciding && scenario.named.has(key) ? documented.get(key) : undefined;
    const example = documented.get(key) ?? (required ? values.get(key) : undefined);
    const value = named ?? known.get(key) ?? example;
    return value === undefined ? [] : [[key, value] as const];
  });
  return new Map(sent);
}

/**
 * A server with the data of a scenario responds with its status. Another one has no entity with the
 * id of a 404, but need not have any other state of the examples: whatever conforms for a valid
 * request conforms there.
 */
function scenarioStatuses(base: BaseRequest, scenario: Scenario, values: PartValues): string[] {
  const status = String(scenario.status);
  if (base.data.hasExamples) return [status];
  const unknown = unknownStatuses(base, values);
  if (status === "404" && unknown.includes(status)) return unknown;
  // An id that the server knows exists.
  const right = validStatuses(base, values).filter((each) => each !== "404");
  return [...new Set([status, ...right, ...unknown])];
}

/** Combinations of includes for every scenario that succeeds: none, each and all. */
export function includeCases(base: BaseRequest): Case[] {
  const { includes, scenarios } = base.operation;
  const successes = scenarios.filter(({ status }) => isSuccess(status));
  return successes.flatMap((scenario) => {
    const attempts = combinationsOf(includes).map((combination) => {
      const names = combination.map(({ value }) => value).join(" and ") || "nothing";
      return {
        name: `${scenario.status} ${scenario.name} including ${names}`,
        part: includes[0]?.parameter.key ?? "include",
        pointer: (combination[0] ?? includes[0])?.pointer ?? "",
        values: withIncludes(base.operation, scenarioValues(base, scenario), combination),
      };
    });
    return casesOf(base, "include", attempts);
  });
}

function combinationsOf(includes: readonly Include[]): Include[][] {
  if (includes.length === 0) return [];
  return [
    [],
    ...includes.map((include) => [include]),
    // In another order than that of the contract.
    ...(includes.length > 1 ? [includes.toReversed()] : []),
  ];
}
