import type { Case } from "@workflow-api/conformance";
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
  /** The cases that are left out, because the engine of the mock is known to be wrong about them. */
  readonly limited: readonly Limited[];
  readonly wire: string;
  readonly types: string;
}

/** A case that is left out, and why. */
export interface Limited {
  readonly title: string;
  readonly request: Case["request"];
  readonly limit: string;
  readonly reason: string;
}

/** Derives the suite of a contract, and tries it on the contract itself. */
export async function createOriginal(contract: Contract, seed: number): Promise<Original> {
  const derived = createSuite(contract, seed);
  const limited = derived.cases.flatMap(({ limit, request, title }) =>
    limit === undefined ? [] : [{ title, request, limit: limit.name, reason: limit.reason }],
  );
  const tried = { ...derived, cases: derived.cases.filter(({ limit }) => limit === undefined) };
  const { failed, suite } = await proveSuite(tried, await serveContract(contract));
  const { document } = contract;
  return {
    contract,
    suite,
    findKill: createFindKill(suite),
    failed,
    limited,
    wire: wireForm(document),
    types: typesForm(document),
  };
}
