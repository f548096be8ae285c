import type { ContractRequest, SecurityAlternative, SecurityScheme } from "@workflow-api/contract";
import type { CaseRequest } from "./case.ts";

/** The secret of each security scheme, by its key under `components/securitySchemes`. */
export type Credentials = Readonly<Record<string, string>>;

/** What a credential adds to a request. */
export interface Carried {
  readonly headers: Readonly<Record<string, string>>;
  /** Pairs of the query, percent-encoded. */
  readonly query: readonly string[];
}

/** The secrets that a scheme is sent with where none are given: a server that checks them refuses them. */
export function secretOf({ key, type, scheme }: SecurityScheme, credentials: Credentials): string {
  const given = credentials[key];
  if (given !== undefined) return given;
  return type === "http" && scheme === "basic" ? "user:password" : `${key}-of-the-case`;
}

/** Whether the scheme can be sent in a request at all; mutual TLS cannot. */
export function isSendable({ type }: SecurityScheme): boolean {
  return type !== "mutualTLS";
}

/** What a scheme occupies: two schemes with the same carrier cannot be sent together. */
export function carrierOf({ type, in: place, name }: SecurityScheme): string {
  return type === "apiKey" ? `${place} ${(name ?? "").toLowerCase()}` : "header authorization";
}

/** What a credential of the scheme looks like on the wire: those of an oauth2 and of a bearer scheme are alike. */
export function formOf(scheme: SecurityScheme): string {
  if (scheme.type === "apiKey") return carrierOf(scheme);
  return `${carrierOf(scheme)} ${authorization(scheme, "").split(" ", 1)[0]}`.toLowerCase();
}

/** What the schemes add to a request. */
export function credentialHeaders(schemes: SecurityAlternative, credentials: Credentials): Carried {
  const carried = schemes.filter(isSendable).map((scheme) => carry(scheme, secretOf(scheme, credentials)));
  const cookies = carried.flatMap(({ cookie }) => cookie ?? []);
  const headers = Object.assign({}, ...carried.map((part) => part.headers));
  return {
    headers: cookies.length === 0 ? headers : { ...headers, Cookie: cookies.join("; ") },
    query: carried.flatMap(({ query }) => query ?? []),
  };
}

interface Part {
  readonly headers?: Record<string, string>;
  readonly query?: string;
  readonly cookie?: string;
}

function carry(scheme: SecurityScheme, secret: string): Part {
  if (scheme.type !== "apiKey") return { headers: { Authorization: authorization(scheme, secret) } };
  return carryKey(scheme.in ?? "header", scheme.name ?? "", secret);
}

/** An API key in a header, the query or a cookie. */
export function carryKey(place: "header" | "query" | "cookie", name: string, secret: string): Part {
  switch (place) {
    case "header":
      return { headers: { [name]: secret } };
    case "query":
      return { query: `${encodeURIComponent(name)}=${encodeURIComponent(secret)}` };
    case "cookie":
      return { cookie: `${name}=${encodeURIComponent(secret)}` };
  }
}

/** The value of an Authorization header: RFC 7617 for basic, RFC 6750 for all that is sent as a bearer token. */
export function authorization({ type, scheme }: SecurityScheme, secret: string): string {
  if (type === "http" && scheme === "basic") return `Basic ${Buffer.from(secret).toString("base64")}`;
  if (type === "http" && scheme !== undefined && scheme !== "bearer") return `${scheme} ${secret}`;
  return `Bearer ${secret}`;
}

/** A request with something added; cookies are joined (RFC 6265). */
export function mergeRequest(request: ContractRequest, { headers, query }: Carried): CaseRequest {
  const cookies = [request.headers["Cookie"], headers["Cookie"]].filter((value) => value !== undefined);
  const separator = request.target.includes("?") ? "&" : "?";
  return {
    method: request.method,
    target: query.length === 0 ? request.target : `${request.target}${separator}${query.join("&")}`,
    headers: {
      ...request.headers,
      ...headers,
      ...(cookies.length === 0 ? {} : { Cookie: cookies.join("; ") }),
    },
    body: request.body,
  };
}
