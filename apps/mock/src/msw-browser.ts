import { readContract } from "@workflow-api/contract";
import { createMswMockOf, type MswMock, type MswOptions } from "./msw-mock.ts";

export type { MswMock, MswOptions } from "./msw-mock.ts";

/**
 * Creates a mock for MSW in a page. Without Prism: bodies are the examples of the contract, or else
 * generated from their schemas.
 *
 * @throws {ContractError} The document leaves the profile. Another error: an option is wrong.
 */
export async function createMswMock(options: MswOptions): Promise<MswMock> {
  // The build writes this module.
  const document = options.document ?? (await import("./packaged-contract.js")).document;
  return createMswMockOf(readContract(document), options, undefined);
}
