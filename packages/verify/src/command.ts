import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";
import { createHttpTarget } from "@workflow-api/conformance";
import { loadContract } from "@workflow-api/contract";
import {
  type Destination,
  makeFolderOf,
  type Output,
  readReporters,
  runCommand,
  writeReport,
} from "@workflow-api/contract/command-line";
import { readBaseline, readData, readHeaders, readSecrets, withOlderNames } from "./inputs.ts";
import { help, readOptions, type VerifyOptions } from "./options.ts";
import { annotations, junitReport } from "./reports/ci.ts";
import type { VerifyReport } from "./reports/report.ts";
import { markdownReport, ttyReport } from "./reports/text.ts";
import { verify } from "./run.ts";
import { createProgress } from "./sending/progress.ts";
import type { Run } from "./sending/session.ts";

/** The environment of the command. */
interface CommandEnvironment extends Output, Pick<Run, "interrupted" | "onStart"> {
  /** Replaces a line on the terminal; the empty string removes it. Default: there is none. */
  readonly showProgress?: ((line: string) => void) | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const manifest: { readonly version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);

/**
 * Runs `verify`.
 *
 * @returns The exit code: 0 passed, 1 failed, 2 inconclusive, or that of a signal.
 */
export async function runVerify(
  args: readonly string[],
  surroundings: CommandEnvironment,
): Promise<number> {
  return await runCommand(async () => {
    const options = readOptions(args);
    if (options !== "help") return await runWith(options, surroundings);
    surroundings.print(help);
    return 0;
  }, surroundings.printError);
}

async function runWith(options: VerifyOptions, surroundings: CommandEnvironment): Promise<number> {
  const { interrupted, print, printError } = surroundings;
  const environment = withOlderNames(surroundings.environment);
  const summary = environment["GITHUB_STEP_SUMMARY"] || undefined;
  const destinations = readDestinations(options.reporter, summary);
  // Fail before the run, not after it.
  for (const file of [options.writeBaseline, ...destinations.map((each) => each.file)])
    if (file !== undefined) await makeFolderOf(file);
  const contract = loadContract(options.contract);
  const headers = readHeaders(contract, options.header, environment);
  const { showProgress } = surroundings;
  const report = await verify({
    ...options,
    ...surroundings,
    ...(showProgress !== undefined && { onProgress: createProgress(showProgress) }),
    contract,
    target: createHttpTarget(options.baseUrl, {
      timeout: options.timeout,
      signal: interrupted,
      headers: {
        "user-agent": `workflow-api-verify/${manifest.version}`,
        ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
      },
      environment,
    }),
    headers,
    secrets: readSecrets(contract, environment),
    data: readData(contract, options),
    baseline: await readBaseline(options.baseline),
    freshSeed: Date.now(),
  });
  showProgress?.("");
  for (const { file, format } of destinations) {
    if (file === undefined) print(format(report));
    else await writeReport(file, stripVTControlCharacters(format(report)), summary);
  }
  if (destinations.every(({ file }) => file !== undefined))
    print([report.headline, ...report.untried, ""].join("\n"));
  if (environment["GITHUB_ACTIONS"] === "true") printError(annotations(report));
  if (options.writeBaseline !== undefined)
    await writeFile(options.writeBaseline, jsonText(report.identities));
  return interrupted?.aborted === true
    ? Number(interrupted.reason)
    : { passed: 0, failed: 1, inconclusive: 2 }[report.conclusion];
}

const formats = new Map<string, (report: VerifyReport) => string>([
  ["tty", ttyReport],
  ["junit", junitReport],
  ["json", jsonText],
  ["markdown", markdownReport],
]);

function jsonText(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** In a job, Markdown without a file is added to its summary. */
function readDestinations(
  reporters: readonly string[],
  summary: string | undefined,
): Destination<VerifyReport>[] {
  const requested = reporters.map((each) =>
    each === "markdown" && summary !== undefined ? `markdown=${summary}` : each,
  );
  return readReporters(requested, formats);
}
