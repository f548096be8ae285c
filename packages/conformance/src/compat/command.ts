import { parseArgs } from "node:util";
import { ContractError, contractFile, loadContract } from "@workflow-api/contract";
import { curlOf } from "../verify/secrets.ts";
import { BaseError, findBase } from "./base.ts";
import type { Break } from "./break.ts";
import { compareContracts } from "./compare.ts";

const usage = `Says what a change of the contract breaks, with a request or answer that shows it.

usage: workflow-api-compat BASE [options]

  BASE             the old contract: a git ref, such as origin/main, or a file
  --contract FILE  the new contract (default: the packaged one)
  --markdown       for a pull request or the summary of a job
  --help

Exit code: 0 nothing breaks for callers, or the major version is raised; 1 something does; 2 it could not be compared.
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
    const old = await loadContract(await findBase(read.base, read.contract));
    const changed = await loadContract(read.contract);
    const breaks = compareContracts(old, changed);
    const raised = major(changed.info.version) > major(old.info.version);
    print((read.markdown ? toMarkdown : toText)(breaks, raised));
    return breaks.some((each) => each.for === "callers") && !raised ? 1 : 0;
  } catch (error) {
    if (!(error instanceof BaseError || error instanceof ContractError)) throw error;
    printError(`${error.message}\n`);
    return 2;
  }
}

interface Arguments {
  readonly base: string;
  readonly contract: string;
  readonly help: boolean;
  readonly markdown: boolean;
}

function readArguments(args: readonly string[]): Arguments | string {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        contract: { type: "string" },
        help: { type: "boolean", short: "h" },
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
      markdown: values.markdown === true,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function major(version: string): number {
  return Number.parseInt(version, 10) || 0;
}

function verdict(breaks: readonly Break[], raised: boolean): string {
  const callers = breaks.filter((each) => each.for === "callers").length;
  if (callers === 0) return "Nothing breaks for callers.";
  return raised
    ? `${callers} breaking for callers, and the major version is raised.`
    : `${callers} breaking for callers: raise the major version in info.version, or take them back.`;
}

function toText(breaks: readonly Break[], raised: boolean): string {
  const told = breaks.map(
    (each) =>
      `breaks ${each.for}: ${each.operationId}: ${each.reason}\n  ${each.location.file}:${each.location.line} (${each.title})\n${indented(witness(each))}\n`,
  );
  return [...told, verdict(breaks, raised), ""].join("\n");
}

function toMarkdown(breaks: readonly Break[], raised: boolean): string {
  const told = breaks.map(
    (each) =>
      `- **breaks ${each.for}**: \`${each.operationId}\`: ${each.reason.replaceAll(/[<>|*_]/g, "\\$&")}\n\n  <details><summary>${each.answer === undefined ? "A request that was right" : "An answer that shows it"}</summary>\n\n  \`\`\`\n${indented(witness(each))}\n  \`\`\`\n  </details>`,
  );
  return [`## ${verdict(breaks, raised)}`, ...told, ""].join("\n\n");
}

/** The request as a command, or the answer as it travels. */
function witness({ answer, request }: Break): string {
  if (answer === undefined) return curlOf("$BASE_URL", request, (text) => text);
  const headers = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
  return [`${request.method} ${request.target}`, `${answer.status}`, ...headers, "", answer.body].join("\n");
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "  ");
}
