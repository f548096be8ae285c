import { readFile } from "node:fs/promises";
import { ContractError, isObject, loadContract } from "@workflow-api/contract";
import { groups } from "../case.ts";
import { createHttpTarget } from "../targets.ts";
import { readBaseline, writeBaseline } from "./baseline.ts";
import { readSecrets, readValues } from "./given.ts";
import { help, readOptions, UsageError, type VerifyOptions } from "./options.ts";
import type { Report } from "./report.ts";
import { annotations, readDestinations, writeReports } from "./reports/write.ts";
import { verify } from "./run.ts";

/** What a command reads from and writes to. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Is told how far the run is, of so many cases. */
  readonly onProgress: (sent: number, all: number) => void;
  /** Ends the run, with a report of what was done. */
  readonly interrupted: AbortSignal | undefined;
}

/**
 * Runs `workflow-api-verify`.
 *
 * @returns The exit code: 0 the server agrees, 1 it does not, 2 that is not known, 130 interrupted.
 */
export async function runVerify(args: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    const options = readOptions(args);
    if (typeof options === "object") return await runWith(options, surroundings);
    surroundings.print(options === "help" ? help : `${await ownVersion()}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof ContractError || isSystemError(error))) throw error;
    surroundings.printError(`${error.message}\n`);
    return 2;
  }
}

async function runWith(options: VerifyOptions, surroundings: Surroundings): Promise<number> {
  const { environment, interrupted, onProgress, print, printError } = surroundings;
  const destinations = await readDestinations(options.reporters);
  const contract = loadContract(options.contract);
  const report = await verify({
    ...options,
    contract,
    target: createHttpTarget(options.baseUrl, { timeout: options.timeout, signal: interrupted }),
    secrets: readSecrets(contract, environment),
    given: await readValues(contract, options),
    known: await readBaseline(options.baseline),
    interrupted,
    onProgress,
  });
  onProgress(0, 0);
  if (report.results.length === 0) throw new UsageError(whyEmpty(options));
  await writeReports(report, destinations, print);
  if (environment["GITHUB_ACTIONS"] === "true") printError(annotations(report));
  if (options.writeBaseline !== undefined) await writeBaseline(options.writeBaseline, report);
  if (destinations.every(({ file }) => file !== undefined)) print(`${report.headline}\n`);
  return interrupted?.aborted === true ? 130 : exitCodes[report.conclusion];
}

const exitCodes: Readonly<Record<Report["conclusion"], number>> = { agrees: 0, disagrees: 1, unknown: 2 };

function whyEmpty({ only }: VerifyOptions): string {
  if (only.length === 0) return "The contract has no operations: there is nothing to check.";
  return `--only ${only.join(" --only ")} is in the title of no case, and no group: ${groups.join(", ")}, random.`;
}

/** The version of this package; `src` and `dist` are equally deep in it. */
async function ownVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(
    await readFile(new URL("../../package.json", import.meta.url), "utf8"),
  );
  return isObject(manifest) ? String(manifest["version"]) : "";
}

/** An error of Node.js that has a code, such as that of a file that cannot be written. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}
