import { loadContract, type Operation, selectScenario } from "../src/index.ts";

/** An operation of a contract in a file. */
export async function operationOf(file: string, operationId: string): Promise<Operation> {
  const { operations } = await loadContract(file);
  const operation = operations.find((candidate) => candidate.operationId === operationId);
  if (operation === undefined) throw new Error(`There is no ${operationId}.`);
  return operation;
}

/** The scenario that answers a request without headers, and whether it matches. */
export async function answer(
  operation: Operation,
  target: string,
  body?: unknown,
): Promise<[string | undefined, boolean | undefined]> {
  const selection = selectScenario(operation, { target, headers: {}, body });
  return [selection?.scenario.name, selection?.matched];
}
