import { ConfigurationError } from "./errors.ts";
import { schemes, wire } from "./generated/wire.ts";
import type { Unsigned, WireScheme } from "./operation.ts";
import type { Route } from "./route.ts";
import { safeCause } from "./secrets.ts";

/** What an application gave for one scheme. */
export interface Credential {
  readonly key: string;
  /** What is sent, or a function that returns it. */
  readonly value: unknown;
  readonly scheme: WireScheme;
}

type Ways = readonly (readonly string[])[];

/**
 * The credentials that an application gave.
 *
 * @throws {ConfigurationError} They are not exactly one way of authenticating, or one of them cannot be sent.
 */
export function readCredentials(auth: unknown): Credential[] {
  const members = Object.entries(auth ?? {}).filter(([, value]) => value !== undefined);
  const given = members.flatMap(([key, value]) => {
    const scheme = schemes[key];
    return scheme ? [{ key, value, scheme }] : [];
  });
  const ways = Object.values(wire).flatMap(({ security = [[]] }) => security);
  if (!ways.some((way) => way.length === members.length && isGiven(way, given))) {
    throw new ConfigurationError(`The option auth takes exactly ${listOf(ways)}.`);
  }
  for (const each of given) if (typeof each.value !== "function") tokenOf(each, each.value);
  return given;
}

/** Those that one way of authenticating takes. `undefined`: there is none that they are enough for. */
export function credentialsFor(ways: Ways, given: readonly Credential[]): Credential[] | undefined {
  const way = ways.find((each) => isGiven(each, given));
  return way && given.filter(({ key }) => way.includes(key));
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
  const { credentials, security = [] } = operation;
  if (!credentials) {
    throw new ConfigurationError(`The option auth must hold ${listOf(security)} here. Nothing was sent.`, {
      operation,
    });
  }
  for (const credential of credentials) {
    const { attach, name, basic } = credential.scheme;
    const { value: given } = credential;
    const value = typeof given === "function" ? await call(given as () => unknown, operation) : given;
    const token = tokenOf(credential, value, operation);
    secrets.push(token, ...(basic ? Object.values(Object(value)).map(String) : []));
    attach(request, token, name);
  }
}

/** The ways of authenticating, in words. */
function listOf(ways: Ways): string {
  const names = ways.map((way) => way.join(" and ")).filter(Boolean);
  return [...new Set(names)].join(", or ");
}

function isGiven(way: readonly string[], given: readonly Credential[]): boolean {
  return way.every((name) => given.some(({ key }) => key === name));
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
function tokenOf({ key, scheme }: Credential, value: unknown, operation?: Route): string {
  const token = scheme.basic ? scheme.basic(value) : value;
  if (typeof token === "string" && /^[!-~]([ -~]*[!-~])?$/.test(token)) return token;
  throw new ConfigurationError(`The option auth.${key} must be a text of printable ASCII characters.`, {
    operation,
  });
}
