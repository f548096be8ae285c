import type { ContractRequest } from "@workflow-api/contract";
import type { Credential } from "../view/security.ts";

/** A whole request, with placeholders for the secrets. */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

/** A request to an address, with credentials where each of them travels. */
export function authenticated(
  { method, target, headers, body }: ContractRequest,
  address: string,
  credentials: readonly Credential[],
): SampleRequest {
  const query = pairs(credentials, "query").map(([name, value]) => `${encodeURIComponent(name)}=${value}`);
  const cookies = pairs(credentials, "cookie").map(([name, value]) => `${name}=${value}`);
  return {
    method,
    url: [address + target, ...query].reduce((url, part) => `${url}${url.includes("?") ? "&" : "?"}${part}`),
    headers: withCookies([...Object.entries(headers), ...pairs(credentials, "header")], cookies),
    body,
  };
}

function pairs(credentials: readonly Credential[], location: Credential["in"]): [string, string][] {
  return credentials
    .filter((credential) => credential.in === location)
    .map(({ name, prefix, placeholder }) => [name, `${prefix}${placeholder}`]);
}

function withCookies(headers: [string, string][], cookies: readonly string[]): [string, string][] {
  const own = headers.find(([name]) => name === "Cookie")?.[1];
  const all = [...(own === undefined ? [] : [own]), ...cookies];
  const others = headers.filter(([name]) => name !== "Cookie");
  return all.length === 0 ? others : [...others, ["Cookie", all.join("; ")]];
}
