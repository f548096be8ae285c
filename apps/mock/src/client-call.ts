import type { Contract, Operation, Scenario } from "@workflow-api/contract";
import {
  addressOptions,
  authOption,
  formLines,
  literal,
  memberAccess,
  scenarioCall,
  withForm,
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
  const { method, options, arguments: args, form } = call;
  const way = operation.security.find((schemes) => schemes.every(({ type }) => type !== "mutualTLS")) ?? [];
  const auth = authOption(way, (_scheme, part) => (part === "token" ? "sample" : part));
  const factory = { ...addressOptions(contract, operation, url), ...options, ...(auth && { auth }) };
  const isEmpty = Object.keys(args).length === 0 && form === undefined;
  return [
    'import { createClient } from "@workflow-api/client";',
    "",
    `const api = createClient(${literal(factory, "", width)});`,
    ...formLines(call),
    `const answer = await api${memberAccess(method)}(${isEmpty ? "" : withForm(call, literal(args, "", width))});`,
  ].join("\n");
}
