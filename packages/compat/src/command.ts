import { contractFile, loadContract, omittedLines, terminalText } from "@workflow-api/contract";
import {
  type Output,
  readArguments,
  readReporters,
  runCommand,
  UsageError,
  writeReport,
} from "@workflow-api/contract/command-line";
import { acceptedFile, readAccepted, writeAccepted } from "./accepted.ts";
import { loadBase } from "./base.ts";
import { type Audience, audiences } from "./change.ts";
import { compareContracts } from "./comparison.ts";
import { annotations, junitReport } from "./report/ci.ts";
import { markdownReport, sourceUrlOf } from "./report/markdown.ts";
import { terminalReport } from "./report/terminal.ts";
import { affects, type CompatReport, verdictOf } from "./report/verdict.ts";

/** The reports, by name. */
const reporters: ReadonlyMap<string, (report: CompatReport) => string> = new Map([
  ["tty", terminalReport],
  ["markdown", markdownReport],
  ["github", annotations],
  ["junit", junitReport],
  ["json", (report) => `${JSON.stringify(report, undefined, 2)}\n`],
]);

const help = `Reports what a change to the contract breaks, and for whom, with a request or
response that shows it.

Usage: workflow-api-compat BASE [options]

  BASE                    the old contract: a file, a Git ref of the repository
                          in which the command runs, or REF:PATH
  --contract FILE         the new contract (default: that of the workflow service)
  --accept REASON         add what breaks to accepted-breaks.json beside the
                          contract, and pass
  --fail-on LIST          of ${audiences.join(", ")}: who must not break (default: clients)
  --reporter NAME[=FILE]  ${[...reporters.keys()].join(", ")} (default: tty);
                          repeatable: one goes to standard output, and github
                          beside it, the others need a file
  --help                  print this help

Exit codes: 0 nothing breaks those of --fail-on, or info.version announces it (the
major version is raised; below 1.0.0 the minor one), or it is accepted, or there is
no old contract; 1 something breaks them, or may; 2 unknown (a file, an option or a
tool is wrong or missing); 130 interrupted, 143 terminated.
`;

const [text, flag] = [{ type: "string" }, { type: "boolean" }] as const;
const options = {
  accept: text,
  contract: text,
  "fail-on": text,
  help: { ...flag, short: "h" },
  reporter: { ...text, multiple: true },
} as const;

/** Runs `workflow-api-compat`, and returns the exit code that `--help` explains. */
export async function runCompat(args: readonly string[], output: Output): Promise<number> {
  return await runCommand(async () => await compare(args, output), output.printError);
}

async function compare(args: readonly string[], output: Output): Promise<number> {
  const { positionals, values } = readArguments(args, options, 1);
  const [base] = positionals;
  if (values.help === true) {
    output.print(help);
    return 0;
  }
  if (base === undefined) throw new UsageError("Name one BASE, such as origin/main. See --help.");
  const destinations = readReporters(values.reporter ?? ["tty"], reporters);
  const failOn = (values["fail-on"] ?? "clients").split(",").map(readAudience);
  const file = values.contract ?? contractFile();
  const printNote = (line: string): void => output.printError(terminalText(`${line}\n`));
  printNote(`Comparing ${base} with ${file}`);
  const changed = loadContract(values.contract);
  const before = loadBase(base, changed.file);
  if ("missing" in before) {
    output.print(`${before.missing}\n`);
    return 0;
  }
  omittedLines(changed).forEach(printNote);
  const acceptedPath = acceptedFile(changed.file);
  const accepted = readAccepted(acceptedPath);
  const comparison = compareContracts(before.contract, changed, accepted);
  const verdict = verdictOf(comparison, failOn);
  const report = { ...comparison, verdict, sourceUrl: sourceUrlOf(process.env) };
  for (const { file: target, format } of destinations) {
    if (target === undefined) output.print(format(report));
    else await writeReport(target, format(report), process.env["GITHUB_STEP_SUMMARY"]);
  }
  if (values.accept === undefined || !verdict.isFailed) return verdict.isFailed ? 1 : 0;
  const breaking = comparison.changes.filter(
    (change) => change.accepted === undefined && failOn.some((whom) => affects(change, whom)),
  );
  writeAccepted(acceptedPath, accepted, breaking, values.accept);
  printNote(`Wrote ${acceptedPath}`);
  return 0;
}

function readAudience(name: string): Audience {
  const audience = audiences.find((each) => each === name.trim());
  if (audience !== undefined) return audience;
  throw new UsageError(`--fail-on takes ${audiences.join(", ")}, not ${name}.`);
}
