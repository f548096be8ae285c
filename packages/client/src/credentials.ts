import type { OperationName } from "./api-error.ts";
import { schemes, wire } from "./generated/wire.ts";
import type { WireOperation, WireScheme } from "./operation.ts";
import { refuseOption } from "./options.ts";
import { safeCause } from "./secrets.ts";

/** What an application gave to be sent, and what must not be shown of it. */
export interface Credentials {
  /** By the names of the schemes: credentials, or functions that return them. */
  readonly given: Readonly<Record<string, unknown>>;
  /** By the names of the schemes too; of what a function returns, the last. */
  readonly secrets: Map<string, readonly string[]>;
}

/**
 * The credentials that an application gave.
 *
 * @throws {ConfigurationError} They are not exactly one way of authenticating, or one of them cannot be sent.
 */
export function readCredentials(auth: unknown): Credentials {
  // Also by the names of the table: those of a class may be accessors, which are no members of its instances.
  const members = Object.keys({ ...schemes, ...Object(auth) })
    .map((key) => [key, Object(auth)[key]] as const)
    .filter(([, value]) => value !== undefined);
  const credentials = { given: Object.fromEntries(members), secrets: new Map() };
  const ways = Object.values(wire).flatMap(({ security = [[]] }) => security);
  if (!ways.some((way) => way.length === members.length && isGiven(way, credentials))) {
    refuseOption("auth", `takes exactly ${listOf(ways)}`);
  }
  for (const [key, value] of members) if (typeof value !== "function") credentialOf(key, value, credentials);
  return credentials;
}

/** A credential that can be sent. */
export interface Credential extends WireScheme {
  readonly token: string;
  /** What must not be shown of it. */
  readonly secrets: readonly string[];
}

/** The credentials of an operation, or what asks the application for them anew; no error shows those that are known. */
export type CredentialSource =
  | readonly Credential[]
  | ((known: readonly string[]) => Promise<readonly Credential[]>);

/** The credentials that an operation takes of what an application gave. Asking for them may end in ConfigurationError. */
export function credentialsOf(
  operation: OperationName,
  security: NonNullable<WireOperation["security"]>,
  credentials: Credentials,
): CredentialSource {
  const way = security.find((each) => isGiven(each, credentials));
  if (!way) {
    return async () =>
      refuseOption("auth", `must hold ${listOf(security)} here. Nothing was sent`, operation);
  }
  const { given, secrets } = credentials;
  if (!way.some((key) => typeof given[key] === "function")) {
    return way.map((key) => credentialOf(key, given[key], credentials, operation));
  }
  return async (known) => {
    const asked = await Promise.allSettled(
      way.map(async (key) => {
        const secret = given[key];
        return typeof secret === "function" ? secret() : secret;
      }),
    );
    // Before what failed is told: its error may name what the others returned.
    const read = asked.flatMap((each, index) =>
      each.status === "fulfilled" ? credentialOf(way[index] ?? "", each.value, credentials, operation) : [],
    );
    const failed = asked.find((each) => each.status === "rejected");
    if (!failed) return read;
    const cause = safeCause(failed.reason, [...known, ...[...secrets.values()].flat()]);
    return refuseOption("auth", "holds a function that failed. Nothing was sent", operation, cause);
  };
}

function isGiven(way: readonly string[], { given }: Credentials): boolean {
  return way.every((key) => Object.hasOwn(given, key));
}

/** The ways of authenticating, in words. */
function listOf(ways: readonly (readonly string[])[]): string {
  const names = ways.map((way) => way.join(" and ")).filter(Boolean);
  return [...new Set(names)].join(", or ");
}

/** A credential as it travels. Its value is in no message. */
function credentialOf(
  key: string,
  value: unknown,
  credentials: Credentials,
  operation?: OperationName,
): Credential {
  // The ways of the table name none but the schemes of the table.
  const scheme = schemes[key] as WireScheme;
  const { basic, takes = "printable ASCII, with no space at either end" } = scheme;
  const secrets = basic ? basic(value) : [value].filter((each) => typeof each === "string");
  const [token = ""] = secrets;
  if (!/^[!-~]([ -~]*[!-~])?$/.test(token)) refuseOption(`auth.${key}`, `must be ${takes}`, operation);
  credentials.secrets.set(key, secrets);
  return { ...scheme, token, secrets };
}
