import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { type Contract, contractFile, loadContract } from "@workflow-api/contract";
import { respondToControl } from "../controls/control-api.ts";
import {
  type Behaviour,
  type Controls,
  createControls,
  operationNamed,
} from "../controls/controls.ts";
import { createJournal, type Journal, type JournalEntry } from "../controls/journal.ts";
import type { Mock } from "../mock.ts";
import { createMock, loadSharedPrism } from "../node-mock.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { createCors } from "./cors.ts";
import { createHttpServer } from "./server.ts";
import { createStop, type StopOptions } from "./stop.ts";
import { type Reload, watchContract } from "./watch.ts";

/** How to start a mock server. */
export interface MockOptions extends Behaviour {
  /** The port to listen on. Default: 0, any free port. */
  readonly port?: number;
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** The file of the contract, or the contract itself. Default: the packaged contract. */
  readonly contract?: string | Contract | undefined;
  /**
   * Host names under which the controls and the real service are reached, beside `localhost` and IP
   * addresses.
   */
  readonly allowHosts?: readonly string[];
  /**
   * How long pending requests may take when the mock is closed, in milliseconds. Default: 10,000.
   */
  readonly grace?: number;
  /** Whether to reload the contract when its file changes. Default: no. */
  readonly watch?: boolean;
  /** Whether bodies of scenarios are generated at random. Default: no. */
  readonly dynamic?: boolean;
  /**
   * The base URL of the real service, to which requests are forwarded. Its path stands in place of
   * that of the contract's servers; without one, theirs is used. Default: none.
   */
  readonly upstream?: string | undefined;
  /** With `upstream`, the operationIds of the operations that the mock responds to itself. */
  readonly mocked?: readonly string[];
  /** With `upstream`, whether what breaks the contract is refused, in either direction. */
  readonly strict?: boolean | undefined;
  /**
   * With `upstream`, whether redirects to the service, and the domain, path and `Secure` of its
   * cookies, are changed so that clients stay at the mock. Default: no.
   */
  readonly rewrite?: boolean | undefined;
  /** With `upstream`, how long it may take to respond, in milliseconds. Default: 30,000. */
  readonly upstreamTimeout?: number;
  /** Whether `/__mock/` is served. Health and readiness are in any case. Default: yes. */
  readonly hasControls?: boolean;
  /** Origins of pages that may read the responses, beside those of this machine. */
  readonly cors?: readonly string[];
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
  /** The last 200 requests, for assertions. */
  requests(): JournalEntry[];
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
  const { contract: given = contractFile(), grace = 10_000 } = options;
  const { hasControls = true, host = "127.0.0.1", port = 0 } = options;
  const contract = typeof given === "string" ? loadContract(resolve(given)) : given;
  for (const name of options.mocked ?? []) operationNamed(contract, name);
  const served = createServed(contract, options);
  const hosts = new Set([host, ...(options.allowHosts ?? [])].map((name) => name.toLowerCase()));
  const upstream = await loadUpstream(options);
  let url = "";
  const server = createHttpServer({
    mock: served.mock,
    cors: createCors(options.cors ?? []),
    control: (request) => {
      const current = { mock: served.mock(), contractError: served.contractError() };
      const shown = { url, hosts, hasControls, upstream: upstream?.url, isReady: !isStopping() };
      return respondToControl({ ...current, ...shown }, request);
    },
    hasControls,
    hosts,
    upstream,
    isStopping: () => isStopping(),
  });
  const { isStopping, stop } = createStop(server);
  const address = await listen(server, port, host);
  url = urlOf(host, address.port);
  // So that the first request does not wait for all of it. A failure is reported by the responses.
  if (upstream === undefined) loadSharedPrism().catch(() => {});
  const unwatch = options.watch ? watchContract(contract.file, served.reload) : undefined;
  return {
    url,
    port: address.port,
    controls: served.controls,
    requests: served.journal.entries,
    get mock() {
      return served.mock();
    },
    async close(stopOptions) {
      unwatch?.();
      await stop({ grace, ...stopOptions });
    },
  };
}

/** The mock of the moment, with what outlives a change of its contract. */
interface ServedMock {
  readonly controls: Controls;
  readonly journal: Journal;
  mock(): Mock;
  /** Why the served contract is not the file on disk. `undefined`: it is. */
  contractError(): string | undefined;
  reload(this: void, reload: Reload): void;
}

function createServed(contract: Contract, options: MockOptions): ServedMock {
  const { dynamic: isDynamic = false } = options;
  const controls = createControls(() => mock.contract, options);
  const journal = createJournal(() => mock.contract);
  const createNext = (next: Contract): Mock => createMock(next, { controls, journal, isDynamic });
  let mock = createNext(contract);
  let contractError: string | undefined;
  controls.onReset(journal.clear);
  return {
    controls,
    journal,
    mock: () => mock,
    contractError: () => contractError,
    reload(reload) {
      contractError = "error" in reload ? reload.error.message : undefined;
      if ("contract" in reload) mock = createNext(reload.contract);
      options.onReload?.(reload);
    },
  };
}

/** Most mocks have none, and Node's TLS loads slowly. */
async function loadUpstream(options: MockOptions): Promise<Upstream | undefined> {
  const { mocked, rewrite: isRewriting, strict: isStrict, upstream: url } = options;
  if (url === undefined) return undefined;
  const { createUpstream } = await import("../upstream/upstream.ts");
  const timeoutMs = options.upstreamTimeout;
  return createUpstream({ url, mocked, isRewriting, isStrict, timeoutMs });
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
function urlOf(host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}
