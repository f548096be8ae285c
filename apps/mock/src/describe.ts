import { baseUrlOptions, clientCall, literal, memberAccess } from "@workflow-api/client/calls";
import {
  type Contract,
  curlCommand,
  type HttpRequest,
  type Operation,
  type Scenario,
  scenarioRequest,
} from "@workflow-api/contract";
import { sampleCredentials } from "./credentials.ts";

/** A scenario, and the request that selects it. */
export interface ScenarioSummary {
  readonly name: string;
  readonly status: number;
  readonly summary: string;
  /** Whether it is also the response to requests that match no scenario. */
  readonly isDefault: boolean;
  /**
   * A command for a POSIX shell that sends the request with sample credentials and shows the
   * response.
   */
  readonly curl: string;
  /** Code that sends the request by the typed client. */
  readonly call: string;
}

/** An operation and its scenarios. */
export interface OperationSummary {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly scenarios: readonly ScenarioSummary[];
}

/**
 * The operations of a contract, as the page of the mock lists them.
 *
 * @param url - The URL of the mock, without a trailing slash.
 */
export function describeOperations(contract: Contract, url: string): OperationSummary[] {
  return contract.operations.map((operation) => {
    const { defaultScenario, method, operationId, path, scenarios, summary } = operation;
    const described = scenarios.map((scenario) => ({
      name: scenario.name,
      status: scenario.status,
      summary: scenario.summary,
      isDefault: scenario === defaultScenario,
      curl: sampleCommand(operation, scenarioRequest(operation, scenario), url),
      call: clientProgram(contract, operation, scenario, url),
    }));
    return { operationId, method, path, summary, scenarios: described };
  });
}

/** A curl command that sends a request with sample credentials. */
function sampleCommand(operation: Operation, request: HttpRequest, url: string): string {
  const { accept: _, ...headers } = { ...request.headers, ...sampleCredentials(operation) };
  return curlCommand(url, { ...request, headers }, { showsHead: true, isOneLine: true });
}

const sampleLogin = { username: "sample", password: "sample" };

function clientProgram(
  contract: Contract,
  operation: Operation,
  scenario: Scenario,
  url: string,
): string {
  const { arguments: args, method, options } = clientCall(contract, { operation, ...scenario });
  const [requirement = []] = operation.security;
  const auth = Object.fromEntries(
    requirement.map(({ name, type }) => [name, type === "basic" ? sampleLogin : "sample"]),
  );
  const factory = {
    ...baseUrlOptions(contract, operation, url),
    ...options,
    ...(requirement.length > 0 && { auth }),
  };
  return [
    'import { createClient } from "@workflow-api/client";',
    "",
    `const api = createClient(${literal(factory)});`,
    `const answer = await api${memberAccess(method)}(${literal(args)});`,
    "console.log(answer);",
  ].join("\n");
}
