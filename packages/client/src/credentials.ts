import { ConfigurationError } from "./errors.ts";
import { schemes, wire } from "./generated/wire.ts";
import type { Operation } from "./parameters.ts";
import { safeCause } from "./secrets.ts";
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

/** What credentials add to a request. */
export interface Attachment {
  readonly headers: Readonly<Record<string, string>>;
  /** Without its separator. */
  readonly query: string;
  /** What must not be shown. */
  readonly secrets: readonly string[];
}

/**
 * Finds what the credentials add to each request of an operation: always the same, unless there is a function to call.
 * It throws a {@link ConfigurationError} if the credentials do not open the operation.
 */
export function attachmentOf(
  operation: Operation,
  credentials: Credentials,
): () => Attachment | Promise<Attachment> {
  const { security = [[]] } = operation;
  const way = security.find((names) => names.every((name) => Object.hasOwn(credentials, name)));
  if (!way) {
    const names = security.map((each) => each.join(" and ")).join(", or ");
    const message = `The option auth must hold ${names} for this operation. Nothing was sent.`;
    return () => {
      throw new ConfigurationError(message, { operation });
    };
  }
  const values = way.map((key) => credentials[key]);
  if (values.some((value) => typeof value === "function")) {
    return async () =>
      attach(way, await Promise.all(values.map((value) => call(operation, value))), operation);
  }
  const fixed = attach(way, values, operation);
  return () => fixed;
}

function attach(way: readonly string[], values: readonly unknown[], operation: Operation): Attachment {
  const headers: Record<string, string> = {};
  const pairs = { query: [] as string[], cookie: [] as string[] };
  const secrets: string[] = [];
  for (const [index, key] of way.entries()) {
    const value = values[index];
    const token = tokenOf(key, value, operation);
    const { in: place = "header", name = "authorization", basic } = schemes[key] ?? {};
    secrets.push(token, ...(basic ? Object.values(Object(value)).map(String) : []));
    if (place === "header") headers[name.toLowerCase()] = prefixOf(key) + token;
    else pairs[place].push(`${encodeURIComponent(name)}=${encodeURIComponent(token)}`);
  }
  if (pairs.cookie.length > 0) headers["cookie"] = pairs.cookie.join("; ");
  return { headers, query: pairs.query.join("&"), secrets };
}

function prefixOf(key: string): string {
  const { in: place, basic } = schemes[key] ?? {};
  if (place) return "";
  return basic ? "Basic " : "Bearer ";
}

async function call(operation: Operation, value: unknown): Promise<unknown> {
  try {
    return await (typeof value === "function" ? value() : value);
  } catch (error) {
    const cause = safeCause(error, []);
    throw new ConfigurationError("A function of the option auth failed. Nothing was sent.", {
      operation,
      cause,
    });
  }
}

/** A credential as it travels. Its value is in no message. */
function tokenOf(key: string, value: unknown, operation?: Operation): string {
  if (schemes[key]?.basic && typeof value === "object" && value) {
    const { username, password } = value as BasicCredentials;
    return btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
  }
  if (typeof value === "string" && /^[!-~]([ -~]*[!-~])?$/.test(value)) return value;
  throw new ConfigurationError(`The option auth.${key} must be a text of printable ASCII characters.`, {
    operation,
  });
}
