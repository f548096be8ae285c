import type { Contract, Operation, Parameter } from "../model.ts";

/**
 * Whether the client sends a parameter by itself, so that nobody gives it a value: it holds a credential. A credential's
 * header holds nothing else in any operation; in a query and in cookies its name means the credential only where the
 * operation takes it.
 */
export function isUnlisted(
  { securitySchemes }: Contract,
  operation: Operation,
  parameter: Parameter,
): boolean {
  const { in: place, name } = parameter;
  if (place === "header") {
    const credentials = securitySchemes.filter((scheme) => scheme.in === "header");
    return credentials.some((scheme) => scheme.name?.toLowerCase() === name.toLowerCase());
  }
  return operation.security.flat().some((scheme) => scheme.in === place && scheme.name === name);
}
