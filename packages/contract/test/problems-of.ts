import { ContractError } from "../src/index.ts";

/** What is wrong with a contract that is loaded or read. */
export async function problemsOf(load: () => unknown): Promise<ContractError["problems"]> {
  try {
    await load();
  } catch (error) {
    if (error instanceof ContractError) return error.problems;
    throw error;
  }
  return [];
}
