import type { Unsigned } from "./operation.ts";

// The generated table names what its contract needs of this module: a bundle holds nothing else of it.

/** A token in a header. */
export function inHeader({ headers }: Unsigned, token: string, name: string): void {
  headers[name] = token;
}

/** A token of the scheme Bearer (RFC 6750). */
export function asBearer({ headers }: Unsigned, token: string): void {
  headers["authorization"] = `Bearer ${token}`;
}

/**
 * What a scheme has after its name (RFC 9110, "Credentials").
 *
 * @public
 */
export function asScheme({ headers }: Unsigned, token: string, name: string): void {
  headers["authorization"] = `${name} ${token}`;
}

/**
 * A user name and a password (RFC 7617).
 *
 * @public
 */
export function asBasic({ headers }: Unsigned, token: string): void {
  headers["authorization"] = `Basic ${token}`;
}

/**
 * The token of a user name and a password (RFC 7617).
 *
 * @returns `undefined`: these are none.
 * @public
 */
export function basicToken(credentials: unknown): string | undefined {
  const { username, password } = Object(credentials);
  if (typeof username !== "string" || typeof password !== "string" || username.includes(":"))
    return undefined;
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
}

/**
 * A token in the query.
 *
 * @public
 */
export function inQuery(request: Unsigned, token: string, name: string): void {
  const separator = request.url.includes("?") ? "&" : "?";
  request.url += `${separator}${encodeURIComponent(name)}=${encodeURIComponent(token)}`;
}

/**
 * A token in a cookie.
 *
 * @public
 */
export function inCookie({ headers }: Unsigned, token: string, name: string): void {
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(token)}`;
  headers["cookie"] = headers["cookie"] ? `${headers["cookie"]}; ${pair}` : pair;
}
