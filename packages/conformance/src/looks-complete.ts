import type { Operation, SecurityScheme } from "@workflow-api/contract";
import { authorization, type Credentials, carrierOf, secretOf } from "./credentials.ts";

/** What a request shows of a credential: what carries it, as `carrierOf` calls it, and the value there. */
export interface Shown {
  readonly carrier: string;
  readonly value: string;
}

/** What a request with a credential of the scheme shows. */
export function shownBy(scheme: SecurityScheme, credentials: Credentials): Shown {
  const secret = secretOf(scheme, credentials);
  const value = scheme.type === "apiKey" ? secret : authorization(scheme, secret);
  return { carrier: carrierOf(scheme), value };
}

/**
 * Whether what a request shows may be one of the operation's ways of authenticating that ask for any: whose credentials
 * they are, nobody but the server can tell.
 */
export function looksComplete({ security }: Operation, shown: readonly Shown[]): boolean {
  return security.some(
    (way) => way.length > 0 && way.every((scheme) => shown.some((each) => looksLike(scheme, each))),
  );
}

/** Any text may be a key, the whole of an Authorization header too. */
function looksLike(scheme: SecurityScheme, { carrier, value }: Shown): boolean {
  if (carrier !== carrierOf(scheme) || value === "") return false;
  return scheme.type === "apiKey" || value.toLowerCase().startsWith(authorization(scheme, "").toLowerCase());
}
