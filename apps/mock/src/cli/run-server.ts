import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { urlMark } from "../prepared/prepared.ts";
import { readPrepared } from "../prepared/read-prepared.ts";
import type { MockOptions } from "../start-mock.ts";
import { type StartedServer, startServer } from "../start-server.ts";
import { type CliOptions, UsageError } from "./options.ts";
import { createReporter } from "./reporter.ts";
import { settingsText } from "./settings-text.ts";

/**
 * Starts a mock server as the command line asks, prints what it serves, and stops it when the process is told to end.
 * @throws {UsageError} if a file of the certificate cannot be read; otherwise as `startMock` does.
 */
export async function runServer(options: CliOptions): Promise<void> {
  const reporter = createReporter(options.json);
  const prepared = options.json ? undefined : readPrepared(options.contract);
  const hooks = { onReload: reporter.reloaded, onAnswer: reporter.answered };
  const running = await startServer({ ...mockOptions(options), ...hooks }, prepared);
  if (!isLoopbackHost(options.host)) {
    reporter.warn(exposureText(options.host, running));
  }
  // Whoever reads the output may stop the mock at once.
  stopOnSignal(running);
  if (prepared !== undefined) console.log(prepared.startUp.replaceAll(urlMark, running.url));
  const { contract } = await running.loaded.catch(async (error: unknown) => {
    await running.close();
    throw error;
  });
  if (prepared === undefined) await reporter.started(contract, running.url);
  if (!options.json) console.log(`\n${settingsText(options, contract.file)}`);
}

/** A mock that others can reach is warned of, with the addresses at which they can. */
function exposureText(host: string, { url, port }: StartedServer): string {
  const { protocol } = new URL(url);
  const isEvery = host === "0.0.0.0" || host === "::";
  const addresses = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => isEvery && !internal && family === "IPv4")
    .map(({ address }) => `${protocol}//${address}:${port}`);
  const where = addresses.length === 0 ? host : `${host}, such as ${addresses.join(", ")}`;
  return `Other machines can reach this mock at ${where}. It checks the form of credentials only.`;
}

function mockOptions({
  port,
  host,
  contract,
  watch,
  corsOrigins,
  delay,
  fail,
  seed,
  cert,
  key,
}: CliOptions): MockOptions {
  return {
    port,
    host,
    watch,
    corsOrigins,
    ...(contract !== undefined && { contractFile: contract }),
    ...(delay !== undefined && { delay }),
    ...(fail !== undefined && { fail }),
    ...(seed !== undefined && { seed }),
    ...(cert !== undefined &&
      key !== undefined && { tls: { cert: readPem("--cert", cert), key: readPem("--key", key) } }),
  };
}

function readPem(option: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new UsageError(`${option}: ${file} cannot be read`);
  }
}

function stopOnSignal(running: StartedServer): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      running.close().then(
        () => process.exit(0),
        () => process.exit(0),
      );
    });
  }
}

function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
