import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ContractError, contractFile, loadContract } from "@workflow-api/contract";
import { loadBase } from "./base.ts";
import { type Audience, audiences, compareContracts } from "./comparison.ts";
import { annotations, junit, sarif } from "./reports/ci.ts";
import { markdown, tty } from "./reports/text.ts";
import { CompatError } from "./tools.ts";
import { type Report, verdictOf } from "./verdict.ts";

/** The reports, by name. */
const reporters: ReadonlyMap<string, (report: Report) => string> = new Map([
  ["tty", tty],
  ["markdown", markdown],
  ["github", annotations],
  ["sarif", sarif],
  ["junit", junit],
  ["json", (report) => `${JSON.stringify(report, undefined, 2)}\n`],
]);

const help = `Reports what a change of the contract breaks, and for whom, with a request or
response that shows it.

Usage: workflow-api-compat BASE [options]

  BASE                    the old contract: a file, a Git ref of the repository
                          in which the command runs, or REF:PATH
  --contract FILE         the new contract (default: that of the workflow service)
  --merge-base            compare with the last commit that BASE and HEAD share
  --allow-broken-base     pass if the old contract is refused
  --fail-on LIST          of ${audiences.join(", ")}: who must not break (default: clients)
  --reporter NAME[=FILE]  ${[...reporters.keys()].join(", ")} (default: tty);
                          without a file to standard output; repeatable
  --help                  print this help

Exit codes: 0 nobody of --fail-on breaks, or info.version announces it (the
major version is raised; below 1.0.0 the minor one), or there is no old contract;
1 somebody breaks, or may; 2 unknown (a file, an option or a tool is wrong or
missing); 130 interrupted, 143 terminated.
`;

/** The output of the command. */
export interface CompatOutput {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

/** Runs `workflow-api-compat`, and returns the exit code that `--help` explains. */
export async function runCompat(args: readonly string[], output: CompatOutput): Promise<number> {
  try {
    return await compare(args, output);
  } catch (error) {
    if (!(error instanceof Error) || !isPlain(error)) throw error;
    output.printError(`${error.message.split(". To specify")[0]}\n`);
    return 2;
  }
}

/** Whether the message of an error suffices for users, without a stack. */
function isPlain(error: Error): boolean {
  const code = "code" in error ? String(error.code) : "";
  const isOption = code.startsWith("ERR_PARSE_ARGS");
  return (
    error instanceof CompatError || error instanceof ContractError || isOption || "syscall" in error
  );
}

async function compare(args: readonly string[], output: CompatOutput): Promise<number> {
  const [text, flag] = [{ type: "string" }, { type: "boolean" }] as const;
  const options = {
    "allow-broken-base": flag,
    contract: text,
    "fail-on": text,
    help: { ...flag, short: "h" },
    "merge-base": flag,
    reporter: { ...text, multiple: true },
  } as const;
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [base, ...more] = positionals;
  if (values.help === true) {
    output.print(help);
    return 0;
  }
  if (base === undefined || more.length > 0)
    throw new CompatError("Name one BASE, such as origin/main. See --help.");
  const reports = (values.reporter ?? ["tty"]).map(readReporter);
  const failOn = (values["fail-on"] ?? "clients").split(",").map(readAudience);
  const file = values.contract ?? contractFile();
  output.printError(`Comparing ${base} with ${file}\n`);
  const changed = loadContract(values.contract);
  const before = loadBase({
    base,
    changedFile: resolve(changed.file),
    isMergeBase: values["merge-base"] === true,
    isBrokenAllowed: values["allow-broken-base"] === true,
  });
  if ("missing" in before) {
    output.print(`${before.missing}\n`);
    return 0;
  }
  const comparison = await compareContracts(before.contract, changed);
  const verdict = verdictOf(comparison, failOn);
  for (const { reporter, target } of reports)
    await write(reporter({ ...comparison, verdict }), target, output);
  return verdict.isFailed ? 1 : 0;
}

function readReporter(option: string): { reporter: (report: Report) => string; target: string } {
  const [, name = "", target = ""] = /^([^=]*)=?(.*)$/s.exec(option) ?? [];
  const reporter = reporters.get(name);
  if (reporter === undefined) throw new CompatError(`There is no reporter ${name}. See --help.`);
  return { reporter, target };
}

function readAudience(name: string): Audience {
  const audience = audiences.find((each) => each === name.trim());
  if (audience !== undefined) return audience;
  throw new CompatError(`--fail-on takes ${audiences.join(", ")}, not ${name}.`);
}

async function write(report: string, file: string, { print }: CompatOutput): Promise<void> {
  if (file === "") return print(report);
  await mkdir(dirname(file), { recursive: true });
  // Several steps of a job append to its summary.
  const isShared = file === process.env["GITHUB_STEP_SUMMARY"];
  await (isShared ? appendFile : writeFile)(file, report);
}
