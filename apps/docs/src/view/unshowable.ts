import { type Contract, ContractError } from "@workflow-api/contract";

/**
 * The error of a contract that holds something the pages have no words for. A page that silently left it out would
 * be wrong, so the build stops.
 */
export function unshowable(contract: Contract, pointer: string, what: string): ContractError {
  const message = `The docs cannot show ${what}. Remove it, or teach apps/docs/src/view to show it.`;
  return new ContractError([{ message, location: contract.locate(pointer) }]);
}
