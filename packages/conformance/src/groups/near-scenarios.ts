import { isDeepStrictEqual } from "node:util";
import {
  type JsonValue,
  type Operation,
  type Parameter,
  parameterKey,
  type Scenario,
} from "@workflow-api/contract";
import type { Call, Case, MockExpectation } from "../case.ts";
import { baseRequest, createCase, type Derivation, isSound, mockAnswer, sendable } from "../derivation.ts";
import { dividesPath } from "../divides-path.ts";
import { askedBy } from "../include-values.ts";
import { validValues } from "../schema/values.ts";
import { isAcceptedOnWire } from "../wire.ts";

/** Every scenario with one of its values changed: the request is no longer that of the scenario. */
export function nearScenarioCases(derivation: Derivation, operation: Operation): Case[] {
  const sound = operation.scenarios.filter((scenario) => isSound(operation, scenario));
  return sound.flatMap((scenario) =>
    operation.parameters.flatMap((parameter) => {
      const key = parameterKey(parameter);
      const own = scenario.values.get(key);
      if (own === undefined) return [];
      return otherValues(derivation, operation, parameter, own).flatMap((value) =>
        nearScenario(derivation, operation, scenario, parameter, value),
      );
    }),
  );
}

function nearScenario(
  derivation: Derivation,
  operation: Operation,
  scenario: Scenario,
  parameter: Parameter,
  value: JsonValue,
): Case[] {
  const base = baseRequest(derivation, operation, scenario);
  const call = { ...base, values: new Map([...base.values, [parameterKey(parameter), value]]) };
  const request = sendable(derivation, operation, call);
  const mock = mockAnswer(operation, request);
  if (mock === undefined) return [];
  return [
    createCase(derivation, {
      // A request that asks for less than its scenario holds is about what is left out.
      group: prunes(operation, call, mock) ? "include" : "near",
      operation,
      name: `${mock.status} near ${scenario.name} with another ${parameter.in} ${parameter.name}`,
      pointer: parameter.parameterPointer,
      request,
      call,
      verdict: "valid",
      // Which answer comes is only known of a mock: the contract says no more of the request than that it is valid.
      statuses: operation.responses.map(({ status }) => status),
      mock,
    }),
  ];
}

/** Whether the answer holds less than the example of the scenario that answers, which an error never does. */
function prunes(operation: Operation, { values }: Call, { scenario }: MockExpectation): boolean {
  const answering = operation.scenarios.find(({ name }) => name === scenario?.name);
  if (answering === undefined || answering.status >= 300) return false;
  const asked = new Set(askedBy(operation, values));
  return askedBy(operation, answering.values).some((pointer) => !asked.has(pointer));
}

/** A value of each other scenario, or else one that the schema accepts. */
function otherValues(
  derivation: Derivation,
  operation: Operation,
  parameter: Parameter,
  own: JsonValue,
): JsonValue[] {
  const key = parameterKey(parameter);
  const isOther = (value: JsonValue): boolean =>
    !isDeepStrictEqual(value, own) &&
    isAcceptedOnWire(parameter, value) &&
    !dividesPath(operation, parameter, value);
  const given = operation.scenarios.flatMap(({ values }) => values.get(key) ?? []).filter(isOther);
  const made = validValues(derivation.world, parameter, own).map(({ value }) => value);
  return [
    ...new Map(
      [...given, ...made.filter(isOther).slice(0, 1)].map((value) => [JSON.stringify(value), value]),
    ).values(),
  ];
}
