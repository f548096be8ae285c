import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { parseDelay, parseFailure } from "./controls/behaviour.ts";
import { type ControlOptions, type Controls, createControls } from "./controls/controls.ts";
import type { Mock } from "./create-mock.ts";
import { createCurrentMock } from "./current-mock.ts";
import { createCors } from "./http/cors.ts";
import { createHttpServer } from "./http/create-http-server.ts";
import { close, listen } from "./http/listen.ts";
import type { Prepared } from "./prepared/prepared.ts";
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

/** Starts a server: with prepared answers it listens at once and loads its engine afterwards. */
export async function startServer(options: MockOptions, prepared?: Prepared): Promise<StartedServer> {
  const { port = 0, host = "127.0.0.1", corsOrigins = [], onAnswer, tls } = options;
  const controls = createControls(controlOptions(options));
  const current = createCurrentMock(options, prepared);
  if (prepared === undefined) await current.load();
  let url = "";
  const server = createHttpServer({
    mock: current.answering,
    cors: createCors({ origins: corsOrigins }),
    controls,
    server: async () => {
      const { contract } = current.mock() ?? (await current.load());
      return { contract, url, host, contractError: current.contractError() };
    },
    onAnswer,
    tls,
  });
  const address = await listen(server, port, host);
  url = `${tls === undefined ? "http" : "https"}://${hostOf(address)}`;
  return {
    url,
    port: address.port,
    controls,
    loaded: prepared === undefined ? current.load() : setTimeout(quiet).then(current.load),
    mock: current.mock,
    async close() {
      current.stop();
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

/** What listens at every address of this machine is reached at its loopback address. */
const loopback: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

function hostOf({ address, family, port }: AddressInfo): string {
  const reachable = loopback[address] ?? address;
  return `${family === "IPv6" ? `[${reachable}]` : reachable}:${port}`;
}
