import {
  createFindKill,
  createSuite,
  type FindKill,
  proveSuite,
  type Suite,
  typesForm,
  wireForm,
} from "@workflow-api/conformance/score";
import type { Contract } from "@workflow-api/contract";
import { serveContract } from "./serve.ts";

/** The contract that mutants are held against. */
export interface Original {
  readonly contract: Contract;
  /** What the original passes. */
  readonly suite: Suite;
  /** Tries the suite on a mutant. */
  readonly findKill: FindKill;
  /** The cases and answers that the original itself does not pass, so that they prove nothing. */
  readonly failed: readonly string[];
  readonly wire: string;
  readonly types: string;
}

/** Derives the suite of a contract, and tries it on the contract itself. */
export async function createOriginal(contract: Contract, seed: number): Promise<Original> {
  const { failed, suite } = await proveSuite(createSuite(contract, seed), await serveContract(contract));
  const { document } = contract;
  return {
    contract,
    suite,
    findKill: createFindKill(suite),
    failed,
    wire: wireForm(document),
    types: typesForm(document),
  };
}
