import { readFile } from "node:fs/promises";
import { ContractError, contractFile, isObject, loadContract } from "@workflow-api/contract";
import { groups } from "../case.ts";
import { createHttpTarget } from "../http-target.ts";
import type { Report } from "../report/report.ts";
import { reasonsNotSent } from "../report/sentences.ts";
import { readBaseline, writeBaseline } from "./baseline.ts";
import { readOptions, UsageError, type VerifyOptions } from "./options.ts";
import { CannotTry } from "./probe.ts";
import { credentialsFrom } from "./secrets.ts";
import { usage } from "./usage.ts";
import { readValues } from "./values.ts";
import { verify } from "./verify.ts";
import { makeFolders, readDestinations, writeReports } from "./write-reports.ts";

/** Where a command reads from and writes to. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Tells how far the run is; `undefined` where nobody looks. */
  readonly progress: ((done: number, all: number) => void) | undefined;
  /** Ends the run, with a report of what was done. */
  readonly interrupted?: AbortSignal | undefined;
}

/**
 * Runs `workflow-api-verify`.
 * @returns The exit code: 0 the server agrees, 1 it does not, 2 it could not be tried, or not wholly, 130 interrupted.
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
  { environment, interrupted, print, printError, progress }: Surroundings,
): Promise<number> {
  const options = readOptions(args);
  if (options === "help") {
    print(usage);
    return 0;
  }
  if (options === "version") {
    print(`${await ownVersion()}\n`);
    return 0;
  }
  const destinations = readDestinations(options.reporters);
  await makeFolders([...destinations.map(({ file }) => file), options.writeBaseline]);
  const contract = await loadContract(options.contract ?? contractFile());
  const report = await verify({
    ...options,
    contract,
    target: createHttpTarget(options.baseUrl, { timeout: options.timeout, interrupted }),
    credentials: credentialsFrom(contract, environment),
    values: await readValues(contract, options),
    known: await readBaseline(options.baseline),
    interrupted,
    ...(progress === undefined ? {} : { onProgress: progress }),
  }).finally(() => progress?.(0, 0));
  const { conclusion, results, untried } = report;
  if (results.every(({ outcome }) => outcome === "skipped")) {
    printError(`No case was sent.\n${[...untried, ...whyNone(options, report)].join("\n")}\n`);
    return interrupted?.aborted ? 130 : 2;
  }
  await writeReports(report, destinations, print);
  if (options.writeBaseline !== undefined) await writeBaseline(options.writeBaseline, report);
  if (interrupted?.aborted) return 130;
  if (conclusion === "open") {
    const told = destinations.some(({ isRead }) => isRead) ? [] : untried;
    printError(
      [...told, "Not all of it could be tried. --allow-untried ends with 0 all the same.\n"].join("\n"),
    );
  }
  return exitCodes[conclusion];
}

const exitCodes: Readonly<Record<Report["conclusion"], number>> = { agrees: 0, disagrees: 1, open: 2 };

function whyNone({ only }: VerifyOptions, report: Report): string[] {
  if (report.results.length > 0) return reasonsNotSent(report);
  if (report.coverage.length === 0) return ["The contract has no operations: describe one under paths."];
  return [
    `--only ${only.join(" --only ")} is in the title of no case, and no group: ${groups.join(", ")}, random.`,
  ];
}

/** The version of this package; `src` and `dist` are equally deep in it. */
async function ownVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(
    await readFile(new URL("../../package.json", import.meta.url), "utf8"),
  );
  return isObject(manifest) ? String(manifest["version"]) : "";
}

/** An error of Node that has a code, such as a file that cannot be written. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && typeof error.code === "string" && "syscall" in error;
}
