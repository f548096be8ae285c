import { ContractError, loadContract } from "../src/index.ts";

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

/** What is wrong with a contract of a file. */
export function problemsIn(file: string): ReturnType<typeof problemsOf> {
  return problemsOf(() => loadContract(file));
}
