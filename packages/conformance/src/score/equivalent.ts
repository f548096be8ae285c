import type { Mutant } from "./mutants.ts";

/** Survivors that no request and no response can tell from the original, and why. */
interface Equivalent {
  readonly operator: string;
  readonly pointer: RegExp;
  readonly change?: string;
  readonly reason: string;
}

const known: readonly Equivalent[] = [];

/** Why a surviving mutant says the same as the original; `undefined` if that is not known. */
export function equivalence({ change, operator, pointer }: Mutant): string | undefined {
  return known.find(
    (each) =>
      each.operator === operator &&
      each.pointer.test(pointer) &&
      (each.change === undefined || each.change === change),
  )?.reason;
}
