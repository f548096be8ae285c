import { parseArgs } from "node:util";
import { nearest } from "./nearest.ts";

/** What `workflow-api-verify` was asked for. */
export interface VerifyOptions {
  readonly baseUrl: string;
  /** `undefined`: the packaged contract. */
  readonly contract: string | undefined;
  /** Values of parameters, as `name=value` or `operationId.name=value`. */
  readonly values: readonly string[];
  readonly valuesFile: string | undefined;
  readonly write: boolean;
  readonly exact: boolean;
  readonly only: readonly string[];
  readonly seed: number;
  /** Random requests of each operation. */
  readonly explore: number;
  /** In milliseconds. */
  readonly timeout: number;
  readonly concurrency: number;
  /** Requests a second; 0, which nobody can ask for, is as fast as they go. */
  readonly rate: number;
  readonly allowUntried: boolean;
  readonly baseline: string | undefined;
  readonly writeBaseline: string | undefined;
  /** Each `name` or `name=file`. */
  readonly reporters: readonly string[];
}

/** The command line cannot be understood. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

/**
 * Reads the command line.
 * @returns `"help"` or `"version"` if that is all that was asked for.
 * @throws {UsageError}
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
    exact: values.exact === true,
    only: values.only ?? [],
    seed: readWhole("seed", values.seed, 1),
    explore: readWhole("explore", values.explore, 20),
    timeout: readWhole("timeout", values.timeout, 10_000, 1),
    concurrency: readWhole("concurrency", values.concurrency, 8, 1),
    rate: readRate(values.rate),
    allowUntried: values["allow-untried"] === true,
    baseline: values.baseline,
    writeBaseline: values["write-baseline"],
    reporters: values.reporter ?? ["tty"],
  };
}

const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;
const flag = { type: "boolean" } as const;

const options = {
  "allow-untried": flag,
  "base-url": text,
  baseline: text,
  concurrency: text,
  contract: text,
  domain: text,
  exact: flag,
  explore: text,
  help: { ...flag, short: "h" },
  only: texts,
  rate: text,
  reporter: texts,
  seed: text,
  timeout: text,
  value: texts,
  values: text,
  version: { ...flag, short: "V" },
  write: flag,
  "write-baseline": text,
} as const;

const letters = Object.values(options).flatMap((option) => ("short" in option ? [`-${option.short}`] : []));

function parse(args: readonly string[]) {
  for (const arg of args) {
    if (arg === "--") break;
    assertKnown(arg);
  }
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [first] = positionals;
    if (first === undefined) return values;
    throw new UsageError(
      URL.canParse(first)
        ? "The address of the server is given by an option: --base-url URL."
        : "An argument belongs to no option: --help lists those that there are.",
    );
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${message.replace(/\.$/, "")}: see --help.`);
  }
}

function assertKnown(arg: string): void {
  const [, name] = /^--([^=]+)/.exec(arg) ?? [];
  if (name !== undefined && !Object.hasOwn(options, name)) throw unknownOption(name);
  const [letter] = /^-[^-]/.exec(arg) ?? [];
  if (letter !== undefined && !letters.includes(letter))
    throw new UsageError(`There is no option ${letter}: --help lists those that there are.`);
}

function unknownOption(name: string): UsageError {
  const near = nearest(name, Object.keys(options));
  const hint = near === undefined ? "--help lists those that there are." : `did you mean --${near}?`;
  return new UsageError(`There is no option --${name}: ${hint}`);
}

function readUrl(value: string | undefined): string {
  if (value === undefined)
    throw new UsageError("--base-url is missing: the address of the server, such as http://127.0.0.1:4010.");
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError("--base-url is not an http or https address, such as http://127.0.0.1:4010.");
  if (url.username !== "" || url.password !== "")
    throw new UsageError("--base-url holds credentials: give them in the environment.");
  if (url.search !== "" || url.hash !== "")
    throw new UsageError("--base-url has a query or a fragment: the paths of the contract follow it.");
  return value;
}

function readNumber(name: string, value: string | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (!/^\d+(\.\d+)?$/.test(value))
    throw new UsageError(`--${name} is a number, not ${JSON.stringify(value)}.`);
  return Number(value);
}

function readRate(value: string | undefined): number {
  const rate = readNumber("rate", value, 0);
  if (value !== undefined && rate === 0)
    throw new UsageError("--rate is a number above 0, such as 0.5: without it there is no limit.");
  return rate;
}

function readWhole(name: string, value: string | undefined, otherwise: number, least = 0): number {
  const number = readNumber(name, value, otherwise);
  if (!Number.isSafeInteger(number) || number < least)
    throw new UsageError(`--${name} is a whole number from ${least}, not ${JSON.stringify(value)}.`);
  return number;
}
