import { type Case, deriveCases } from "@workflow-api/conformance";
import type { Contract, Operation } from "@workflow-api/contract";

/** A case that a generated client can send. */
export type Sendable = Case & { readonly operation: Operation };

/** The valid cases of a contract whose credentials meet exactly one security requirement. */
export function sendableCases(contract: Contract): Sendable[] {
  return deriveCases(contract).flatMap((one) => {
    const { expected, group, operation, schemes } = one;
    const isValid = expected.kind === "scenario" || expected.kind === "valid";
    if (operation === undefined || !isValid || group === "accept") return [];
    const { security } = operation;
    const isOneWay = (security.length === 0 ? [[]] : security).some(
      (way) => way.length === schemes.length && way.every(({ name }) => schemes.includes(name)),
    );
    return isOneWay ? [{ ...one, operation }] : [];
  });
}
