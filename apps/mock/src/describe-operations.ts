import {
  type Contract,
  type ContractRequest,
  completedScenario,
  exampleRequest,
  type Operation,
  scenarioRequest,
} from "@workflow-api/contract";
import { clientCall } from "./client-call.ts";
import { withSampleCredentials } from "./sample-credentials.ts";
import { type UnreachedResponse, unreachedResponses } from "./unreached-responses.ts";

/** A scenario, and the request that reaches it. */
export interface ScenarioSummary {
  readonly name: string;
  readonly status: number;
  readonly summary: string;
  /** Whether it also answers what no scenario matches. */
  readonly isDefault: boolean;
  /** A command for a POSIX shell that sends the request, with sample credentials, and shows the answer. */
  readonly curl: string;
  /** A piece of a program that sends the request by the typed client. */
  readonly call: string;
}

/** An operation, and the scenarios that answer its requests. */
export interface OperationSummary {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly scenarios: readonly ScenarioSummary[];
  /** The documented responses that none of them is. */
  readonly unreached: readonly UnreachedResponse[];
  /** The command of the default scenario; of an operation without scenarios, of an example request. */
  readonly curl: string;
}

/**
 * The operations of a contract as someone who calls the mock wants to see them.
 * @param url The address of the mock, without a trailing slash.
 */
export function describeOperations(contract: Contract, url: string): OperationSummary[] {
  return contract.operations.map((operation) => {
    const { operationId, method, path, summary, scenarios, defaultScenario } = operation;
    const described = scenarios.map((scenario) => {
      const sent = completedScenario(contract, operation, scenario);
      return {
        name: scenario.name,
        status: scenario.status,
        summary: scenario.summary,
        isDefault: scenario === defaultScenario,
        curl: curlCommand(operation, scenarioRequest(operation, sent), url),
        call: clientCall(contract, operation, sent, url),
      };
    });
    const chosen = described.find(({ isDefault }) => isDefault) ?? described[0];
    const curl =
      chosen?.curl ??
      curlCommand(operation, scenarioRequest(operation, exampleRequest(contract, operation)), url);
    const unreached = unreachedResponses(operation);
    return { operationId, method, path, summary, scenarios: described, unreached, curl };
  });
}

/** A curl command line for a request of an operation, with sample credentials. */
export function curlCommand(operation: Operation, request: ContractRequest, url: string): string {
  const { body, headers, method, target } = withSampleCredentials(operation, request);
  return [
    "curl -i",
    // curl takes brackets and braces in an address for ranges and lists.
    ...(/[[\]{}]/.test(target) ? ["-g"] : []),
    ...methodOption(method),
    quote(`${url}${target}`),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ].join(" ");
}

/** A HEAD that is only named would wait for a body. */
function methodOption(method: string): readonly string[] {
  if (method === "GET") return [];
  return method === "HEAD" ? ["--head"] : ["-X", method];
}

/** One word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
