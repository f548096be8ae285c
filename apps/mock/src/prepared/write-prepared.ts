import { writeFileSync } from "node:fs";
import { ContractError, contractFile, loadContract } from "@workflow-api/contract";
import { prepareAnswers } from "./prepare.ts";
import type { Prepared } from "./prepared.ts";
import { preparedFile } from "./read-prepared.ts";

/** A broken contract is told of by the mock when it is started, and not by its build. */
async function prepare(): Promise<Prepared | undefined> {
  try {
    return await prepareAnswers(await loadContract(contractFile()));
  } catch (error) {
    if (error instanceof ContractError) return undefined;
    throw error;
  }
}

// Part of the build: what it writes goes with the package.
writeFileSync(preparedFile, JSON.stringify((await prepare()) ?? null));
