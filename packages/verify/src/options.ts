import { parseArgs } from "node:util";

/** What `workflow-api-verify` was asked for; {@link help} says what each option means. */
export interface VerifyOptions {
  readonly baseUrl: string;
  readonly contract: string | undefined;
  readonly values: readonly string[];
  readonly valuesFile: string | undefined;
  readonly write: boolean;
  readonly only: readonly string[];
  readonly seed: number;
  readonly explore: number;
  /** In milliseconds. */
  readonly timeout: number;
  readonly concurrency: number;
  /** Requests a second; infinite without a limit. */
  readonly rate: number;
  readonly allowUntried: boolean;
  readonly baseline: string | undefined;
  readonly writeBaseline: string | undefined;
  readonly reporters: readonly string[];
}

/** What was asked for cannot be done. The message says what to write instead. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

/** Each option with its argument, if it has one, and its meaning. A heading stands alone. */
const table: readonly (readonly string[])[] = [
  ["The server"],
  ["base-url", "URL", "the address of the server, with the prefix of its paths"],
  ["domain", "ID", "short for --value X-Domain=ID"],
  ["value", "NAME=VALUE", "a parameter value that it knows, or OPERATION.NAME=VALUE; repeatable"],
  ["values", "FILE", 'the same as JSON: { "NAME": value, ... }'],
  ["contract", "FILE", "the contract (default: that of the workflow service)"],
  ["Requests"],
  ["write", "", "send other methods than GET too; DELETE last"],
  ["only", "TEXT", "only cases with TEXT in the title, or of this group; repeatable"],
  ["explore", "NUMBER", "random requests for each operation, besides the cases (default: 20)"],
  ["seed", "NUMBER", "the seed of random requests and values (default: 1)"],
  ["timeout", "MS", "how long to wait for a response (default: 10000)"],
  ["concurrency", "NUMBER", "how many requests at the same time (default: 8)"],
  ["rate", "NUMBER", "at most this many requests a second (default: no limit)"],
  ["Results"],
  ["reporter", "NAME[=FILE]", "tty (default), junit, json, markdown or sarif; repeatable"],
  ["write-baseline", "FILE", "record the findings, and what was not tried"],
  ["baseline", "FILE", "ignore what FILE records"],
  ["allow-untried", "", "exit with 0 even if an operation was not tried"],
  ["help", "", "print this help"],
];

/** What `--help` prints. */
export const help: string = `Checks whether a server keeps its contract.

Usage: workflow-api-verify --base-url URL [options]
${table.map(([name, ...rest]) => (rest.length === 0 ? `\n${name}` : `  --${`${name} ${rest[0]}`.padEnd(22)} ${rest[1]}`)).join("\n")}

Secrets come from the environment, one variable for each security scheme:
WORKFLOW_ and its name, such as WORKFLOW_API_KEY for apiKey. They are written
nowhere; a reproduction names the variable.

Exit codes: 0 the server agrees with the contract, 1 it does not, 2 unknown
(an operation was not tried, or the command is wrong), 130 interrupted.
`;

/**
 * Reads the command line.
 *
 * @returns `"help"` if that is all that was asked for.
 * @throws {UsageError} It cannot be understood.
 */
export function readOptions(args: readonly string[]): VerifyOptions | "help" {
  const given = parse(args);
  const texts = (name: string): string[] => [given[name] ?? []].flat().map(String);
  const text = (name: string): string | undefined => texts(name).at(-1);
  const number = (name: string, fallback: number, least = 0): number => {
    const value = Number(text(name) ?? fallback);
    const isFit = value % 1 === 0 ? value <= 1e9 : least % 1 > 0;
    if (text(name) === undefined || (isFit && value >= least)) return value;
    throw new UsageError(
      `--${name} must be a ${least % 1 > 0 ? "" : "whole "}number from ${least}.`,
    );
  };
  if (given["help"] === true) return "help";
  return {
    baseUrl: readUrl(text("base-url")),
    contract: text("contract"),
    values: [...texts("domain").map((domain) => `X-Domain=${domain}`), ...texts("value")],
    valuesFile: text("values"),
    write: given["write"] === true,
    only: texts("only"),
    seed: number("seed", 1),
    explore: number("explore", 20),
    timeout: number("timeout", 10_000, 1),
    concurrency: number("concurrency", 8, 1),
    rate: number("rate", Number.POSITIVE_INFINITY, 0.001),
    allowUntried: given["allow-untried"] === true,
    baseline: text("baseline"),
    writeBaseline: text("write-baseline"),
    reporters: given["reporter"] === undefined ? ["tty"] : texts("reporter"),
  };
}

function parse(args: readonly string[]) {
  const options = table.flatMap(([name = "", argument]) => {
    const type = argument === "" ? ("boolean" as const) : ("string" as const);
    return argument === undefined ? [] : [[name, { type, multiple: type === "string" }] as const];
  });
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(options) }).values;
  } catch (error) {
    const [told = ""] = error instanceof Error ? error.message.split(/[.\n]/) : [];
    // The argument may be a secret.
    const reason = told.startsWith("Unexpected") ? "An argument belongs to no option" : told;
    throw new UsageError(`${reason}: see --help.`);
  }
}

function readUrl(value = ""): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError("--base-url must be the http or https address of the server.");
  if (`${url.username}${url.password}${url.search}${url.hash}` !== "")
    throw new UsageError(
      "--base-url must have no credentials (see --help), no query and no fragment.",
    );
  return value.replace(/\/+$/, "");
}
