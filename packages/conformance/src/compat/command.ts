import { writeFile } from "node:fs/promises";
import { relative, sep } from "node:path";
import { ContractError, loadContract, type SourceLocation } from "@workflow-api/contract";
import { UsageError } from "../verify/options.ts";
import { makeFolders } from "../verify/write-reports.ts";
import { BaseError, withBase } from "./base.ts";
import { type Comparison, describeChanges } from "./describe-changes.ts";
import { type CompatOptions, readOptions, usage } from "./options.ts";
import { ToolError } from "./tool-error.ts";

/** Where the command writes to. */
export interface CompatSurroundings {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

/**
 * Runs `workflow-api-compat`.
 * @returns The exit code.
 */
export async function runCompat(
  args: readonly string[],
  { print, printError }: CompatSurroundings,
): Promise<number> {
  try {
    const options = readOptions(args);
    if (options === "help") {
      print(usage);
      return 0;
    }
    await makeFolders(options.destinations.map(({ file }) => file));
    const comparison = await compare(options);
    for (const { file, render } of options.destinations) {
      if (file === undefined) print(render(comparison));
      else await writeFile(file, render(comparison));
    }
    return comparison.release === "major" && !comparison.isRaised ? 1 : 0;
  } catch (error) {
    if (!isTold(error)) throw error;
    printError(`${error.message}\n`);
    return 2;
  }
}

/** Whether an error says by itself what is wrong: an option, a file, a contract, a tool. */
function isTold(error: unknown): error is Error {
  const kinds = [BaseError, ContractError, ToolError, UsageError];
  if (kinds.some((kind) => error instanceof kind)) return true;
  return error instanceof Error && "code" in error && "syscall" in error;
}

/** Compares the two; what stands at a git ref is called `BASE:path`. */
async function compare({ base, contract }: CompatOptions): Promise<Comparison> {
  return await withBase(base, contract, async ({ copy, file }) => {
    try {
      const changed = await loadContract(contract);
      const comparison = await describeChanges(await loadContract(file), changed);
      return copy === undefined ? comparison : inBase(comparison, copy, base);
    } catch (error) {
      if (copy === undefined || !(error instanceof ContractError)) throw error;
      throw new BaseError(error.message.replaceAll(`${copy}${sep}`, `${base}:`), { cause: error });
    }
  });
}

function inBase(comparison: Comparison, copy: string, base: string): Comparison {
  const named = <Placed extends { readonly location: SourceLocation }>(placed: Placed): Placed => {
    const { file } = placed.location;
    const isOld = file.startsWith(`${copy}${sep}`);
    return isOld
      ? { ...placed, location: { ...placed.location, file: `${base}:${relative(copy, file)}` } }
      : placed;
  };
  const changes = comparison.changes.map((change) => ({
    ...named(change),
    witnesses: change.witnesses.map(named),
  }));
  return { ...comparison, old: named(comparison.old), changes };
}
