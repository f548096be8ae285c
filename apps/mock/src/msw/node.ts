import { loadContract } from "@workflow-api/contract";
import { loadSharedPrism } from "../node-mock.ts";
import { createMswMockOf, type MswMock, type MswOptions, readDocument } from "./msw-mock.ts";

export type { MswMock, MswOptions } from "./msw-mock.ts";

/**
 * Creates a mock for MSW in Node.js. It opens no port.
 *
 * @throws {ContractError} Nothing of the document can be read. Another error: an option is wrong.
 */
export async function createMswMock(options: MswOptions): Promise<MswMock> {
  const { document } = options;
  const contract = document === undefined ? loadContract() : readDocument(document);
  // Load it now, so that the first test does not wait. A failure is reported by the responses.
  await loadSharedPrism().catch(() => {});
  return createMswMockOf(contract, options, loadSharedPrism);
}
