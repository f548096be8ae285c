import { ConfigurationError } from "./errors.ts";
import { schemes, wire } from "./generated/wire.ts";
import type { Unsigned, WireScheme } from "./operation.ts";
import type { Route } from "./route.ts";
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
    throw new ConfigurationError(`The option auth takes exactly ${listOf(ways)}.`);
  }
  for (const [key, value] of members) if (typeof value !== "function") tokenOf(key, value);
  return given;
}

/**
 * Puts the credentials of a client into a request. What must not be shown of it is put into `secrets`.
 *
 * @throws {ConfigurationError} There are none for this operation, or one of them cannot be had or sent.
 */
export async function attachCredentials(
  operation: Route,
  request: Unsigned,
  secrets: string[],
): Promise<void> {
  const { credentials, security = [[]] } = operation;
  const way = security.find((each) => isGiven(each, credentials));
  if (!way) {
    throw new ConfigurationError(`The option auth must hold ${listOf(security)} here. Nothing was sent.`, {
      operation,
    });
  }
  for (const key of way) {
    const { attach, name, basic } = schemeOf(key);
    const given = credentials[key];
    const value = typeof given === "function" ? await call(given as () => unknown, operation) : given;
    const token = tokenOf(key, value, operation);
    secrets.push(token, ...(basic ? Object.values(Object(value)).map(String) : []));
    attach(request, token, name);
  }
}

function isGiven(way: readonly string[], given: Credentials): boolean {
  return way.every((key) => Object.hasOwn(given, key));
}

/** The ways of authenticating, in words. */
function listOf(ways: readonly (readonly string[])[]): string {
  const names = ways.map((way) => way.join(" and ")).filter(Boolean);
  return [...new Set(names)].join(", or ");
}

// The ways of the table name none but the schemes of the table.
function schemeOf(key: string): WireScheme {
  return schemes[key] as WireScheme;
}

async function call(secret: () => unknown, operation: Route): Promise<unknown> {
  try {
    return await secret();
  } catch (error) {
    const cause = safeCause(error, []);
    throw new ConfigurationError("A function of the option auth failed. Nothing was sent.", {
      operation,
      cause,
    });
  }
}

/** A credential as it travels. Its value is in no message. */
function tokenOf(key: string, value: unknown, operation?: Route): string {
  const { basic } = schemeOf(key);
  const token = basic ? basic(value) : value;
  if (typeof token === "string" && /^[!-~]([ -~]*[!-~])?$/.test(token)) return token;
  throw new ConfigurationError(`The option auth.${key} must be a text of printable ASCII characters.`, {
    operation,
  });
}
