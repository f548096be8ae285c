import type { Contract, Operation } from "@workflow-api/contract";

/**
 * The security requirements of an operation, each the names of its schemes, in the order of the
 * contract; an empty one is anonymous.
 */
export function requirementsOf({ securitySchemes }: Contract, { security }: Operation): string[][] {
  if (security.length === 0) return [[]];
  const names = securitySchemes.map(({ name }) => name);
  return security.map((each) =>
    names.filter((name) => each.some((scheme) => scheme.name === name)),
  );
}

/** The schemes that operations use. */
export function usedSchemes({
  operations,
  securitySchemes,
}: Contract): Contract["securitySchemes"] {
  const used = operations.flatMap(({ security }) => security.flat().map(({ name }) => name));
  return securitySchemes.filter(({ name }) => used.includes(name));
}
