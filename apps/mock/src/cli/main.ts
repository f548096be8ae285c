import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { ContractError, terminalText } from "@workflow-api/contract";
import { UsageError } from "@workflow-api/contract/command-line";
import { isLoopback } from "@workflow-api/contract/http";
import { SettingError } from "../controls/controls.ts";
import { brokenExamples } from "../response/generator.ts";
import { type RunningMock, startMock } from "../server/start.ts";
import { createLog, type Log } from "./log.ts";
import { type CliOptions, readOptions, usage } from "./options.ts";

/**
 * Reads the arguments and serves until a signal ends the program. Sets the exit code of the
 * process.
 */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const options = readOptions(args);
    if (options.help) console.log(usage);
    else if (options.version) console.log(packageVersion());
    else await serve(options);
  } catch (error) {
    const isWrongInput = [ContractError, SettingError, UsageError].some(
      (kind) => error instanceof kind,
    );
    process.exitCode = isWrongInput ? 2 : 1;
    console.error(terminalText(failureText(error)));
  }
}

function packageVersion(): string {
  const file = new URL("../../package.json", import.meta.url);
  const { version }: { version: string } = JSON.parse(readFileSync(file, "utf8"));
  return version;
}

async function serve(options: CliOptions): Promise<void> {
  // V8 would allocate what the journal keeps for a while among what lives long, and much of what it
  // refers to would stay until the heap is swept: half of the throughput under load.
  setFlagsFromString("--no-allocation-site-pretenuring");
  const log = createLog(options.json);
  const running = await startMock({ ...options, watch: true, onReload: log.reload }).catch(
    (error: unknown) => {
      throw listenError(error, options);
    },
  );
  stopOnSignal(running, options.grace, log.end);
  running.mock.journal.onEnd(log.request);
  running.mock.journal.onWait(log.request);
  log.start(running, options);
  // Later, so that the first response does not wait for it.
  setTimeout(() => void reportExamples(running, log), 1000).unref();
  if (!isLoopback(options.host))
    log.warn(`Other machines can reach this mock at ${options.host}. It accepts any credentials.`);
}

/** Names the examples of the contract that break their own schema. */
async function reportExamples({ mock: { contract } }: RunningMock, { warn }: Log): Promise<void> {
  const broken = await brokenExamples(contract);
  if (broken.length === 0) return;
  const more = broken.length - mostExamples;
  const lines = [...broken.slice(0, mostExamples), ...(more > 0 ? [`and ${more} more`] : [])];
  warn(["Examples of the contract break their own schema:", ...lines].join("\n  "));
}

const mostExamples = 5;

/**
 * Ends the program gracefully: at Ctrl-C once pending requests are done, at SIGTERM once a balancer
 * can have noticed. A second signal ends it at once, unless it follows the first: npm passes on the
 * Ctrl-C of a terminal, which the program gets itself, too.
 */
function stopOnSignal(running: RunningMock, grace: number, flush: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const stop = (signal: "SIGINT" | "SIGTERM"): void => {
    const now = performance.now();
    if (now - (stoppingSince ?? now) > 500) process.exit(signal === "SIGINT" ? 130 : 143);
    if (stoppingSince !== undefined) return;
    stoppingSince = now;
    const end = (): void => process.exit(0);
    const quiet = signal === "SIGTERM" ? grace / 10 : 0;
    running.close({ quiet }).then(flush).then(end, end);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

/** Why the server cannot listen, and what to do. Other errors stay as they are. */
function listenError(error: unknown, { host, port }: CliOptions): unknown {
  if (!(error instanceof Error && "code" in error)) return error;
  const texts = new Map<unknown, string>([
    ["EADDRINUSE", "is in use. Choose another with --port; 0: any free one."],
    ["EACCES", "is for administrators. Choose one above 1023 with --port."],
  ]);
  const text = texts.get(error.code) ?? `is not of this machine (${error.code}): try no --host.`;
  return new ListenError(`Port ${port} of ${host} ${text}`);
}

class ListenError extends Error {}

function failureText(error: unknown): string {
  if (error instanceof ContractError) return `The contract cannot be served:\n${error.message}`;
  if (error instanceof SettingError) return `${error.message}.`;
  if (error instanceof UsageError || error instanceof ListenError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
