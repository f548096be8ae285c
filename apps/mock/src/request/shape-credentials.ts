import type { Operation, SecurityScheme } from "@workflow-api/contract";
import type { PrismOperation, PrismRequest } from "../engine/prism.ts";
import { sampleAuthorization } from "../sample-credentials.ts";
import { credentialFault, formOf, readAuthorization, secretIn } from "./credential-fault.ts";
import type { ReadRequest } from "./read-request.ts";
import { isWrongSecret } from "./wrong-secret.ts";

/** The schemes of the header Authorization of which Prism reads the form. */
const readByPrism = ["bearer", "basic", "digest"];

/**
 * The header Authorization in a form that Prism 5.16 takes exactly if it is well-formed. Prism tells apart the case of
 * `Bearer`, takes Basic for anything that has one colon when it is decoded leniently, and Digest for letters and digits.
 */
export function shapeAuthorization(authorization: string): string {
  const { name, rest } = readAuthorization(authorization);
  if (!readByPrism.includes(name)) return authorization;
  const { spelt, isWellFormed } = formOf(name);
  if (!isWellFormed(rest) || isWrongSecret(secretIn(name, rest))) return spelt;
  return name === "bearer" ? `${spelt} ${rest}` : sampleAuthorization(name);
}

/**
 * The API keys, as headers of the mock's own: there Prism judges them by whether they are empty. It knows no wrong one, in
 * a query it takes two empty ones for one, and in a cookie it takes the end of another's name for the name.
 */
export function withKeysInHeaders(
  request: PrismRequest,
  routed: PrismOperation,
  operation: Operation | undefined,
  read: ReadRequest,
): { readonly request: PrismRequest; readonly routed: PrismOperation } {
  const moved = operation?.security.flat().filter(({ type }) => type === "apiKey") ?? [];
  if (moved.length === 0) return { request, routed };
  const headers = moved.map((scheme) => [
    headerOf(scheme),
    credentialFault(scheme, read) === undefined ? "sample" : "",
  ]);
  const security = routed.security?.map((way) =>
    way.map((scheme) =>
      scheme.type === "apiKey" ? { ...scheme, in: "header" as const, name: headerOf(scheme) } : scheme,
    ),
  );
  return {
    request: { ...request, headers: { ...request.headers, ...Object.fromEntries(headers) } },
    routed: { ...routed, ...(security !== undefined && { security }) },
  };
}

/** No header that a request can have: a name of HTTP has no space. Prism looks names up in lower case. */
function headerOf({ in: place, name = "" }: Partial<Pick<SecurityScheme, "in" | "name">>): string {
  return `${place} ${Buffer.from(name).toString("hex")}`;
}
