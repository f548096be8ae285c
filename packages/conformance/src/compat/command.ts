import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { ContractError, contractFile, loadContract } from "@workflow-api/contract";
import { BaseError, loadBase } from "./base.ts";
import { describeChanges } from "./describe.ts";
import { reporters } from "./report.ts";
import { ToolError } from "./tools.ts";

const help = `Says what a change of the contract breaks, and for whom, with a request or
response that shows it.

Usage: workflow-api-compat BASE [options]

  BASE                    the old contract: a file, or a Git ref of the
                          repository in which the command runs
  --contract FILE         the new contract (default: that of the workflow service)
  --reporter NAME[=FILE]  ${Object.keys(reporters).join(", ")} (default: tty); without a file to
                          standard output; repeatable
  --help

Exit codes: 0 nothing breaks for callers, or info.version says so (the major
version is raised, below 1.0.0 the minor one), 1 something does, 2 that cannot
be told.
`;

class UsageError extends Error {}

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
    const told = [BaseError, ContractError, ToolError, UsageError].some((kind) => error instanceof kind);
    // A file that cannot be written says so by itself.
    if (!(error instanceof Error) || !(told || "syscall" in error)) throw error;
    output.printError(`${error.message}\n`);
    return 2;
  }
}

async function compare(args: readonly string[], { print }: CompatOutput): Promise<number> {
  const { positionals, values } = parsed(args);
  const { contract = contractFile(), reporter = ["tty"] } = values;
  const [base, ...more] = positionals;
  if (values.help === true) {
    print(help);
    return 0;
  }
  if (base === undefined || more.length > 0)
    throw new UsageError("Name one BASE, such as origin/main. See --help.");
  const reports = reporter.map((text) => /^(?<name>[^=]*)=?(?<file>.*)$/.exec(text)?.groups ?? {});
  const unknown = reports.find(({ name = "" }) => !Object.hasOwn(reporters, name));
  if (unknown !== undefined) throw new UsageError(`There is no reporter ${unknown["name"]}. See --help.`);
  const changed = loadContract(contract);
  const comparison = await describeChanges(await loadBase(base, changed.file), changed);
  for (const { file = "", name = "" } of reports) {
    const text = reporters[name]?.(comparison) ?? "";
    await mkdir(dirname(file), { recursive: true });
    if (file === "") print(text);
    else await writeFile(file, text);
  }
  return comparison.release === "major" && !comparison.isRaised ? 1 : 0;
}

interface Parsed {
  readonly positionals: readonly string[];
  readonly values: {
    readonly contract?: string;
    readonly help?: boolean;
    readonly reporter?: readonly string[];
  };
}

function parsed(args: readonly string[]): Parsed {
  const text = { type: "string" } as const;
  const options = {
    contract: text,
    help: { type: "boolean", short: "h" },
    reporter: { ...text, multiple: true },
  } as const;
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    const [message] = String(error instanceof Error ? error.message : error).split(". To specify");
    throw new UsageError(`${message}. See --help.`);
  }
}
