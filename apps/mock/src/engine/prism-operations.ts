import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import type { Contract } from "@workflow-api/contract";
import type { PrismOperation } from "./prism.ts";
import { prismDocument } from "./prism-document.ts";

const known = new WeakMap<Contract, Promise<PrismOperation[]>>();

/**
 * The operations of a contract as Prism holds them. They are read once, so that what Prism compiles of their schemas
 * serves everybody who asks for them.
 * @throws {Error} Prism cannot read the contract.
 */
export function prismOperations(contract: Contract): Promise<PrismOperation[]> {
  const operations = known.get(contract) ?? getHttpOperationsFromSpec(prismDocument(contract));
  known.set(contract, operations);
  return operations;
}
