import { localMock } from "../samples/local-mock.ts";

/**
 * The address to call instead of that of a sample: that of the mock which was started beside the docs. It stands for the
 * whole address of a server, with the path that this may have. The server of the docs tells of it in a header, the only
 * one that a page can read of its own answer. `undefined`: as the sample says.
 */
export function mockBeside(address: string): string | undefined {
  const [own] = performance.getEntriesByType("navigation");
  if (!(own instanceof PerformanceNavigationTiming)) {
    return undefined;
  }
  const mock = own.serverTiming.find(({ name }) => name === "mock")?.description;
  if (mock === undefined) {
    return undefined;
  }
  const beside = address.startsWith(localMock) ? address.replace(localMock, mock) : mock;
  return beside === address ? undefined : beside;
}
