export type { Behaviour, Delay, Failure } from "./controls/behaviour.ts";
export type { Controls } from "./controls/controls.ts";
export type { Journal, JournalEntry } from "./controls/journal.ts";
export { type CreateOptions, createMock, type Mock, type NextScenario } from "./create-mock.ts";

import { type Contract, loadContract, contractFile as packagedContract } from "@workflow-api/contract";
import { parseDelay, parseFailure } from "./controls/behaviour.ts";
import { type ControlOptions, type Controls, createControls } from "./controls/controls.ts";
import type { JournalEntry } from "./controls/journal.ts";
import { createMock, type Mock } from "./create-mock.ts";
import { createCors } from "./http/cors.ts";
import { createHttpServer } from "./http/create-http-server.ts";
import { close, listen } from "./http/listen.ts";
import type { MockAnswer, MockRequest } from "./message.ts";
import { type ContractWatch, watchContract } from "./watch-contract.ts";

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
  readonly delay?: string;
  /** How often an answer is a failure instead: `5%` (503), `5%:500`, or `5%:drop` (the connection is dropped). */
  readonly fail?: string;
  /** Serves HTTPS with this certificate and its key (PEM). */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Makes delays and failures the same each time. */
  readonly seed?: number;
  /** Told of each request that was answered. */
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
  readonly controls: Controls;
  /** Stops listening, lets the requests that are under way finish for up to a second, and ends. */
  close(): Promise<void>;
}

/**
 * Starts a mock server.
 * @throws {ContractError} if the contract is missing or broken; Node's error, with its `code`, if it cannot listen.
 */
export async function startMock(options: MockOptions = {}): Promise<RunningMock> {
  const { port = 0, host = "127.0.0.1", contractFile = packagedContract(), corsOrigins = [] } = options;
  const controls = createControls(controlOptions(options));
  let mock = await createMock(await loadContract(contractFile));
  let contractError: string | undefined;
  let url = "";
  const server = createHttpServer({
    mock: () => mock,
    cors: createCors({ origins: corsOrigins }),
    controls,
    server: () => ({ contract: mock.contract, url, host, contractError }),
    onAnswer: options.onAnswer,
    tls: options.tls,
  });
  const address = await listen(server, port, host);
  url = `${options.tls === undefined ? "http" : "https"}://${hostOf(address)}`;
  const watch: ContractWatch = {
    async onLoad(contract) {
      mock = await createMock(contract);
      contractError = undefined;
      options.onReload?.({ contract });
    },
    onError(error) {
      contractError = error.message;
      options.onReload?.({ error });
    },
  };
  const stopWatching = options.watch === true ? watchContract(mock.contract, watch) : undefined;
  return {
    url,
    port: address.port,
    controls,
    requests: () => controls.journal.entries(mock.contract),
    get mock() {
      return mock;
    },
    async close() {
      stopWatching?.();
      await close(server);
    },
  };
}

function controlOptions({ delay, fail, seed }: MockOptions): ControlOptions {
  return {
    ...(delay !== undefined && { delay: parseDelay(delay) }),
    ...(fail !== undefined && { fail: parseFailure(fail) }),
    seed,
  };
}

function hostOf({ address, family, port }: AddressInfo): string {
  return `${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
