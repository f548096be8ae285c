import { localMock } from "../samples/local-mock.ts";

/**
 * The address to call instead of that of a sample: that of the mock which was started beside the docs, if the sample
 * calls the mock. The server of the docs tells of it in a header, the only one that a page can read of its own answer.
 * `undefined`: as the sample says.
 */
export function mockBeside(address: string): string | undefined {
  const [own] = performance.getEntriesByType("navigation");
  if (!(own instanceof PerformanceNavigationTiming)) {
    return undefined;
  }
  const mock = own.serverTiming.find(({ name }) => name === "mock")?.description;
  if (mock === undefined || !URL.canParse(address) || new URL(address).origin !== localMock) {
    return undefined;
  }
  const beside = address.replace(localMock, mock);
  return beside === address ? undefined : beside;
}
