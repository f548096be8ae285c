import { isIP } from "node:net";
import { relative } from "node:path";
import { type Reload, type RunningMock, startMock } from "../start-mock.ts";
import type { CliOptions } from "./options.ts";
import { startUpText } from "./start-up-text.ts";

/**
 * Starts a mock server as the command line asks, prints what it serves, and stops it when the process is told to end.
 * @throws as {@link startMock} does.
 */
export async function runServer({ port, host, contract, watch, corsOrigins }: CliOptions): Promise<void> {
  const running = await startMock({
    port,
    host,
    watch,
    corsOrigins,
    onReload: report,
    ...(contract !== undefined && { contractFile: contract }),
  });
  if (!isLoopbackHost(host)) {
    console.error(
      `Listening on ${host}: other machines can reach this mock. It checks the form of credentials only.`,
    );
  }
  // Whoever reads the output may stop the mock at once.
  stopOnSignal(running);
  console.log(startUpText(running.mock.contract, running.url));
}

function report(reload: Reload): void {
  if ("error" in reload) {
    console.error(`The contract is broken; the one before still serves:\n${reload.error.message}`);
    return;
  }
  const { file, operations } = reload.contract;
  const names = operations.map(({ operationId }) => operationId).join(", ");
  console.log(`Loaded ${relative(process.cwd(), file)} again: ${names}`);
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
