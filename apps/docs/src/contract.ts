import { type Contract, contractFile, loadContract } from "@workflow-api/contract";

/** The contract that the pages are made from: the file that `CONTRACT_FILE` names, else the packaged one. */
export const shownFile: string = process.env["CONTRACT_FILE"] ?? contractFile();

/**
 * Outlives this module, which the development server evaluates anew after each change of the contract, and of which a
 * build has two: its own, and the one that Astro bundles with the pages.
 */
const kept: { workflowApiContract?: Contract } & typeof globalThis = globalThis;

/** The contract, read once for each build, which needs it before there are pages; in development the last good one while the file is broken. */
export const contract: Contract = await read();

async function read(): Promise<Contract> {
  const isBuild = process.env["NODE_ENV"] === "production";
  if (isBuild && kept.workflowApiContract !== undefined) return kept.workflowApiContract;
  try {
    const found = await loadContract(shownFile);
    kept.workflowApiContract = found;
  } catch (error) {
    if (isBuild || kept.workflowApiContract === undefined) {
      throw error;
    }
    console.error(`${error instanceof Error ? error.message : String(error)}\nThe docs stay as they were.`);
  }
  return kept.workflowApiContract;
}
