import type { Contract, Operation, Parameter } from "../model.ts";

// OpenAPI 3.1, "Parameter Object": header parameters of these names shall be ignored.
const IGNORED_HEADERS = ["accept", "content-type", "authorization"];

/**
 * Whether the client sends a parameter by itself, so that nobody gives it a value: a header that OpenAPI ignores, or what
 * holds a credential. A credential's header holds nothing else in any operation; in a query and in cookies its name means
 * the credential only where the operation takes it.
 */
export function isUnlisted(
  { securitySchemes }: Contract,
  operation: Operation,
  parameter: Parameter,
): boolean {
  const { in: place, name } = parameter;
  if (place === "header") {
    const credentials = securitySchemes.filter((scheme) => scheme.in === "header");
    const headers = [...IGNORED_HEADERS, ...credentials.map((scheme) => scheme.name?.toLowerCase())];
    return headers.includes(name.toLowerCase());
  }
  return operation.security.flat().some((scheme) => scheme.in === place && scheme.name === name);
}
