import { createMswMockOf, type MswMock, type MswOptions, readDocument } from "./msw-mock.ts";

export type { MswMock, MswOptions } from "./msw-mock.ts";

/**
 * Creates a mock for MSW in a page. Without Prism: bodies are the examples of the contract, or else
 * generated from their schemas.
 *
 * @throws {ContractError} Nothing of the document can be read. Another error: an option is wrong.
 */
export async function createMswMock(options: MswOptions): Promise<MswMock> {
  // The build writes this module.
  const document = options.document ?? (await import("../packaged-contract.js")).document;
  return createMswMockOf(readDocument(document), options, undefined);
}
