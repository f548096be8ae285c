import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ContractError, loadContract } from "@workflow-api/contract";
import { BaseError, loadBase } from "./base.ts";
import { describeChanges } from "./describe.ts";
import { help, readOptions, UsageError } from "./options.ts";
import { ToolError } from "./tools.ts";

/** Where the command writes to. */
export interface CompatOutput {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

/**
 * Runs `workflow-api-compat`.
 *
 * @returns The exit code: 0 nothing breaks for callers or the version says so, 1 something does, 2 that cannot be told.
 */
export async function runCompat(
  args: readonly string[],
  { print, printError }: CompatOutput,
): Promise<number> {
  try {
    const options = readOptions(args);
    if (options === "help") {
      print(help);
      return 0;
    }
    const changed = loadContract(options.contract);
    const comparison = await describeChanges(loadBase(options.base, changed.file), changed);
    for (const { file, render } of options.reports) {
      if (file === undefined) print(render(comparison));
      else await write(file, render(comparison));
    }
    return comparison.release === "major" && !comparison.isRaised ? 1 : 0;
  } catch (error) {
    if (!isTold(error)) throw error;
    printError(`${error.message}\n`);
    return 2;
  }
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Whether an error says by itself what is wrong and what to do. */
function isTold(error: unknown): error is Error {
  const kinds = [BaseError, ContractError, ToolError, UsageError];
  return kinds.some((kind) => error instanceof kind) || (error instanceof Error && "syscall" in error);
}
