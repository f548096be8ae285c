import type { Unsigned, WireScheme } from "./operation.ts";
import { originOf } from "./origin.ts";

// The generated table names what its contract needs of this module: a bundle holds nothing else of it.

/** A token in a header. */
export function inHeader({ headers }: Unsigned, token: string, header: string): void {
  headers[header] = token;
}

/** A token of the scheme Bearer (RFC 6750). */
export function asBearer({ headers }: Unsigned, token: string, header: string): void {
  headers[header] = `Bearer ${token}`;
}

/**
 * What a scheme has after its name (RFC 9110, "Credentials").
 *
 * @public
 */
export function asScheme(scheme: string): WireScheme["attach"] {
  return ({ headers }, token, header) => {
    headers[header] = `${scheme} ${token}`;
  };
}

/**
 * A user name and a password (RFC 7617).
 *
 * @public
 */
export function asBasic({ headers }: Unsigned, token: string, header: string): void {
  headers[header] = `Basic ${token}`;
}

/**
 * The token of a user name and a password (RFC 7617), and what it is made of.
 *
 * @returns An empty list: these are none.
 * @public
 */
export function basicToken(credentials: unknown): string[] {
  const { username, password } = Object(credentials);
  if (typeof username !== "string" || typeof password !== "string" || username.includes(":")) return [];
  try {
    const parts = [username, password].flatMap((part) => [part, encodeURIComponent(part)]);
    const bytes = new TextEncoder().encode(`${username}:${password}`);
    return [btoa(String.fromCharCode(...bytes)), ...parts.filter(Boolean)];
  } catch {
    // Half a surrogate pair has no bytes.
    return [];
  }
}

/**
 * A token in the query.
 *
 * @public
 */
export function inQuery(name: string): WireScheme["attach"] {
  return (request, token) => {
    const { url } = request;
    request.hide ??= (response) => {
      const isElsewhere = originOf(response.url || url) !== originOf(url);
      // Of an address elsewhere there is left what tells of the redirect that led to it.
      const value = isElsewhere ? response.url.split("/", 3).join("/") : url;
      Object.defineProperty(response, "url", { value, configurable: true });
    };
    const separator = url.includes("?") ? "&" : "?";
    request.url += `${separator}${encodeURIComponent(name)}=${encodeURIComponent(token)}`;
  };
}

/**
 * A token in a cookie.
 *
 * @public
 */
export function inCookie(name: string): WireScheme["attach"] {
  return ({ headers }, token) => {
    const pair = `${encodeURIComponent(name)}=${encodeURIComponent(token)}`;
    headers["cookie"] = headers["cookie"] ? `${headers["cookie"]}; ${pair}` : pair;
  };
}
