import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { type Contract, contractFile, loadContract } from "@workflow-api/contract";
import { type Behaviour, type Controls, createControls, operationNamed } from "../controls.ts";
import { createJournal, type JournalEntry } from "../journal.ts";
import type { Mock } from "../mock.ts";
import { createMock, loadPrism } from "../node.ts";
import { respondToControl } from "./control-api.ts";
import { createCors } from "./cors.ts";
import { createHttpServer } from "./server.ts";
import { createStop, type StopOptions } from "./stop.ts";
import type { Upstream, UpstreamOptions } from "./upstream.ts";
import { type Reload, watchContract } from "./watch.ts";

/** How to start a mock server. */
export interface MockOptions extends Behaviour {
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
  /** Whether bodies of scenarios are generated at random. Default: no. */
  readonly dynamic?: boolean;
  /** The base URL of the real service, to which requests are forwarded. Default: none. */
  readonly upstream?: string | undefined;
  /** With `upstream`, the operationIds of the operations that the mock responds to itself. */
  readonly mocked?: readonly string[];
  /**
   * Whether the contract must be supported as a whole, and with `upstream`, what breaks it is
   * refused in either direction. Default: no.
   */
  readonly strict?: boolean;
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
  const {
    contract: given = contractFile(),
    cors: origins = [],
    dynamic: isDynamic = false,
    grace = 10_000,
    hasControls = true,
    host = "127.0.0.1",
    port = 0,
    strict: isStrict = false,
  } = options;
  const contract = typeof given === "string" ? loadContract(resolve(given), { isStrict }) : given;
  for (const name of options.mocked ?? []) operationNamed(contract, name);
  const controls = createControls(() => mock.contract, options);
  let contractError: string | undefined;
  const journal = createJournal(() => mock.contract);
  const createNext = (next: Contract): Mock => createMock(next, { controls, journal, isDynamic });
  let mock = createNext(contract);
  controls.onReset(journal.clear);
  const cors = createCors(origins);
  const hosts = new Set([host, ...(options.allowHosts ?? [])].map((name) => name.toLowerCase()));
  let url = "";
  const { mocked, upstream } = options;
  const behind =
    upstream === undefined ? undefined : await loadUpstream({ url: upstream, mocked, isStrict });
  const server = createHttpServer({
    mock: () => mock,
    cors,
    control: (request) => {
      const isReady = !isStopping();
      const shown = upstream && new URL(upstream).origin;
      const served = { mock, url, hosts, contractError, isReady, hasControls };
      const state = { ...served, upstream: shown };
      return respondToControl(state, request);
    },
    hasControls,
    upstream: behind,
    isStopping: () => isStopping(),
  });
  const { isStopping, stop } = createStop(server);
  const address = await listen(server, port, host);
  url = addressOf(host, address.port);
  // So that the first request does not wait for all of it. A failure is reported by the responses.
  if (upstream === undefined) loadPrism().catch(() => {});
  const onReload = (reload: Reload): void => {
    contractError = "error" in reload ? reload.error.message : undefined;
    if ("contract" in reload) mock = createNext(reload.contract);
    options.onReload?.(reload);
  };
  const unwatch =
    options.watch === true ? watchContract(contract.file, onReload, { isStrict }) : undefined;
  return {
    url,
    port: address.port,
    controls,
    requests: journal.entries,
    get mock() {
      return mock;
    },
    async close(stopOptions) {
      unwatch?.();
      await stop({ grace, ...stopOptions });
    },
  };
}

/** Most mocks have none, and Node's TLS loads slowly. */
async function loadUpstream(options: UpstreamOptions): Promise<Upstream> {
  const { createUpstream } = await import("./upstream.ts");
  return createUpstream(options);
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
