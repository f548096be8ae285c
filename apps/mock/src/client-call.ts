import type { Contract, Operation, Scenario } from "@workflow-api/contract";
import {
  addressOptions,
  authOption,
  bodyLines,
  literal,
  memberAccess,
  scenarioCall,
  withBody,
} from "@workflow-api/contract/calls";

/** Each statement stands on one line. */
const width = Number.POSITIVE_INFINITY;

/**
 * A piece of a program that sends a scenario's request by the typed client, for people to copy: it builds the client
 * with sample credentials, and calls it.
 * @param url The address of the mock.
 */
export function clientCall(
  contract: Contract,
  operation: Operation,
  scenario: Scenario,
  url: string,
): string {
  const call = scenarioCall(contract, operation, scenario);
  const { method, options, arguments: args } = call;
  const way = operation.security.find((schemes) => schemes.every(({ type }) => type !== "mutualTLS")) ?? [];
  const auth = authOption(way, (_scheme, part) => (part === "token" ? "sample" : part));
  const factory = { ...addressOptions(contract, operation, url), ...options, ...(auth && { auth }) };
  return [
    'import { createClient } from "@workflow-api/client";',
    "",
    `const api = createClient(${literal(factory, "", width)});`,
    ...bodyLines(call),
    `const answer = await api${memberAccess(method)}(${withBody(call, literal(args, "", width))});`,
  ].join("\n");
}
