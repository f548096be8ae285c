import {
  type Include,
  type JsonValue,
  type Scenario,
  selectScenario,
  withIncludes,
} from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { createCase, type Draft, unknownStatuses, validCase, validStatuses } from "../draft.ts";

/** The request of every scenario. Where known values make another request of it, that of a success is valid like any other. */
export function scenarioCases(draft: Draft): Case[] {
  const { operation } = draft;
  return operation.scenarios.flatMap((scenario) => {
    const values = valuesOf(draft, scenario);
    const parts = {
      group: "scenario",
      name: `${scenario.status} ${scenario.name}`,
      pointer: scenario.pointer,
      values,
      ...(scenario.body !== undefined && { body: scenario.body }),
    } as const;
    const selection = selectScenario(operation, values, scenario.body ?? draft.body);
    if (selection?.scenario !== scenario || !selection.isMatch)
      return scenario.status < 300 ? validCase(draft, parts) : [];
    const statuses = scenarioStatuses(draft, scenario, values);
    return [createCase(draft, { ...parts, kind: "scenario", scenario, statuses })];
  });
}

function valuesOf({ known, operation, values }: Draft, scenario: Scenario): Map<string, JsonValue> {
  const own = operation.parameters.flatMap(({ key, required }) => {
    const value = known?.get(key) ?? scenario.values.get(key) ?? (required ? values.get(key) : undefined);
    return value === undefined ? [] : [[key, value] as const];
  });
  return new Map(own);
}

/** A foreign server knows that it does not know an id, and who may not enter, but not the other states of the examples. */
function scenarioStatuses(
  draft: Draft,
  { status }: Scenario,
  values: ReadonlyMap<string, JsonValue>,
): string[] {
  const hasId = draft.operation.parameters.some((parameter) => parameter.in === "path");
  const isOwn = draft.known === undefined || [401, 403].includes(status) || (status === 404 && hasId);
  const others = isOwn
    ? []
    : [...unknownStatuses(draft, values), ...(status < 300 ? [] : validStatuses(draft, values))];
  return [...new Set([String(status), ...others])];
}

/** Every combination of includes, bounded: none, each, each pair and all, of every scenario that succeeds. */
export function includeCases(draft: Draft): Case[] {
  const { includes, scenarios } = draft.operation;
  const [first] = includes;
  if (first === undefined) return [];
  const successes = scenarios.filter(({ status }) => status >= 200 && status <= 299);
  return successes.flatMap((scenario) =>
    combinationsOf(includes).flatMap((asked) => {
      const names = asked.map(({ value }) => value);
      return validCase(draft, {
        group: "include",
        name: `${scenario.status} ${scenario.name} including ${names.length === 0 ? "nothing" : names.join(" and ")}`,
        pointer: (asked[0] ?? first).pointer,
        values: withIncludes(draft.operation, valuesOf(draft, scenario), asked),
        ...(scenario.body !== undefined && { body: scenario.body }),
      });
    }),
  );
}

/** Beyond so many includes their pairs are too many to try. */
const mostPaired = 8;

function combinationsOf(includes: readonly Include[]): Include[][] {
  const pairs = includes.flatMap((one, index) => includes.slice(index + 1).map((other) => [one, other]));
  return [
    [],
    ...includes.map((include) => [include]),
    ...(includes.length > 2 && includes.length <= mostPaired ? pairs : []),
    ...(includes.length > 1 ? [[...includes]] : []),
  ];
}
