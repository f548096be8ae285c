import { ContractError, contractFile, loadContract } from "@workflow-api/contract";
import { createHttpTarget } from "../http-target.ts";
import { countOutcomes } from "../report/report.ts";
import { readBaseline, writeBaseline } from "./baseline.ts";
import { readOptions, UsageError, usage } from "./options.ts";
import { CannotTry } from "./probe.ts";
import { credentialsFrom } from "./secrets.ts";
import { readValues } from "./values.ts";
import { verify } from "./verify.ts";
import { readDestinations, writeReports } from "./write-reports.ts";

/** Where a command reads from and writes to. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Tells how far the run is; `undefined` where nobody looks. */
  readonly progress: ((done: number, all: number) => void) | undefined;
}

/**
 * Runs `workflow-api-verify`.
 * @returns The exit code: 0 the server agrees, 1 it does not, 2 it could not be tried.
 */
export async function runVerify(args: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    return await run(args, surroundings);
  } catch (error) {
    if (
      !(
        error instanceof UsageError ||
        error instanceof CannotTry ||
        error instanceof ContractError ||
        isSystemError(error)
      )
    )
      throw error;
    surroundings.printError(`${error.message}\n`);
    return 2;
  }
}

async function run(
  args: readonly string[],
  { environment, print, printError, progress }: Surroundings,
): Promise<number> {
  const options = readOptions(args);
  if (options === "help") {
    print(usage);
    return 0;
  }
  const destinations = readDestinations(options.reporters);
  const contract = await loadContract(options.contract ?? contractFile());
  const report = await verify({
    ...options,
    contract,
    target: createHttpTarget(options.baseUrl, { timeout: options.timeout }),
    credentials: credentialsFrom(contract, environment),
    values: await readValues(contract, options),
    known: await readBaseline(options.baseline),
    ...(progress === undefined ? {} : { onProgress: progress }),
  });
  const sent = report.results.filter(({ outcome }) => outcome !== "skipped");
  if (sent.length === 0) {
    printError("No case was sent. See --help for --only, --write and credentials.\n");
    return 2;
  }
  await writeReports(report, destinations, print);
  if (options.writeBaseline !== undefined) await writeBaseline(options.writeBaseline, report);
  return countOutcomes(report.results).failed > 0 ? 1 : 0;
}

/** An error of Node that has a code, such as a file that cannot be written. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && typeof error.code === "string" && "syscall" in error;
}
