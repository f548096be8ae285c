import { rm } from "node:fs/promises";
import { relative, sep } from "node:path";
import { parseArgs } from "node:util";
import { ContractError, contractFile, loadContract, type SourceLocation } from "@workflow-api/contract";
import { BaseError, findBase } from "./base.ts";
import { type Comparison, describeChanges } from "./describe-changes.ts";
import { toJson, toMarkdown, toText } from "./report.ts";
import { ToolError } from "./tool-error.ts";

const usage = `Says what a change of the contract breaks, with a request or answer that shows it.

usage: workflow-api-compat BASE [options]

  BASE             the old contract: a git ref, such as origin/main, or a file
  --contract FILE  the new contract (default: the packaged one)
  --markdown       for a pull request or the summary of a job
  --json           for programs
  --help

Exit code: 0 nothing breaks for callers, or the major version in info.version is raised (below 1.0.0: the minor one);
1 something does; 2 it could not be compared.
`;

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
  const read = readArguments(args);
  if (typeof read === "string") {
    printError(`${read}\n`);
    return 2;
  }
  if (read.help) {
    print(usage);
    return 0;
  }
  try {
    const comparison = await compare(read);
    print(read.render(comparison));
    return comparison.release === "major" && !comparison.isRaised ? 1 : 0;
  } catch (error) {
    if (!(error instanceof BaseError || error instanceof ContractError || error instanceof ToolError))
      throw error;
    printError(`${error.message}\n`);
    return 2;
  }
}

/** Compares the two; what stands at a git ref is called `BASE:path`, and its copy is taken away again. */
async function compare({ base, contract }: Arguments): Promise<Comparison> {
  const { copy, file } = await findBase(base, contract);
  try {
    const changed = await loadContract(contract);
    const comparison = await describeChanges(await loadContract(file), changed);
    return copy === undefined ? comparison : inBase(comparison, copy, base);
  } catch (error) {
    if (copy === undefined || !(error instanceof ContractError)) throw error;
    throw new BaseError(error.message.replaceAll(`${copy}${sep}`, `${base}:`), { cause: error });
  } finally {
    if (copy !== undefined) await rm(copy, { recursive: true });
  }
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
  return { ...comparison, changes };
}

interface Arguments {
  readonly base: string;
  readonly contract: string;
  readonly help: boolean;
  readonly render: (comparison: Comparison) => string;
}

function readArguments(args: readonly string[]): Arguments | string {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        contract: { type: "string" },
        help: { type: "boolean", short: "h" },
        json: { type: "boolean" },
        markdown: { type: "boolean" },
      },
    });
    const [base, ...more] = positionals;
    const help = values.help === true;
    if (!help && (base === undefined || more.length > 0))
      return "One BASE is needed: a git ref or a file. See --help.";
    return {
      base: base ?? "",
      contract: values.contract ?? contractFile(),
      help,
      render: values.json === true ? toJson : values.markdown === true ? toMarkdown : toText,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
