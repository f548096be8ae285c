import type { AddressInfo } from "node:net";
import type { Contract } from "@workflow-api/contract";
import { parseDelay, parseFailure } from "./controls/behaviour.ts";
import { type ControlOptions, type Controls, createControls } from "./controls/controls.ts";
import type { Mock } from "./create-mock.ts";
import { createCors } from "./http/cors.ts";
import { createHttpServer } from "./http/create-http-server.ts";
import { close, listen } from "./http/listen.ts";
import type { Prepared } from "./prepared/prepared.ts";
import { createPreparedMock } from "./prepared/prepared-mock.ts";
import type { MockOptions } from "./start-mock.ts";

/** A server that listens. Its mock may still be on its way. */
export interface StartedServer {
  readonly url: string;
  readonly port: number;
  readonly controls: Controls;
  /** Resolves once the mock is there; rejects if the contract is broken. */
  readonly loaded: Promise<Mock>;
  /** The mock of the moment: another one after the contract has changed. */
  mock(): Mock | undefined;
  close(): Promise<void>;
}

/** How long a server that answers from what was prepared is left alone before its engine is loaded, in milliseconds. */
const quiet = 150;

/**
 * Starts a server. With prepared answers it listens at once and loads its engine afterwards: to load it takes the one
 * thread that answers too. What is loaded is imported when it is, for the same reason.
 */
export async function startServer(options: MockOptions, prepared?: Prepared): Promise<StartedServer> {
  const { port = 0, host = "127.0.0.1", corsOrigins = [] } = options;
  const controls = createControls(controlOptions(options));
  let mock: Mock | undefined;
  let contractError: string | undefined;
  let url = "";
  const load = once(async () => {
    mock = await loadMock(options.contractFile);
    return mock;
  });
  const early = prepared === undefined ? await load() : createPreparedMock(prepared, load);
  const server = createHttpServer({
    mock: () => mock ?? early,
    cors: createCors({ origins: corsOrigins }),
    controls,
    server: async () => ({ contract: (mock ?? (await load())).contract, url, host, contractError }),
    onAnswer: options.onAnswer,
    tls: options.tls,
  });
  const address = await listen(server, port, host);
  url = `${options.tls === undefined ? "http" : "https"}://${hostOf(address)}`;
  let closed = false;
  let stopWatching: (() => void) | undefined;
  const loaded = later(load, prepared === undefined ? 0 : quiet).then(async (first) => {
    if (options.watch === true && !closed) stopWatching = await watch(first.contract);
    return first;
  });
  async function watch(contract: Contract): Promise<() => void> {
    const { watchContract } = await import("./watch-contract.ts");
    const { createMock } = await import("./create-mock.ts");
    return watchContract(contract, {
      async onLoad(changed) {
        mock = await createMock(changed);
        contractError = undefined;
        options.onReload?.({ contract: changed });
      },
      onError(error) {
        contractError = error.message;
        options.onReload?.({ error });
      },
    });
  }
  return {
    url,
    port: address.port,
    controls,
    loaded,
    mock: () => mock,
    async close() {
      closed = true;
      stopWatching?.();
      await close(server);
    },
  };
}

async function loadMock(file: string | undefined): Promise<Mock> {
  const { contractFile, loadContract } = await import("@workflow-api/contract");
  const contract = await loadContract(file ?? contractFile());
  const { createMock } = await import("./create-mock.ts");
  return createMock(contract);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function later<T>(make: () => Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(() => make().then(resolve, reject), milliseconds);
  });
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
