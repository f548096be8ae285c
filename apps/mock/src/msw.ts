import "./engine/lean-prism.ts";

import { loadContract } from "@workflow-api/contract";
import { createMswMock as create, type MswMock, type MswOptions } from "./msw/create-msw-mock.ts";

export type { MswMock, MswOptions } from "./msw/create-msw-mock.ts";

/**
 * Creates a mock of the service for MSW, in Node: nothing listens.
 * @throws {ContractError} if the document is broken; {Error} if an option is no delay, share or address.
 */
export function createMswMock(options: MswOptions): Promise<MswMock> {
  return create(options, () => loadContract());
}
