import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { createHttpTarget, groups } from "@workflow-api/conformance";
import { ContractError, loadContract } from "@workflow-api/contract";
import { readBaseline, readSecrets, readValues } from "./given.ts";
import { help, readOptions, UsageError, type VerifyOptions } from "./options.ts";
import type { Report } from "./report.ts";
import { annotations, sarifReport } from "./reports/code-host.ts";
import { junitReport } from "./reports/junit.ts";
import { markdownReport } from "./reports/markdown.ts";
import { ttyReport } from "./reports/tty.ts";
import { verify } from "./run.ts";
import type { Run } from "./session.ts";

/** What a command reads from and writes to. */
interface Surroundings extends Pick<Run, "interrupted" | "onProgress"> {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

/**
 * Runs `workflow-api-verify`.
 *
 * @returns The exit code: 0 the server agrees, 1 it does not, 2 that is not known, 130 interrupted.
 */
export async function runVerify(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  try {
    const options = readOptions(args);
    if (options !== "help") return await runWith(options, surroundings);
    surroundings.print(help);
    return 0;
  } catch (error) {
    const isOfFile = error instanceof Error && "syscall" in error;
    if (!(error instanceof UsageError || error instanceof ContractError || isOfFile)) throw error;
    surroundings.printError(`${error.message}\n`);
    return 2;
  }
}

async function runWith(options: VerifyOptions, surroundings: Surroundings): Promise<number> {
  const { environment, interrupted, print, printError } = surroundings;
  const destinations = readDestinations(options.reporters);
  // A run shall not end in vain.
  for (const { file = "." } of destinations) await mkdir(dirname(file), { recursive: true });
  const contract = loadContract(options.contract);
  const report = await verify({
    ...options,
    ...surroundings,
    contract,
    target: createHttpTarget(options.baseUrl, { timeout: options.timeout, signal: interrupted }),
    secrets: readSecrets(contract, environment),
    given: await readValues(contract, options),
    known: await readBaseline(options.baseline),
  });
  surroundings.onProgress(0, 0);
  if (report.results.length === 0)
    throw new UsageError(
      `Nothing is to be checked: --only has a part of a title, or of ${groups.join(", ")}.`,
    );
  for (const { file, format } of destinations) {
    if (file === undefined) print(format(report));
    else await writeFile(file, stripVTControlCharacters(format(report)));
  }
  if (destinations.every(({ file }) => file !== undefined)) print(`${report.headline}\n`);
  if (environment["GITHUB_ACTIONS"] === "true") printError(annotations(report));
  const baseline = `${JSON.stringify(report.fingerprints, undefined, 2)}\n`;
  if (options.writeBaseline !== undefined) await writeFile(options.writeBaseline, baseline);
  return interrupted?.aborted === true
    ? 130
    : { agrees: 0, disagrees: 1, unknown: 2 }[report.conclusion];
}

const formats = new Map<string, (report: Report) => string>([
  ["tty", ttyReport],
  ["junit", junitReport],
  ["json", (report) => `${JSON.stringify(report, undefined, 2)}\n`],
  ["markdown", markdownReport],
  ["sarif", sarifReport],
]);

function readDestinations(options: readonly string[]) {
  const destinations = options.map((option) => {
    const [, name = "", file] = /^([^=]*)(?:=(.+))?$/s.exec(option) ?? [];
    const format = formats.get(name);
    if (format !== undefined) return { format, file };
    throw new UsageError(
      `--reporter must be ${[...formats.keys()].join(", ")}, alone or with =FILE.`,
    );
  });
  if (destinations.filter(({ file }) => file === undefined).length < 2) return destinations;
  throw new UsageError("Only one --reporter can write to standard output: give the others a file.");
}
