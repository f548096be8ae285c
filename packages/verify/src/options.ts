import {
  readArguments,
  readNumber,
  readUrl,
  UsageError,
} from "@workflow-api/contract/command-line";

/** What is sent to a server, and how the verdict is decided. */
export interface RunOptions {
  readonly baseUrl: string;
  readonly write: boolean;
  readonly only: readonly string[];
  /** Whether only cases that answer open questions are sent, and all questions are listed. */
  readonly questions: boolean;
  /** That of random requests and values: of their title in `--only`, or else 1. */
  readonly seed: number;
  readonly explore: number;
}

/** The options of `verify`. */
export interface VerifyOptions extends RunOptions {
  readonly contract?: string | undefined;
  readonly value: readonly string[];
  /** Whether the server has the data of the contract's examples. */
  readonly examples: boolean;
  /** `Name: value`, as they were typed. */
  readonly header: readonly string[];
  /** In milliseconds. */
  readonly timeout: number;
  readonly baseline?: string | undefined;
  readonly writeBaseline: string | undefined;
  readonly reporter: readonly string[];
}

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;
const list = { type: "string", multiple: true, default: [] as string[] } as const;

/** The options of the command line, as `--help` prints them: `value` stands for what is typed. */
const table = {
  "base-url": {
    ...text,
    value: "URL",
    about: "the URL of the server, with the prefix of its paths",
  },
  contract: { ...text, value: "FILE", about: "the contract, if not that of the workflow service" },
  value: {
    ...list,
    value: "NAME=VALUE",
    about: "a parameter value that the server has; repeatable",
  },
  examples: { ...flag, about: "the server has the data of all examples: check each" },
  header: { ...list, value: "'NAME: VALUE'", about: "a header of each request; repeatable" },
  write: { ...flag, about: "also create, and change and delete what was created" },
  only: { ...list, value: "TEXT", about: "only cases with TEXT in the title, or of this group" },
  questions: { ...flag, about: "only ask the open questions, and list the answers" },
  explore: { ...text, default: "20", value: "NUMBER", about: "random requests for each operation" },
  timeout: { ...text, default: "10000", value: "MS", about: "how long a response may take" },
  reporter: {
    ...list,
    default: ["tty"] as string[],
    value: "NAME[=FILE]",
    about: "tty (default), junit, json or markdown",
  },
  "write-baseline": {
    ...text,
    value: "FILE",
    about: "record the findings, and what was not tried",
  },
  baseline: { ...text, value: "FILE", about: "fail only for what FILE does not record" },
  help: { ...flag, about: "print this help" },
} as const;

interface HelpLine {
  readonly about: string;
  readonly value?: string;
  readonly default?: string | boolean | readonly string[];
}

function helpLine(name: string, { about, default: usual, value = "" }: HelpLine): string {
  const end = typeof usual === "string" ? ` (default: ${usual})` : "";
  return `  ${`--${name} ${value}`.padEnd(24)}  ${about}${end}`;
}

/** What `--help` prints. */
export const help: string = `Checks that a server conforms to its contract.

Usage: npx @workflow-api/verify --base-url URL [options]

${Object.entries<HelpLine>(table)
  .map(([name, line]) => helpLine(name, line))
  .join("\n")}

A value can be that of one operation: OPERATION.NAME=VALUE.

--write is safe on a server that others use: PATCH, PUT and DELETE go only to
what this run created, or to what --value names. What was found in a list is
only read. A POST to a path with an id goes to what was created, to --value, or
to the example of the contract. What was created is deleted at the end, where
the contract has an operation for it; the report names what is left.

An operation gets up to 400 cases and two minutes; --only with its name lifts
both limits.

Secrets come from the environment, one variable for each security scheme:
VERIFY_ and its name, such as VERIFY_API_KEY for apiKey. In --header, $NAME
stands for the variable NAME. No report shows a secret; a curl command names
the variable. HTTP_PROXY, HTTPS_PROXY, NO_PROXY and NODE_EXTRA_CA_CERTS (the
file of a private CA) are read too. In a GitHub workflow, --reporter markdown
is added to the summary of the job.

Exit codes: 0 passed, 1 failed, 2 inconclusive (an operation was not tried, or
the command is wrong), 130 or 143 stopped.
`;

/**
 * Reads the command line.
 *
 * @returns `"help"` if that is all that was asked for.
 * @throws {UsageError} It cannot be understood.
 */
export function readOptions(args: readonly string[]): VerifyOptions | "help" {
  const { values } = readArguments(args, table);
  if (values.help) return "help";
  const number = (name: "explore" | "timeout", least: number): number =>
    readNumber(name, values[name], { least, most: 1e9 });
  return {
    ...values,
    baseUrl: readBaseUrl(values["base-url"] ?? ""),
    writeBaseline: values["write-baseline"],
    seed: seedOf(values.only),
    explore: number("explore", 0),
    timeout: number("timeout", 1),
  };
}

/** The title of random requests: with it, `--only` sends the same ones again. */
export function randomTitle(operationId: string, seed: number): string {
  return `${operationId} random requests, seed ${seed}`;
}

function seedOf(only: readonly string[]): number {
  const [seed = 1] = only.flatMap((title) => {
    const [, digits] = /random requests, seed (\d{1,9})$/.exec(title) ?? [];
    return digits === undefined ? [] : [Number(digits)];
  });
  return seed;
}

function readBaseUrl(value: string): string {
  const url = readUrl("base-url", value);
  if (`${url.username}${url.password}${url.search}${url.hash}` !== "")
    throw new UsageError(
      "--base-url must have no credentials (see --help), no query and no fragment.",
    );
  return value.replace(/\/+$/, "");
}
