import { type Contract, type JsonObject, readContract } from "@workflow-api/contract";
import type { HttpHandler } from "msw";
import { parseDelay, parseFailure } from "../controls/behaviour.ts";
import { createControls } from "../controls/controls.ts";
import type { JournalEntry } from "../controls/journal.ts";
import { createMockControls, type MockControls } from "../controls/mock-controls.ts";
import { createMock, type Mock } from "../create-mock.ts";
import { createHandler } from "./create-handler.ts";

/** How to mock the service by MSW. */
export interface MswOptions {
  /** Where the code under test sends its requests, such as `https://service.example`; several, if it knows several. */
  readonly baseUrl: string | readonly string[];
  /**
   * Another contract than the one of this package: an OpenAPI 3.1 document, bundled into one, such as
   * `(await loadContract(file)).document`.
   */
  readonly document?: JsonObject;
  /** How long each answer waits: milliseconds such as `300`, or a range such as `300..900`. */
  readonly delay?: number | string;
  /** How often an answer is a failure instead: `5%` (503), `5%:500`, or `5%:drop` (a network error). */
  readonly fail?: string;
  /** Makes delays and failures the same each time. */
  readonly seed?: number;
}

/** A mock of the service that MSW asks. */
export interface MswMock {
  /** For `setupWorker` or `setupServer`. They answer what a mock server would, byte for byte. */
  readonly handlers: readonly HttpHandler[];
  readonly mock: Mock;
  /** The last requests, for assertions. */
  requests(): JournalEntry[];
  /** What can be set while it runs: sequences, delays and failures. */
  readonly controls: MockControls;
}

/**
 * Creates a mock for MSW.
 * @param packaged Reads the contract of this package.
 * @throws {ContractError} if the document is broken; {Error} if an option is no delay, share or address.
 */
export async function createMswMock(
  { baseUrl, document, delay, fail, seed }: MswOptions,
  packaged: () => Contract | Promise<Contract>,
): Promise<MswMock> {
  const controls = createControls({
    ...(delay !== undefined && { delay: parseDelay(delay) }),
    ...(fail !== undefined && { fail: parseFailure(fail) }),
    seed,
  });
  const bases = [baseUrl].flat().map(readBase);
  const contract = document === undefined ? await packaged() : readContract(document);
  const mock = await createMock(contract);
  return {
    handlers: bases.map((base) => createHandler(mock, controls, base)),
    mock,
    requests: () => controls.journal.entries(contract),
    controls: createMockControls(controls, () => contract),
  };
}

/** As the address of a request begins, without the slash at its end. */
function readBase(text: string): string {
  if (!URL.canParse(text) || !/^https?:/i.test(text)) {
    throw new Error(
      `baseUrl is the address that requests go to, such as https://service.example, not ${JSON.stringify(text)}`,
    );
  }
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`.replace(/\/+$/, "");
}
