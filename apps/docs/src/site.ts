import type { Contract, Operation } from "@workflow-api/contract";
import { readContract } from "./navigation.ts";
import { slugOf } from "./text/slug.ts";

/**
 * The contract of the pages: the file that `CONTRACT_FILE` names. If it is invalid, each page says
 * why.
 */
export const contract: Contract = readContract();

/** The name of the file of the contract on this site. */
export const contractName: string = contract.file.endsWith(".json")
  ? "openapi.json"
  : "openapi.yaml";

/** The URL of a page or file of this site, under whatever base it is built for. */
export function href(path: string): string {
  return `${import.meta.env.BASE_URL.replace(/\/$/, "")}/${path}`;
}

/** The URL of the page of an operation. */
export function operationHref({ operationId }: Operation): string {
  return href(`reference/${slugOf(operationId)}/`);
}

/** The URL of the page of a schema. */
export function schemaHref(name: string): string {
  return href(`schemas/${slugOf(name)}/`);
}
