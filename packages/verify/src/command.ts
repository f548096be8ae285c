import { readFileSync } from "node:fs";
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { createHttpTarget, groups } from "@workflow-api/conformance";
import { ContractError, loadContract, terminalText } from "@workflow-api/contract";
import { readBaseline, readData, readHeaders, readIdentity, readSecrets } from "./given.ts";
import { help, readOptions, UsageError, type VerifyOptions } from "./options.ts";
import type { Report } from "./report.ts";
import { annotations, junitReport, sarifReport } from "./reports/ci.ts";
import { markdownReport } from "./reports/markdown.ts";
import { ttyReport } from "./reports/tty.ts";
import { verify } from "./run.ts";
import type { Run } from "./session.ts";

/** The environment of the command. */
interface Surroundings extends Pick<Run, "onProgress"> {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Stops the run; its reason is the exit code. */
  readonly interrupted: AbortSignal | undefined;
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
    surroundings.printError(`${terminalText(error.message)}\n`);
    return 2;
  }
}

async function runWith(options: VerifyOptions, surroundings: Surroundings): Promise<number> {
  const { environment, interrupted, print, printError } = surroundings;
  const destinations = readDestinations(options.reporters, environment["GITHUB_STEP_SUMMARY"]);
  // Fail before the run, not after it.
  for (const { file = "." } of destinations) await mkdir(dirname(file), { recursive: true });
  const contract = loadContract(options.contract);
  const headers = readHeaders(contract, options.headers, environment);
  const agent = { "user-agent": `workflow-api-verify/${manifest.version}` };
  const report = await verify({
    ...options,
    ...surroundings,
    contract,
    target: createHttpTarget(options.baseUrl, {
      timeout: options.timeout,
      signal: interrupted,
      headers: {
        ...agent,
        ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
      },
      identity: await readIdentity(options),
      environment,
    }),
    headers,
    secrets: readSecrets(contract, environment),
    data: await readData(contract, options),
    known: await readBaseline(options.baseline),
  });
  surroundings.onProgress(0, 0);
  if (report.results.length === 0)
    throw new UsageError(
      `Nothing is to be checked: --only has a part of a title, or of ${groups.join(", ")}.`,
    );
  for (const { file, format, isAppended } of destinations) {
    if (file === undefined) print(format(report));
    else
      await (isAppended ? appendFile : writeFile)(file, stripVTControlCharacters(format(report)));
  }
  if (destinations.every(({ file }) => file !== undefined)) print(`${report.headline}\n`);
  if (environment["GITHUB_ACTIONS"] === "true") printError(annotations(report));
  const baseline = `${JSON.stringify(report.identities, undefined, 2)}\n`;
  if (options.writeBaseline !== undefined) await writeFile(options.writeBaseline, baseline);
  return interrupted?.aborted === true
    ? Number(interrupted.reason)
    : { passed: 0, failed: 1, inconclusive: 2 }[report.conclusion];
}

const formats = new Map<string, (report: Report) => string>([
  ["tty", ttyReport],
  ["junit", junitReport],
  ["json", (report) => `${JSON.stringify(report, undefined, 2)}\n`],
  ["markdown", markdownReport],
  ["sarif", sarifReport],
]);

/** @param summary - The file of a job's summary, to which the steps of the job append. */
function readDestinations(options: readonly string[], summary: string | undefined) {
  const destinations = options.map((option) => {
    const [, name = "", given] = /^([^=]*)(?:=(.+))?$/s.exec(option) ?? [];
    const format = formats.get(name);
    const file = given ?? (name === "markdown" ? summary || undefined : undefined);
    if (format !== undefined)
      return { format, file, isAppended: file !== undefined && file === summary };
    throw new UsageError(
      `--reporter must be ${[...formats.keys()].join(", ")}, alone or with =FILE.`,
    );
  });
  if (destinations.filter(({ file }) => file === undefined).length < 2) return destinations;
  throw new UsageError("Only one --reporter can write to standard output: give the others a file.");
}
