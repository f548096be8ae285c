import { parseArgs } from "node:util";

/** What `workflow-api-verify` was asked for. */
export interface VerifyOptions {
  readonly baseUrl: string;
  /** `undefined`: the contract of the workflow service. */
  readonly contract: string | undefined;
  /** Values of parameters: each `NAME=VALUE` or `OPERATION.NAME=VALUE`. */
  readonly values: readonly string[];
  readonly valuesFile: string | undefined;
  /** Whether to send what is not GET. */
  readonly write: boolean;
  /** Texts, one of which is in the title of a case that is sent, or is its group. None: all are sent. */
  readonly only: readonly string[];
  readonly seed: number;
  /** How many random requests of each operation are sent. */
  readonly explore: number;
  /** In milliseconds. */
  readonly timeout: number;
  readonly concurrency: number;
  /** Requests a second; 0 is no limit. */
  readonly rate: number;
  readonly allowUntried: boolean;
  readonly baseline: string | undefined;
  readonly writeBaseline: string | undefined;
  /** Each `NAME` or `NAME=FILE`. */
  readonly reporters: readonly string[];
}

/** What was asked for cannot be done. The message says what to write instead. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

/** What `--help` prints. */
export const help = `Checks whether a server keeps its contract.

Usage: workflow-api-verify --base-url URL [options]

The server
  --base-url URL         its address, with what stands before the paths
  --domain ID            short for --value X-Domain=ID
  --value NAME=VALUE     a value that the server knows for a parameter;
                         OPERATION.NAME=VALUE for one operation; repeatable
  --values FILE          the same as JSON: { "NAME": value, ... }
  --contract FILE        the contract (default: that of the workflow service)

What is sent
  --write                also what is not GET; a DELETE comes last
  --only TEXT            cases with this in their title, or of this group;
                         repeatable
  --explore NUMBER       random requests of each operation, beyond the cases
                         that the contract gives (default: 20)
  --seed NUMBER          other random requests and values (default: 1)
  --timeout MS           the longest wait for a response (default: 10000)
  --concurrency NUMBER   requests at the same time (default: 8)
  --rate NUMBER          requests a second at most (default: no limit)

What comes of it
  --reporter NAME[=FILE] tty (default), junit, json, markdown or sarif; without
                         a file to standard output; repeatable
  --write-baseline FILE  write down what was found and what was not tried
  --baseline FILE        fail only for what is not in this file
  --allow-untried        exit with 0 although an operation was not tried
  --help, --version

Secrets come from the environment, one variable for each security scheme:
WORKFLOW_ and its name, such as WORKFLOW_API_KEY for apiKey. They are written
nowhere; a reproduction names the variable.

Exit codes: 0 the server agrees with the contract, 1 it does not, 2 that is not
known, 130 interrupted.
`;

const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;
const flag = { type: "boolean" } as const;

const known = {
  "allow-untried": flag,
  "base-url": text,
  baseline: text,
  concurrency: text,
  contract: text,
  domain: text,
  explore: text,
  help: { ...flag, short: "h" },
  only: texts,
  rate: text,
  reporter: texts,
  seed: text,
  timeout: text,
  value: texts,
  values: text,
  version: flag,
  write: flag,
  "write-baseline": text,
} as const;

/**
 * Reads the command line.
 *
 * @returns `"help"` or `"version"` if that is all that was asked for.
 * @throws {UsageError} It cannot be understood.
 */
export function readOptions(args: readonly string[]): VerifyOptions | "help" | "version" {
  const values = parse(args);
  if (values.help === true) return "help";
  if (values.version === true) return "version";
  const domain = values.domain === undefined ? [] : [`X-Domain=${values.domain}`];
  return {
    baseUrl: readUrl(values["base-url"]),
    contract: values.contract,
    values: [...domain, ...(values.value ?? [])],
    valuesFile: values.values,
    write: values.write === true,
    only: values.only ?? [],
    seed: readWhole("seed", values.seed, 1, 0),
    explore: readWhole("explore", values.explore, 20, 0),
    timeout: readWhole("timeout", values.timeout, 10_000, 1),
    concurrency: readWhole("concurrency", values.concurrency, 8, 1),
    rate: readRate(values.rate),
    allowUntried: values["allow-untried"] === true,
    baseline: values.baseline,
    writeBaseline: values["write-baseline"],
    reporters: values.reporter ?? ["tty"],
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: known }).values;
  } catch (error) {
    // Node.js goes on with advice for who has positional arguments. The argument itself may hold a secret.
    const message = error instanceof Error ? error.message : String(error);
    const [option] = /--?[\w-]+/.exec(message) ?? [];
    const told = /^Unexpected/.test(message) ? "an argument belongs to no option" : toldOf(message, option);
    const url = args.find((arg) => /^https?:/.test(arg) && args[args.indexOf(arg) - 1] !== "--base-url");
    throw new UsageError(
      `${told}: ${url === undefined ? "--help lists the options" : "write --base-url before the address of the server"}.`,
    );
  }
}

function toldOf(message: string, option: string | undefined): string {
  if (message.startsWith("Unknown option")) return `there is no option ${option}`;
  return message.includes("does not take") ? `${option} takes no value` : `${option} needs a value`;
}

function readUrl(value: string | undefined): string {
  if (value === undefined)
    throw new UsageError(
      "--base-url is missing: write the address of the server, such as http://127.0.0.1:4010.",
    );
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError("--base-url must be an http or https address, such as http://127.0.0.1:4010.");
  if (url.username !== "" || url.password !== "")
    throw new UsageError("--base-url must not hold credentials: put them into the environment (see --help).");
  if (url.search !== "" || url.hash !== "")
    throw new UsageError(
      "--base-url must have no query and no fragment: the paths of the contract follow it.",
    );
  return value.replace(/\/+$/, "");
}

function readWhole(name: string, value: string | undefined, fallback: number, least: number): number {
  const number = value === undefined ? fallback : Number(value);
  if (!/^\d+$/.test(value ?? "0") || !Number.isSafeInteger(number) || number < least)
    throw new UsageError(`--${name} must be a whole number from ${least}, not ${JSON.stringify(value)}.`);
  return number;
}

function readRate(value: string | undefined): number {
  if (value === undefined) return 0;
  const rate = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value) || rate === 0)
    throw new UsageError(`--rate must be a number above 0, such as 0.5, not ${JSON.stringify(value)}.`);
  return rate;
}
