import {
  type Include,
  isSuccess,
  type JsonValue,
  type Scenario,
  selectScenario,
  withIncludes,
} from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { casesOf, createCase, type Draft, unknownStatuses, validStatuses } from "../draft.ts";

/**
 * The request of every scenario. Where known values make another request of it, that of a success
 * is valid like any other.
 */
export function scenarioCases(draft: Draft): Case[] {
  const { operation } = draft;
  return operation.scenarios.flatMap((scenario) => {
    const { body, name, pointer, status } = scenario;
    const values = valuesOf(draft, scenario);
    const trial = { name: `${status} ${name}`, pointer, values, body };
    const selection = selectScenario(operation, values, body ?? draft.body);
    if (selection?.scenario !== scenario || !selection.isMatch)
      return isSuccess(status) ? casesOf(draft, "scenario", [trial]) : [];
    const statuses = scenarioStatuses(draft, scenario, values);
    return [createCase(draft, "scenario", trial, { kind: "scenario", scenario, statuses })];
  });
}

function valuesOf({ known, operation, values }: Draft, scenario: Scenario): Map<string, JsonValue> {
  const own = operation.parameters.flatMap(({ key, required }) => {
    const value =
      known?.get(key) ?? scenario.values.get(key) ?? (required ? values.get(key) : undefined);
    return value === undefined ? [] : [[key, value] as const];
  });
  return new Map(own);
}

/**
 * A foreign server says of a strange id or caller that it is one, and knows nothing of the other
 * states of the examples.
 */
function scenarioStatuses(
  draft: Draft,
  { status }: Scenario,
  values: ReadonlyMap<string, JsonValue>,
): string[] {
  if (draft.known === undefined) return [String(status)];
  const unknown = unknownStatuses(draft, values);
  const isOwn = isSuccess(status) || unknown.includes(String(status));
  return [...new Set([String(status), ...(isOwn ? unknown : validStatuses(draft, values))])];
}

/**
 * Every combination of includes, bounded: none, each, each pair and all, of every scenario that
 * succeeds.
 */
export function includeCases(draft: Draft): Case[] {
  const { includes, scenarios } = draft.operation;
  const successes = scenarios.filter(({ status }) => isSuccess(status));
  return successes.flatMap((scenario) => {
    const trials = combinationsOf(includes).map((asked) => {
      const names = asked.map(({ value }) => value).join(" and ") || "nothing";
      return {
        name: `${scenario.status} ${scenario.name} including ${names}`,
        pointer: (asked[0] ?? includes[0])?.pointer ?? "",
        values: withIncludes(draft.operation, valuesOf(draft, scenario), asked),
        body: scenario.body,
      };
    });
    return casesOf(draft, "include", trials);
  });
}

/** Beyond so many includes their pairs are too many to try. */
const mostPaired = 8;

function combinationsOf(includes: readonly Include[]): Include[][] {
  if (includes.length === 0) return [];
  const pairs = includes.flatMap((one, index) =>
    includes.slice(index + 1).map((other) => [one, other]),
  );
  return [
    [],
    ...includes.map((include) => [include]),
    ...(includes.length <= mostPaired ? pairs : []),
    ...(includes.length > 2 ? [[...includes]] : []),
  ];
}
