import type { Contract } from "@workflow-api/contract";
import { createMockOf, type Mock, type MockParts } from "./mock.ts";
import type { Prism } from "./prism.ts";

/** Loads Prism, whose bodies a mock in Node.js has. */
export async function loadPrism(contract: Contract): Promise<Prism> {
  const { createPrism } = await import("./prism.ts");
  return createPrism(contract);
}

/** Creates a mock of a contract with Prism, which loads meanwhile. */
export function createMock(contract: Contract, parts: Omit<MockParts, "loadPrism"> = {}): Mock {
  return createMockOf(contract, { ...parts, loadPrism });
}
