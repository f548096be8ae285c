import type { Contract } from "@workflow-api/contract";
import type { JournalEntry } from "./controls/journal.ts";
import { createMockControls, type MockControls } from "./controls/mock-controls.ts";
import type { Mock } from "./create-mock.ts";
import type { MockAnswer, MockRequest } from "./message.ts";
import { startServer } from "./start-server.ts";

/** How to start a mock server. */
export interface MockOptions {
  /** The port to listen on; 0, the default, takes any that is free. */
  readonly port?: number;
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** The contract. Default: the one that comes with the package. */
  readonly contractFile?: string;
  /** Whether to load the contract again whenever one of its files changes. Default: no. */
  readonly watch?: boolean;
  /** Origins of pages that may read the answers, beside those of this machine. */
  readonly corsOrigins?: readonly string[];
  /** How long each answer waits: milliseconds such as `300`, or a range such as `300..900`. */
  readonly delay?: number | string;
  /** How often an answer is a failure instead: `5%` (503), `5%:500`, or `5%:drop` (the connection is dropped). */
  readonly fail?: string;
  /** Serves HTTPS with this certificate and its key (PEM). */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Makes delays and failures the same each time. */
  readonly seed?: number;
  /** Told of each request that was answered or refused. */
  readonly onAnswer?: (request: MockRequest, answer: MockAnswer, dropped: boolean) => void;
  /** Told of each time that the contract was loaded again, or could not be. */
  readonly onReload?: (reload: Reload) => void;
}

/** The contract has changed: it was loaded, or it is broken and the one before still serves. */
export type Reload = { readonly contract: Contract } | { readonly error: Error };

/** A mock server that listens. */
export interface RunningMock {
  /** Its address, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly port: number;
  /** The mock of the moment: another one after the contract has changed. */
  readonly mock: Mock;
  /** The last requests, for assertions. */
  requests(): JournalEntry[];
  /** What can be set while it runs, as on its page `/__mock/`. */
  readonly controls: MockControls;
  /** Stops listening, lets the requests that are under way finish for up to a second, and ends. */
  close(): Promise<void>;
}

/**
 * Starts a mock server.
 * @throws {ContractError} if the contract is missing or broken; Node's error, with its `code`, if it cannot listen.
 */
export async function startMock(options: MockOptions = {}): Promise<RunningMock> {
  const { url, port, controls, loaded, mock, close } = await startServer(options);
  const first = await loaded;
  const current = (): Mock => mock() ?? first;
  return {
    url,
    port,
    controls: createMockControls(controls, () => current().contract),
    requests: () => controls.journal.entries(current().contract),
    get mock() {
      return current();
    },
    close,
  };
}
