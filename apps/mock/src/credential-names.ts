import type { Contract } from "@workflow-api/contract";

/**
 * The names under which credentials travel, in lower case, whatever the place: a key that belongs into a header and is sent
 * in the query is a credential all the same.
 */
export function credentialNames({ securitySchemes }: Pick<Contract, "securitySchemes">): ReadonlySet<string> {
  // A bearer token may travel in a query (RFC 6750, 2.3).
  const known = ["authorization", "proxy-authorization", "cookie", "access_token"];
  const declared = securitySchemes.flatMap(({ name }) => name?.toLowerCase() ?? []);
  // In an address a name counts without its brackets: they mark a list, or are part of it.
  return new Set([...known, ...declared, ...declared.map((name) => name.replace(/\[.*$/s, ""))]);
}

/** What stands in the place of a credential. */
export const hidden = "(credential)";
