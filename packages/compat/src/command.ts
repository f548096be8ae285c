import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ContractError, contractFile, loadContract } from "@workflow-api/contract";
import { loadBase } from "./base.ts";
import { describeChanges } from "./describe.ts";
import { reporters } from "./report.ts";
import { CompatError } from "./tools.ts";

const help = `Says what a change of the contract breaks, and for whom, with a request or
response that shows it.

Usage: workflow-api-compat BASE [options]

  BASE                    the old contract: a file, or a Git ref of the
                          repository in which the command runs
  --contract FILE         the new contract (default: that of the workflow service)
  --reporter NAME[=FILE]  ${Object.keys(reporters).join(", ")} (default: tty); without a file to
                          standard output; repeatable
  --help                  print this help

Exit codes: 0 nothing breaks for callers, or info.version announces it (the
major version is raised; below 1.0.0 the minor one), 1 something breaks, 2 unknown
(a file, an option or a tool is wrong or missing).
`;

/** Where the command writes to. */
export interface CompatOutput {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

/** Runs `workflow-api-compat`, and returns the exit code that `--help` explains. */
export async function runCompat(args: readonly string[], output: CompatOutput): Promise<number> {
  try {
    return await compare(args, output);
  } catch (error) {
    const isTold = error instanceof CompatError || error instanceof ContractError;
    // An option that there is not, and a file that cannot be written, say so by themselves.
    const isPlain =
      error instanceof Error &&
      ("syscall" in error || /Unknown option|argument/.test(error.message));
    if (!isTold && !isPlain) throw error;
    output.printError(`${error.message.split(". To specify")[0]}\n`);
    return 2;
  }
}

async function compare(args: readonly string[], { print }: CompatOutput): Promise<number> {
  const [text, flag] = [{ type: "string" }, { type: "boolean", short: "h" }] as const;
  const options = { contract: text, help: flag, reporter: { ...text, multiple: true } } as const;
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [base, ...more] = positionals;
  if (values.help === true) {
    print(help);
    return 0;
  }
  if (base === undefined || more.length > 0)
    throw new CompatError("Name one BASE, such as origin/main. See --help.");
  const reports = (values.reporter ?? ["tty"]).map((each) => each.split("=", 2));
  const unknown = reports.find(([name = ""]) => !Object.hasOwn(reporters, name));
  if (unknown !== undefined)
    throw new CompatError(`There is no reporter ${unknown[0]}. See --help.`);
  const changed = loadContract(values.contract ?? contractFile());
  const comparison = await describeChanges(loadBase(base, resolve(changed.file)), changed);
  for (const [name = "", file] of reports) {
    const report = reporters[name]?.(comparison) ?? "";
    if (file === undefined) print(report);
    else await mkdir(dirname(file), { recursive: true }).then(() => writeFile(file, report));
  }
  return comparison.release === "major" && !comparison.isRaised ? 1 : 0;
}
