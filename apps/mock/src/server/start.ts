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
  /** The port to listen on; 0, the default, takes any that is free. */
  readonly port?: number;
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /**
   * The file of the contract, or the contract itself. Default: the one that comes with the package.
   */
  readonly contract?: string | Contract | undefined;
  /** Names under which the controls are served, beside `localhost` and addresses. */
  readonly allowHosts?: readonly string[];
  /**
   * So long requests that are under way may take when the mock is closed, in milliseconds. Default:
   * 10 seconds.
   */
  readonly grace?: number;
  /** Whether to load the contract again whenever its file changes. Default: no. */
  readonly watch?: boolean;
  /** So often a watched file is looked at, in milliseconds, where its folder tells of no change. */
  readonly poll?: number | undefined;
  /** The URL of the docs, to which the page links. Default: that of the contract's `externalDocs`. */
  readonly docs?: string | undefined;
  /** Origins of pages that may read the answers, beside those of this machine. */
  readonly cors?: readonly string[];
  /** Is told of each request. */
  readonly onAnswer?: (entry: JournalEntry) => void;
  /** Is told of each time that the contract was loaded again, or could not be. */
  readonly onReload?: (reload: Reload) => void;
}

/** A mock server that listens. */
export interface RunningMock {
  /** Its address, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly port: number;
  /** The mock of the moment: another one after the contract has changed. */
  readonly mock: Mock;
  /** What can be set while it runs, as on its page `/__mock/`. */
  readonly controls: Controls;
  /** Of the last 200 requests all, or those of an operation or after another one, for assertions. */
  requests(filter?: JournalFilter): JournalEntry[];
  /**
   * Is not ready any more, answers what is under way and what comes until it stops listening, and
   * ends.
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
  // The first answer waits for neither. Another process reads the contract meanwhile.
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

/** What listens at every address of this machine is reached at its loopback address. */
function addressOf(host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}
