import type { Contract } from "@workflow-api/contract";
import type { Answer } from "../case.ts";
import type { Credentials } from "../credentials.ts";
import { variableOf } from "../stand-ins.ts";
import { UsageError } from "./options.ts";

/**
 * The secrets of the contract's security schemes that the environment holds.
 * @throws {UsageError} One has a character that no header can carry, such as a line break.
 */
export function credentialsFrom(
  { securitySchemes }: Contract,
  environment: Readonly<Record<string, string | undefined>>,
): Credentials {
  const found = securitySchemes.flatMap(({ key }): [string, string][] => {
    const name = variableOf(key);
    const value = environment[name];
    if (value !== undefined && /[^\t\x20-\x7e\x80-\xff]|^\s|\s$/.test(value))
      throw new UsageError(
        `${name} begins or ends with white space, or has a character that no header can carry.`,
      );
    return value === undefined || value === "" ? [] : [[key, value]];
  });
  return Object.fromEntries(found);
}

/** Shorter secrets are left alone in what a server says: they stand in every other word, and nobody can tell them. */
const shortest = 4;

/**
 * What a finding says of an answer, without the secrets that the server has put into its headers: those are quoted.
 * Nothing else in a report can hold one; see `withSecrets`.
 */
export function withoutEchoes(message: string, { headers }: Answer, credentials: Credentials): string {
  const came = Object.values(headers).join("\n");
  return Object.entries(credentials)
    .filter(([, secret]) => secret.length >= shortest && came.includes(secret))
    .reduce((text, [key, secret]) => text.replaceAll(secret, () => `<${variableOf(key)}>`), message);
}
