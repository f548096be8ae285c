import type { AddressInfo } from "node:net";
import { type Contract, loadContract, contractFile as packagedContract } from "@workflow-api/contract";
import { createMock, type Mock } from "./create-mock.ts";
import { createCors } from "./http/cors.ts";
import { createHttpServer } from "./http/create-http-server.ts";
import { close, listen } from "./http/listen.ts";
import { watchContract } from "./watch-contract.ts";

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
  /** Stops listening, lets the requests that are under way finish for up to a second, and ends. */
  close(): Promise<void>;
}

/**
 * Starts a mock server.
 * @throws {ContractError} if the contract is missing or broken; Node's error, with its `code`, if it cannot listen.
 */
export async function startMock(options: MockOptions = {}): Promise<RunningMock> {
  const { port = 0, host = "127.0.0.1", contractFile = packagedContract(), corsOrigins = [] } = options;
  let mock = await createMock(await loadContract(contractFile));
  const server = createHttpServer({ mock: () => mock, cors: createCors({ origins: corsOrigins }) });
  const address = await listen(server, port, host);
  const stopWatching =
    options.watch === true
      ? watchContract(mock.contract, {
          async onLoad(contract) {
            mock = await createMock(contract);
            options.onReload?.({ contract });
          },
          onError: (error) => options.onReload?.({ error }),
        })
      : undefined;
  return {
    url: urlOf(address),
    port: address.port,
    get mock() {
      return mock;
    },
    async close() {
      stopWatching?.();
      await close(server);
    },
  };
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
