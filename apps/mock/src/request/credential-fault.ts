import type { SecurityScheme } from "@workflow-api/contract";
import { cookieValues } from "./cookies.ts";
import type { ReadRequest } from "./read-request.ts";
import { isWrongSecret, otherSecret } from "./wrong-secret.ts";

/** What is wrong with a credential: where it travels, and what was expected there. Never what came. */
export interface CredentialFault {
  readonly in: "header" | "query" | "cookie";
  /** The name of the header, query parameter or cookie. */
  readonly name: string;
  readonly expected: string;
}

/** Of a request what credentials are read from. */
type Carrier = Pick<ReadRequest, "headers" | "target">;

/** What is wrong with the form of the credential of a scheme. `undefined`: nothing that a mock can see. */
export function credentialFault(scheme: SecurityScheme, request: Carrier): CredentialFault | undefined {
  if (scheme.type === "mutualTLS") return undefined;
  return scheme.type === "apiKey"
    ? keyFault(scheme, request)
    : authorizationFault(scheme.scheme ?? "bearer", request.headers["authorization"]);
}

function keyFault(
  { in: place = "header", name = "" }: SecurityScheme,
  request: Carrier,
): CredentialFault | undefined {
  const values = keyValues(place, name, request);
  const given = values.filter((value) => value.trim() !== "");
  if (given.some((value) => !isWrongSecret(value))) return undefined;
  const empty = values.length === 0 ? "must be sent" : "must not be empty";
  return { in: place, name, expected: given.length === 0 ? empty : `must be ${otherSecret}` };
}

/** The values of an API key that a request sends, the empty ones among them. */
function keyValues(
  place: CredentialFault["in"],
  name: string,
  { headers, target }: Carrier,
): readonly string[] {
  if (place === "header") return [headers[name.toLowerCase()] ?? []].flat();
  return place === "query" ? [target.query[name] ?? []].flat() : cookieValues(headers["cookie"], name);
}

function authorizationFault(scheme: string, authorization: string | undefined): CredentialFault | undefined {
  const { spelt, credential, isWellFormed } = formOf(scheme);
  const fault = (expected: string): CredentialFault => ({ in: "header", name: "Authorization", expected });
  if (authorization === undefined) return fault(`must be sent: ${spelt} and ${credential}`);
  const { name, rest } = readAuthorization(authorization);
  if (name !== scheme) return fault(`must be of the scheme ${spelt}, and have ${credential} after it`);
  if (!isWellFormed(rest)) return fault(`must have ${credential} after ${spelt}`);
  return isWrongSecret(secretIn(scheme, rest))
    ? fault(`must have ${otherSecret}, after ${spelt}`)
    : undefined;
}

/** The secret of what follows a scheme. */
export function secretIn(scheme: string, rest: string): string {
  return scheme === "basic" ? Buffer.from(rest, "base64").toString() : rest;
}

/** The name of the scheme, which has no case (RFC 9110, 11.1), and what stands after it. */
export function readAuthorization(authorization: string): { readonly name: string; readonly rest: string } {
  const [, name = "", rest = ""] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(authorization) ?? [];
  return { name: name.toLowerCase(), rest };
}

interface CredentialForm {
  /** The scheme as its document spells it. */
  readonly spelt: string;
  /** What follows it, in words. */
  readonly credential: string;
  isWellFormed(rest: string): boolean;
}

/** The form of what follows a scheme in the header Authorization. */
export function formOf(scheme: string): CredentialForm {
  switch (scheme) {
    case "basic":
      return {
        spelt: "Basic",
        credential: "the Base64 of user:password (RFC 7617)",
        isWellFormed: isUserPass,
      };
    case "digest":
      return { spelt: "Digest", credential: `${digestParts.join(", ")} (RFC 7616)`, isWellFormed: isDigest };
    case "bearer":
      return { spelt: "Bearer", credential: "a token (RFC 6750)", isWellFormed: isThere };
    default:
      return { spelt: scheme, credential: "a credential", isWellFormed: isThere };
  }
}

function isThere(rest: string): boolean {
  return rest !== "";
}

/** A password may hold colons; a user may not (RFC 7617, 2). */
function isUserPass(rest: string): boolean {
  return /^[\w+/-]+={0,2}$/.test(rest) && Buffer.from(rest, "base64").includes(":");
}

const digestParts = ["username", "realm", "nonce", "uri", "response"];

function isDigest(rest: string): boolean {
  return digestParts.every((part) =>
    new RegExp(`(?:^|[\\s,])${part}\\*?\\s*=\\s*(?:"[^"]+"|[^\\s",]+)`, "i").test(rest),
  );
}
