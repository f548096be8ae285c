import type { Contract } from "@workflow-api/contract";
import { createMockOf, type Mock, type MockParts } from "./mock.ts";
import type { Prism } from "./response/prism.ts";

let loading: Promise<Prism> | undefined;

/** Loads Prism once for the process: a mock in Node.js has the bodies and headers that it makes. */
export function loadSharedPrism(): Promise<Prism> {
  loading ??= import("./response/prism.ts").then((module) => module.loadPrism());
  return loading;
}

/** Creates a mock of a contract. Prism is loaded for the first response that needs it. */
export function createMock(contract: Contract, parts: Omit<MockParts, "loadPrism"> = {}): Mock {
  return createMockOf(contract, { ...parts, loadPrism: loadSharedPrism });
}
