import type { Contract } from "@workflow-api/contract";

/**
 * The names under which credentials travel, in lower case, whatever the place: a key that belongs into a header and is sent
 * in the query is a credential all the same.
 */
export function credentialNames({ securitySchemes }: Pick<Contract, "securitySchemes">): ReadonlySet<string> {
  // A bearer token may travel in a query (RFC 6750, 2.3).
  const known = ["authorization", "proxy-authorization", "cookie", "access_token"];
  return new Set([...known, ...securitySchemes.flatMap(({ name }) => name?.toLowerCase() ?? [])]);
}

/** What stands in the place of a credential. */
export const hidden = "(credential)";
