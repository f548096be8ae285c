import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { type MockOptions, type RunningMock, startMock } from "../start-mock.ts";
import { type CliOptions, UsageError } from "./options.ts";
import { createReporter } from "./reporter.ts";

/**
 * Starts a mock server as the command line asks, prints what it serves, and stops it when the process is told to end.
 * @throws {UsageError} if a file of the certificate cannot be read; otherwise as {@link startMock} does.
 */
export async function runServer(options: CliOptions): Promise<void> {
  const reporter = createReporter(options.json);
  const running = await startMock({
    ...mockOptions(options),
    onReload: reporter.reloaded,
    onAnswer: reporter.answered,
  });
  if (!isLoopbackHost(options.host)) {
    reporter.warn(
      `Listening on ${options.host}: other machines can reach this mock. It checks the form of credentials only.`,
    );
  }
  // Whoever reads the output may stop the mock at once.
  stopOnSignal(running);
  reporter.started(running.mock.contract, running.url);
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

function stopOnSignal(running: RunningMock): void {
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
