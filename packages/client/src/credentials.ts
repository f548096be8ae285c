import type { OperationName } from "./api-error.ts";
import { schemes, wire } from "./generated/wire.ts";
import type { WireOperation, WireScheme } from "./operation.ts";
import { refuseOption } from "./options.ts";
import { safeCause } from "./secrets.ts";

/** What an application gave to be sent, by the names of the schemes: credentials, or functions that return them. */
export type Credentials = Readonly<Record<string, unknown>>;

/**
 * The credentials that an application gave.
 *
 * @throws {ConfigurationError} They are not exactly one way of authenticating, or one of them cannot be sent.
 */
export function readCredentials(auth: unknown): Credentials {
  const members = Object.entries(auth ?? {}).filter(([, value]) => value !== undefined);
  const given = Object.fromEntries(members);
  const ways = Object.values(wire).flatMap(({ security = [[]] }) => security);
  if (!ways.some((way) => way.length === members.length && isGiven(way, given))) {
    refuseOption("auth", `takes exactly ${listOf(ways)}`);
  }
  for (const [key, value] of members) if (typeof value !== "function") credentialOf(key, value);
  return given;
}

/** A credential that can be sent. */
export interface Credential extends Pick<WireScheme, "attach"> {
  readonly header: string;
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
  given: Credentials,
): CredentialSource {
  const way = security.find((each) => isGiven(each, given));
  if (!way) {
    return async () =>
      refuseOption("auth", `must hold ${listOf(security)} here. Nothing was sent`, operation);
  }
  return way.some((key) => typeof given[key] === "function")
    ? (known) =>
        Promise.all(
          way.map(async (key) => credentialOf(key, await ask(given[key], operation, known), operation)),
        )
    : way.map((key) => credentialOf(key, given[key], operation));
}

function isGiven(way: readonly string[], given: Credentials): boolean {
  return way.every((key) => Object.hasOwn(given, key));
}

/** The ways of authenticating, in words. */
function listOf(ways: readonly (readonly string[])[]): string {
  const names = ways.map((way) => way.join(" and ")).filter(Boolean);
  return [...new Set(names)].join(", or ");
}

async function ask(secret: unknown, operation: OperationName, known: readonly string[]): Promise<unknown> {
  try {
    return await (typeof secret === "function" ? secret() : secret);
  } catch (error) {
    const problem = "holds a function that failed. Nothing was sent";
    return refuseOption("auth", problem, operation, safeCause(error, known));
  }
}

/** A credential as it travels. Its value is in no message. */
function credentialOf(key: string, value: unknown, operation?: OperationName): Credential {
  // The ways of the table name none but the schemes of the table.
  const { attach, header = "", basic, takes = "printable ASCII" } = schemes[key] as WireScheme;
  const secrets = basic ? basic(value) : [value].filter((each) => typeof each === "string");
  const [token = ""] = secrets;
  return /^[!-~]([ -~]*[!-~])?$/.test(token)
    ? { attach, header, token, secrets }
    : refuseOption(`auth.${key}`, `must be ${takes}`, operation);
}
