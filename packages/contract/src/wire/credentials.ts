import { credentialPrefix } from "../http.ts";
import type { HttpRequest } from "../messages.ts";
import type { SecurityScheme } from "../model.ts";
import { locations } from "./locations.ts";

// The credentials of security schemes in requests.

type CredentialScheme = Pick<SecurityScheme, "in" | "parameter" | "type">;

/**
 * A request with a credential, in place of another one.
 *
 * @param secret - The key, the token, or `name:password` in base64. It is not encoded in a header.
 */
export function withCredential(
  request: HttpRequest,
  { in: location, parameter, type }: CredentialScheme,
  secret: string,
): HttpRequest {
  const { encode, remove, write } = locations[location];
  const without = remove(request, parameter);
  return write(without, parameter, encode(credentialPrefix[type] + secret));
}

/** A request without a credential. */
export function withoutCredential(
  request: HttpRequest,
  { in: location, parameter }: Pick<CredentialScheme, "in" | "parameter">,
): HttpRequest {
  return locations[location].remove(request, parameter);
}

/** The credential of a request, with its prefix. `undefined`: it is not sent. */
export function credentialIn(
  request: Partial<HttpRequest>,
  { in: location, parameter }: Pick<CredentialScheme, "in" | "parameter">,
): string | undefined {
  const { decode, ignoresCase, read } = locations[location];
  const name = ignoresCase ? parameter.toLowerCase() : parameter;
  const [pair] = read(request, new Map()).filter(([each]) => each === name);
  return pair && decode(pair[1] ?? "");
}
