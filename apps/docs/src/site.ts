import { type Contract, loadContract, type Operation } from "@workflow-api/contract";
import { operationSlugs } from "./navigation.ts";

/**
 * The contract of the pages: the file that `CONTRACT_FILE` names. If it is invalid, each page says
 * why.
 */
export const contract: Contract = loadContract(process.env["CONTRACT_FILE"]);

/** The name of the file of the contract on this site. */
export const contractName: string = contract.file.endsWith(".json")
  ? "openapi.json"
  : "openapi.yaml";

const slugs = operationSlugs(contract);

/** The URL of a page or file of this site, under whatever base it is built for. */
export function href(path: string): string {
  return `${import.meta.env.BASE_URL.replace(/\/$/, "")}/${path}`;
}

/** The name of an operation in URLs. */
export function operationSlug({ operationId }: Operation): string {
  return slugs.get(operationId) ?? "";
}

/** The URL of the page of an operation. */
export function operationHref(operation: Operation): string {
  return href(`reference/${operationSlug(operation)}/`);
}
