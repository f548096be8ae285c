import { ConfigurationError } from "./errors.ts";
import { schemes, wire } from "./generated/wire.ts";
import type { Operation } from "./parameters.ts";
import { safeCause } from "./secrets.ts";
import type { Outgoing } from "./transport.ts";
import type { BasicCredentials, Secret } from "./types.ts";

/** What is sent with the schemes that a client has credentials for, by their names. */
export type Credentials = Readonly<Record<string, Secret | BasicCredentials>>;

/**
 * The credentials that an application gave.
 *
 * @throws {ConfigurationError} They are not exactly one way of authenticating, or one of them cannot be sent.
 */
export function readCredentials(auth: unknown): Credentials {
  const given = Object.entries(auth ?? {}).filter(
    (entry): entry is [string, Secret | BasicCredentials] => entry[1] !== undefined,
  );
  const ways = Object.values(wire).flatMap(({ security = [[]] }) => security);
  const isWay = ways.some(
    (way) => way.length === given.length && given.every(([name]) => way.includes(name)),
  );
  if (!isWay) {
    const names = [...new Set(ways.map((way) => way.join(" and ")))].filter(Boolean);
    throw new ConfigurationError(`The option auth takes exactly ${names.join(", or ")}.`);
  }
  for (const [name, value] of given) if (typeof value !== "function") tokenOf(name, value);
  return Object.fromEntries(given);
}

/** The first way of authenticating of an operation that the credentials open. */
export function wayOf(operation: Operation, credentials: Credentials): readonly string[] {
  const { security = [[]] } = operation;
  const way = security.find((names) => names.every((name) => Object.hasOwn(credentials, name)));
  if (way) return way;
  const names = security.map((each) => each.join(" and ")).join(", or ");
  throw new ConfigurationError(`The option auth must hold ${names} for this operation. Nothing was sent.`, {
    operation,
  });
}

/** Adds credentials to a request, and returns its address. What must not be shown is put into `secrets`. */
export async function authorize(
  operation: Operation,
  way: readonly string[],
  credentials: Credentials,
  { url, init }: Outgoing,
  secrets: string[],
): Promise<string> {
  let address = url;
  for (const key of way) {
    const value = credentials[key];
    const given = typeof value === "function" ? await call(operation, key, value) : value;
    const token = tokenOf(key, given, operation);
    secrets.push(token);
    if (typeof value === "object") secrets.push(value.password);
    address = attach(key, token, address, init.headers);
  }
  return address;
}

function attach(key: string, token: string, address: string, headers: Headers): string {
  const { in: place, name = "Authorization", basic } = schemes[key] ?? {};
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(token)}`;
  if (place === "query") return `${address}${address.includes("?") ? "&" : "?"}${pair}`;
  if (place === "cookie") headers.set("Cookie", withCookie(headers.get("Cookie"), pair));
  else headers.set(name, place ? token : `${basic ? "Basic" : "Bearer"} ${token}`);
  return address;
}

/** A repeated request has the cookie of the attempt before. */
function withCookie(cookies: string | null, pair: string): string {
  const others = (cookies ?? "")
    .split("; ")
    .filter((each) => each && !each.startsWith(pair.replace(/=.*/, "=")));
  return [...others, pair].join("; ");
}

async function call(
  operation: Operation,
  key: string,
  secret: () => string | Promise<string>,
): Promise<string> {
  try {
    return await secret();
  } catch (error) {
    const cause = safeCause(error, []);
    throw new ConfigurationError(`The function of the option auth.${key} failed. Nothing was sent.`, {
      operation,
      cause,
    });
  }
}

/** A credential as it travels. Its value is in no message. */
function tokenOf(key: string, value: unknown, operation?: Operation): string {
  const { basic } = schemes[key] ?? {};
  if (basic && typeof value === "object" && value) {
    const { username, password } = value as BasicCredentials;
    return btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
  }
  if (typeof value === "string" && /^[!-~]([ -~]*[!-~])?$/.test(value)) return value;
  throw new ConfigurationError(`The option auth.${key} must be a text of printable ASCII characters.`, {
    operation,
  });
}
