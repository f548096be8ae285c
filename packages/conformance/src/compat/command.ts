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

/** What was asked for cannot be done. */
class UsageError extends Error {
  override readonly name: string = "UsageError";

  constructor(message: string) {
    super(`${message}. See --help.`);
  }
}

/** Where the command writes to. */
export interface CompatOutput {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

/**
 * Runs `workflow-api-compat`.
 *
 * @returns The exit code, as `--help` tells it.
 */
export async function runCompat(args: readonly string[], output: CompatOutput): Promise<number> {
  try {
    const { positionals, values } = parsed(args);
    if (values.help !== true) return await compare(positionals, values, output);
    output.print(help);
    return 0;
  } catch (error) {
    if (!isTold(error)) throw error;
    output.printError(`${error.message}\n`);
    return 2;
  }
}

/** Whether an error says by itself what is wrong and what to do. */
function isTold(error: unknown): error is Error {
  const kinds = [BaseError, ContractError, ToolError, UsageError];
  return kinds.some((kind) => error instanceof kind) || (error instanceof Error && "syscall" in error);
}

interface Values {
  readonly contract?: string;
  readonly help?: boolean;
  readonly reporter?: readonly string[];
}

function parsed(args: readonly string[]): {
  readonly positionals: readonly string[];
  readonly values: Values;
} {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        contract: { type: "string" },
        help: { type: "boolean", short: "h" },
        reporter: { type: "string", multiple: true },
      },
    });
  } catch (error) {
    throw new UsageError(String(error instanceof Error ? error.message.split(". To specify")[0] : error));
  }
}

async function compare(
  [base, ...more]: readonly string[],
  { contract = contractFile(), reporter = ["tty"] }: Values,
  { print }: CompatOutput,
): Promise<number> {
  if (base === undefined || more.length > 0) throw new UsageError("Name one BASE, such as origin/main");
  const reports = reporter.map((text) => /^(?<name>[^=]*)(?:=(?<file>.+))?$/.exec(text)?.groups ?? {});
  const unknown = reports.find(({ name = "" }) => !Object.hasOwn(reporters, name));
  if (unknown !== undefined) throw new UsageError(`There is no reporter ${unknown["name"]}`);
  const changed = loadContract(contract);
  const comparison = await describeChanges(loadBase(base, changed.file), changed);
  for (const { file, name = "" } of reports) {
    const text = reporters[name]?.(comparison) ?? "";
    if (file !== undefined) await mkdir(dirname(file), { recursive: true });
    if (file === undefined) print(text);
    else await writeFile(file, text);
  }
  return comparison.release === "major" && !comparison.isRaised ? 1 : 0;
}
