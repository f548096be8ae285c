import { parseArgs } from "node:util";
import { contractFile } from "@workflow-api/contract";
import type { Comparison } from "./describe.ts";
import { toJson, toMarkdown, toText } from "./report.ts";

/** What `--help` prints. */
export const help = `Says what a change of the contract breaks, and for whom, with a request or
response that shows it.

Usage: workflow-api-compat BASE [options]

  BASE                    the old contract: a file, or a Git ref of the
                          repository in which the command runs
  --contract FILE         the new contract (default: that of the workflow service)
  --reporter NAME[=FILE]  tty (default), markdown or json; without a file to
                          standard output; repeatable
  --help

Exit codes: 0 nothing breaks for callers, or info.version says so (the major
version is raised, below 1.0.0 the minor one), 1 something does, 2 that cannot
be told.
`;

/** What was asked for cannot be done. The message says what to write instead. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

/** What `workflow-api-compat` was asked for. */
export interface CompatOptions {
  readonly base: string;
  readonly contract: string;
  readonly reports: readonly Report[];
}

/** A report, and the file that it is written to; `undefined`: to standard output. */
export interface Report {
  readonly render: (comparison: Comparison) => string;
  readonly file: string | undefined;
}

const renderers: Readonly<Record<string, Report["render"]>> = {
  tty: toText,
  markdown: toMarkdown,
  json: toJson,
};

const known = {
  contract: { type: "string" },
  help: { type: "boolean", short: "h" },
  reporter: { type: "string", multiple: true },
} as const;

/**
 * Reads the command line.
 *
 * @returns `"help"` if that is all that was asked for.
 * @throws {UsageError}
 */
export function readOptions(args: readonly string[]): CompatOptions | "help" {
  const { positionals, values } = parsed(args);
  if (values.help === true) return "help";
  const [base, ...more] = positionals;
  if (base === undefined || more.length > 0)
    throw new UsageError("Name one BASE, a file or a Git ref such as origin/main. See --help.");
  const reports = (values.reporter ?? ["tty"]).map(readReport);
  if (reports.filter(({ file }) => file === undefined).length > 1)
    throw new UsageError("Only one report can be printed: give the others files, as --reporter json=FILE.");
  return { base, contract: values.contract ?? contractFile(), reports };
}

function parsed(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof known; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: known });
  } catch (error) {
    const message = error instanceof Error ? error.message.split(". To specify")[0] : String(error);
    throw new UsageError(`${message}. See --help.`);
  }
}

function readReport(text: string): Report {
  const at = text.indexOf("=");
  const name = at < 0 ? text : text.slice(0, at);
  const render = Object.hasOwn(renderers, name) ? renderers[name] : undefined;
  if (render === undefined)
    throw new UsageError(`There is no reporter ${name}: write ${Object.keys(renderers).join(", ")}.`);
  return { render, file: at < 0 ? undefined : text.slice(at + 1) };
}
