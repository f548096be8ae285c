import type { Contract } from "@workflow-api/contract";
import { isSuccess } from "@workflow-api/contract/http";
import { Code, clientCall, literal, memberAccess } from "../src/calls.ts";
import { BANNER } from "./writer.ts";

/**
 * The example program: it calls the first operation that reads, else the first, with the values of
 * its first success, and prints the data. What needs a value that no example has is not called.
 */
export function quickStart(contract: Contract): string {
  return `${BANNER}
// biome-ignore-all format: It is generated.
${programOf(contract)}`;
}

function programOf(contract: Contract): string {
  const calls = contract.operations.flatMap((operation) => {
    const success = operation.scenarios.find(({ status }) => isSuccess(status));
    const { body, values } = success ?? { body: undefined, values: new Map() };
    const isComplete =
      operation.parameters.every(({ key, required }) => !required || values.has(key)) &&
      (body !== undefined || operation.requestBody?.required !== true);
    return isComplete ? [{ operation, values, body }] : [];
  });
  const call = calls.find(({ operation }) => operation.method === "GET") ?? calls[0];
  if (call === undefined) return withoutCall;
  const { arguments: args, method, options } = clientCall(contract, call);
  const [requirement = []] = call.operation.security;
  const login = { username: "any name", password: "any password" };
  const auth = requirement.map(({ name, type }) => [
    name,
    type === "basic" ? login : `any ${name}`,
  ]);
  const factory = {
    baseUrl: new Code('process.argv[2] ?? "http://127.0.0.1:4010"'),
    ...options,
    ...(auth.length > 0 && { auth: Object.fromEntries(auth) }),
  };
  return `import { createClient } from "@workflow-api/client";

const api = createClient(${literal(factory)});
const data = await api${memberAccess(method)}(${literal(args)});
console.log(JSON.stringify(data, undefined, 2));
`;
}

/** It also holds for a contract whose calls need values that no example has. */
const withoutCall = `import * as client from "@workflow-api/client";

// No operation of the contract has an example of all that a call needs.
console.log(Object.keys(client));
`;
