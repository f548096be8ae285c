import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { type Contract, contractFile } from "@workflow-api/contract";
import { type ControlOptions, type Controls, createControls } from "../controls.ts";
import { loadPrism } from "../engine.ts";
import { createJournal, type JournalEntry, type JournalFilter } from "../journal.ts";
import { createMock, type Mock } from "../mock.ts";
import { answerControl } from "./control-api.ts";
import { createCors } from "./cors.ts";
import { createHttpServer } from "./server.ts";
import { createStop, type StopOptions } from "./stop.ts";
import { loadAside, type Reload, watchContract } from "./watch.ts";

/** How to start a mock server. */
export interface MockOptions extends ControlOptions {
  /** The port to listen on. Default: 0, any free port. */
  readonly port?: number;
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** The file of the contract, or the contract itself. Default: the packaged contract. */
  readonly contract?: string | Contract | undefined;
  /** Host names that may reach the controls, beside `localhost` and IP addresses. */
  readonly allowHosts?: readonly string[];
  /**
   * How long pending requests may take when the mock is closed, in milliseconds. Default: 10,000.
   */
  readonly grace?: number;
  /** Whether to reload the contract when its file changes. Default: no. */
  readonly watch?: boolean;
  /** How often to look whether a watched file has changed, in milliseconds. Default: 100. */
  readonly poll?: number | undefined;
  /** The URL of the docs that the page links to. Default: the contract's `externalDocs`. */
  readonly docs?: string | undefined;
  /** Origins of pages that may read the responses, beside those of this machine. */
  readonly cors?: readonly string[];
  /** Called for each request. */
  readonly onAnswer?: (entry: JournalEntry) => void;
  /** Called each time the contract was reloaded, or could not be. */
  readonly onReload?: (reload: Reload) => void;
}

/** A mock server that listens. */
export interface RunningMock {
  /** Its URL, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly port: number;
  /** The current mock: a new one after the contract has changed. */
  readonly mock: Mock;
  /** The settings that its page `/__mock/` shows. */
  readonly controls: Controls;
  /** The last 200 requests, or some of them, for assertions. */
  requests(filter?: JournalFilter): JournalEntry[];
  /**
   * Reports that it is not ready, finishes pending requests and those that arrive until it stops
   * listening, and ends.
   */
  close(options?: Partial<StopOptions>): Promise<void>;
}

/**
 * Starts a mock server.
 *
 * @throws {ContractError} The contract cannot be read or leaves the profile. Node's error, with its
 * `code`: it cannot listen. Another error: an option is wrong.
 */
export async function startMock(options: MockOptions = {}): Promise<RunningMock> {
  const {
    contract: given = contractFile(),
    cors: origins = [],
    grace = 10_000,
    host = "127.0.0.1",
    port = 0,
  } = options;
  // Prism loads while another process reads the contract.
  const [contract] = await Promise.all([
    typeof given === "string" ? loadAside(resolve(given)) : given,
    loadPrism(),
  ]);
  const controls = createControls(() => mock.contract, options);
  let contractError: string | undefined;
  const journal = createJournal(() => mock.contract);
  let mock = createMock(contract, { controls, journal });
  controls.onReset(journal.clear);
  if (options.onAnswer !== undefined) journal.onRecord(options.onAnswer);
  const cors = createCors(origins);
  const hosts = new Set([host, ...(options.allowHosts ?? [])].map((name) => name.toLowerCase()));
  let url = "";
  const server = createHttpServer({
    mock: () => mock,
    cors,
    control: (request) => {
      const { docs } = options;
      const isReady = !isStopping();
      return answerControl({ mock, url, hosts, contractError, cors, docs, isReady }, request);
    },
    isStopping: () => isStopping(),
  });
  const { isStopping, stop } = createStop(server);
  const address = await listen(server, port, host);
  url = addressOf(host, address.port);
  const onReload = (reload: Reload): void => {
    contractError = "error" in reload ? reload.error.message : undefined;
    if ("contract" in reload) mock = createMock(reload.contract, { controls, journal });
    options.onReload?.(reload);
  };
  const unwatch =
    options.watch === true ? watchContract(contract.file, onReload, options.poll) : undefined;
  return {
    url,
    port: address.port,
    controls,
    requests: journal.entries,
    get mock() {
      return mock;
    },
    async close(others) {
      unwatch?.();
      await stop({ grace, ...others });
    },
  };
}

/** Listens; rejects with Node's error, which has a `code`. */
function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolveAddress, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolveAddress(server.address() as AddressInfo);
    });
  });
}

/** A server that listens at every address is reached at the loopback address. */
function addressOf(host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}
