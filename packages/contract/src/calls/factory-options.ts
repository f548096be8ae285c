import type { JsonValue } from "../json.ts";
import type { Contract, Operation, SecurityAlternative, SecurityScheme } from "../model.ts";
import { designClient } from "./client-design.ts";

/**
 * The options of the factory that send an operation to an address.
 *
 * @param main - The main address, where other operations are served.
 * @param own - The address where the operation is: what stands before its path.
 */
export function addressOptions(
  contract: Contract,
  operation: Operation,
  main: string,
  own: string = main,
): Readonly<Record<string, string>> {
  const { option, otherwise, suffix = "" } = designClient(contract).addressOf(operation) ?? {};
  const address = own.endsWith(suffix) ? own.slice(0, own.length - suffix.length) : own;
  const isSaid = option !== undefined && (address !== main || otherwise !== undefined);
  return { baseUrl: main, ...(isSaid && { [option]: address }) };
}

/** What a credential consists of. */
export type CredentialPart = "token" | "username" | "password";

/**
 * The option `auth` of the factory for a way of authenticating, each credential by the name of its scheme. `undefined`:
 * the way has nothing that a request holds.
 */
export function authOption(
  way: SecurityAlternative,
  secretOf: (scheme: SecurityScheme, part: CredentialPart) => string,
): Readonly<Record<string, JsonValue>> | undefined {
  const members = way
    .filter(({ type }) => type !== "mutualTLS")
    .map((scheme): [string, JsonValue] => [
      scheme.key,
      scheme.scheme === "basic"
        ? { username: secretOf(scheme, "username"), password: secretOf(scheme, "password") }
        : secretOf(scheme, "token"),
    ]);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
