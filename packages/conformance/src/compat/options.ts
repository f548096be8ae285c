import { parseArgs } from "node:util";
import { contractFile } from "@workflow-api/contract";
import { nearest } from "../verify/nearest.ts";
import { UsageError } from "../verify/options.ts";
import type { Comparison } from "./describe-changes.ts";
import { toJson, toMarkdown, toText } from "./report.ts";

/** What `workflow-api-compat --help` prints. */
export const usage = `Says what a change of the contract breaks, with a request or answer that
shows it.

Usage: workflow-api-compat BASE [options]

  BASE                    the old contract: a git ref, such as origin/main, or a
                          file
  --contract FILE         the new contract (default: the packaged one)
  --reporter NAME[=FILE]  tty (default), markdown for a pull request, or json for
                          programs; without a file to standard output; repeatable
  --markdown, --json      short for --reporter markdown, --reporter json
  --help

Exit codes: 0 nothing breaks for callers, or the major version in info.version
is raised (below 1.0.0: the minor one), 1 something does, 2 it could not be
compared.
`;

/** What `workflow-api-compat` was asked for. */
export interface CompatOptions {
  readonly base: string;
  readonly contract: string;
  readonly destinations: readonly Destination[];
}

/** A report, and the file that it is written to; `undefined`: to standard output. */
export interface Destination {
  readonly render: (comparison: Comparison) => string;
  readonly file: string | undefined;
}

const reporters: Readonly<Record<string, Destination["render"]>> = {
  tty: toText,
  markdown: toMarkdown,
  json: toJson,
};

const options = {
  contract: { type: "string" },
  help: { type: "boolean", short: "h" },
  json: { type: "boolean" },
  markdown: { type: "boolean" },
  reporter: { type: "string", multiple: true },
} as const;

/**
 * Reads the command line.
 * @returns `"help"` if that is all that was asked for.
 * @throws {UsageError}
 */
export function readOptions(args: readonly string[]): CompatOptions | "help" {
  const { positionals, values } = parsed(args);
  if (values.help === true) return "help";
  const [base, ...more] = positionals;
  if (base === undefined || more.length > 0)
    throw new UsageError("One BASE is needed: a git ref or a file. See --help.");
  const named = [
    ...(values.reporter ?? []),
    ...(values.markdown === true ? ["markdown"] : []),
    ...(values.json === true ? ["json"] : []),
  ];
  const destinations = (named.length === 0 ? ["tty"] : named).map(readDestination);
  if (destinations.filter(({ file }) => file === undefined).length > 1)
    throw new UsageError("Only one report can be printed: give the others files, as --reporter json=FILE.");
  return { base, contract: values.contract ?? contractFile(), destinations };
}

function parsed(args: readonly string[]) {
  for (const arg of args) {
    if (arg === "--") break;
    const [, name] = /^--([^=]+)/.exec(arg) ?? [];
    if (name === undefined || Object.hasOwn(options, name)) continue;
    const near = nearest(name, Object.keys(options));
    const hint = near === undefined ? "--help lists those that there are." : `did you mean --${near}?`;
    throw new UsageError(`There is no option --${name}: ${hint}`);
  }
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readDestination(text: string): Destination {
  const at = text.indexOf("=");
  const name = at < 0 ? text : text.slice(0, at);
  const render = Object.hasOwn(reporters, name) ? reporters[name] : undefined;
  if (render === undefined)
    throw new UsageError(
      `There is no reporter ${JSON.stringify(name)}: ${Object.keys(reporters).join(", ")}.`,
    );
  return { render, file: at < 0 ? undefined : text.slice(at + 1) };
}
