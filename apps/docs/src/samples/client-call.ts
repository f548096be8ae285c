import {
  type Contract,
  type JsonValue,
  type Operation,
  parameterKey,
  type Scenario,
  type SecurityAlternative,
  scenarioValues,
} from "@workflow-api/contract";
import { addressOptions, authOption, type ClientCall, scenarioCall } from "@workflow-api/contract/calls";
import { credentialOf } from "../view/security.ts";
import { sampleAddress } from "./sample-request.ts";

/** A call of the typed client, with all options of its factory. */
export interface SampleCall extends Omit<ClientCall, "options"> {
  readonly options: Readonly<Record<string, JsonValue>>;
}

/** The call of the typed client that sends the request of a scenario. `undefined`: its types refuse these values. */
export function sampleCall(
  contract: Contract,
  operation: Operation,
  scenario: Scenario,
  way: SecurityAlternative,
): SampleCall | undefined {
  const values = scenarioValues(operation, scenario);
  const isTyped = operation.parameters.every((parameter) => {
    const value = values.get(parameterKey(parameter));
    return value === undefined || parameter.accepts(value);
  });
  const call = scenarioCall(contract, operation, scenario);
  return isTyped ? { ...call, options: clientOptions(contract, operation, way, call.options) } : undefined;
}

/** The options of the factory for an operation, with these values of the headers that it fills. */
export function clientOptions(
  contract: Contract,
  operation: Operation,
  way: SecurityAlternative,
  settings: ClientCall["options"],
): Readonly<Record<string, JsonValue>> {
  const auth = authOption(way, (scheme, part) => {
    const parts = credentialOf(scheme)?.parts ?? [];
    return (part === "password" ? parts[1] : parts[0])?.placeholder ?? "";
  });
  return {
    ...addressOptions(contract, operation, sampleAddress(contract), sampleAddress(operation)),
    ...settings,
    ...(auth && { auth }),
  };
}
