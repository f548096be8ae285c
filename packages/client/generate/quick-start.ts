import type { Contract } from "@workflow-api/contract";
import { Code, clientCall, literal, memberAccess } from "../src/calls.ts";
import { BANNER } from "./writer.ts";

/**
 * The example program: it calls the first operation that reads, else the first, with the values of
 * its first success, and prints the data.
 */
export function quickStart(contract: Contract): string {
  const calls = contract.operations.flatMap((operation) => {
    const scenario = operation.scenarios.find(({ status }) => status < 300);
    return scenario === undefined ? [] : [{ ...scenario, operation }];
  });
  const call = calls.find(({ operation }) => operation.method === "GET") ?? calls[0];
  if (call === undefined) throw new Error("No scenario of the contract shows a success.");
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
  return `${BANNER}
// biome-ignore-all format: It is generated.
import { createClient } from "@workflow-api/client";

const api = createClient(${literal(factory)});
const data = await api${memberAccess(method)}(${literal(args)});
console.log(JSON.stringify(data, undefined, 2));
`;
}
