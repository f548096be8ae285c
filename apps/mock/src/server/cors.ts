import { isLoopback } from "@workflow-api/contract/http";
import { SettingError } from "../controls/controls.ts";
import type { HttpHeaders } from "../response/headers.ts";

/** The headers that CORS (the Fetch standard) adds to responses. */
export interface Cors {
  /** The headers of a response to this origin. */
  headersFor(origin: string | undefined, headers: HttpHeaders): HttpHeaders;
  /** The response to a preflight request. */
  preflight(headers: HttpHeaders): { readonly allowed: boolean; readonly headers: HttpHeaders };
}

/**
 * Reads an origin as a browser sends it, or `*`.
 *
 * @returns It in lower case.
 * @throws {SettingError} It is none.
 */
function parseOrigin(text: string): string {
  const origin = text.toLowerCase();
  if (/^(?:\*|null|[a-z][a-z\d+.-]*:\/\/[^\s/?#@*]+)$/.test(origin)) return origin;
  throw new SettingError(
    "An origin is a scheme, a host and perhaps a port, such as https://app.example.com or " +
      `capacitor://localhost, or null, or * for any, not ${JSON.stringify(text)}`,
  );
}

/**
 * Lets every page of this machine read the responses, and of the others only the named origins.
 *
 * @param origins - Such as `https://app.example.com`. `*`: any, without credentials.
 * @throws {SettingError} One of them is no origin.
 */
export function createCors(origins: readonly string[]): Cors {
  const named = new Set(origins.map(parseOrigin));
  const allow = (origin: string): HttpHeaders | undefined => {
    if (isOfThisMachine(origin) || named.has(origin.toLowerCase()))
      return { "access-control-allow-origin": origin, "access-control-allow-credentials": "true" };
    return named.has("*") ? { "access-control-allow-origin": "*" } : undefined;
  };
  return {
    headersFor(origin, headers) {
      const allowed = origin === undefined ? undefined : allow(origin);
      const vary = [headers["vary"] ?? [], "Origin"].flat().join(", ");
      if (allowed === undefined) return { vary };
      const exposed = Object.keys(headers).join(", ");
      return { ...allowed, "access-control-expose-headers": exposed, vary };
    },
    preflight(headers) {
      const allowed = allow(headers["origin"] ?? "");
      if (allowed === undefined) return { allowed: false, headers: { vary: preflightVary } };
      return {
        allowed: true,
        headers: { ...allowed, ...permissions(headers), vary: preflightVary },
      };
    },
  };
}

const preflightVary = "Origin, Access-Control-Request-Method, Access-Control-Request-Headers";

/** Every requested method and header is allowed: whether they are valid is up to the contract. */
function permissions(headers: HttpHeaders): HttpHeaders {
  const asked = headers["access-control-request-headers"];
  return {
    "access-control-allow-methods": headers["access-control-request-method"] ?? "",
    ...(asked !== undefined && asked !== "" && { "access-control-allow-headers": asked }),
    // In seconds.
    "access-control-max-age": "600",
  };
}

/** Whether an origin is a page of this machine, on any port. */
function isOfThisMachine(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname, origin: plain } = new URL(origin);
  return plain === origin.toLowerCase() && isLoopback(hostname);
}
