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
  readonly concurrency: number;
}

/** The options of `verify`. */
export interface VerifyOptions extends RunOptions {
  readonly contract: string | undefined;
  readonly values: readonly string[];
  /** Whether the server has the data of the contract's examples. */
  readonly examples: boolean;
  /** Whether a contract is refused that the profile does not allow as a whole. */
  readonly strict: boolean;
  /** `Name: value`, as they were typed. */
  readonly headers: readonly string[];
  readonly cert: string | undefined;
  readonly key: string | undefined;
  /** In milliseconds. */
  readonly timeout: number;
  readonly baseline: string | undefined;
  readonly writeBaseline: string | undefined;
  readonly reporters: readonly string[];
}

const [text, flag] = [{ type: "string" }, { type: "boolean" }] as const;
const list = { ...text, multiple: true } as const;

/** The options of the command line: `value` and `about` are what `--help` prints. */
const table = {
  "base-url": {
    ...text,
    value: "URL",
    about: "the URL of the server, with the prefix of its paths",
  },
  contract: {
    ...text,
    value: "FILE",
    about: "the contract (default: that of the workflow service)",
  },
  value: {
    ...list,
    value: "NAME=VALUE",
    about: "a parameter value that the server has; repeatable",
  },
  examples: { ...flag, value: "", about: "the server has the data of all examples: check each" },
  header: { ...list, value: "'NAME: VALUE'", about: "a header of each request; repeatable" },
  cert: { ...text, value: "FILE", about: "a client certificate in PEM, with --key" },
  key: { ...text, value: "FILE", about: "the private key of --cert in PEM" },
  write: { ...flag, value: "", about: "send other methods than GET and HEAD too; DELETE last" },
  only: { ...list, value: "TEXT", about: "only cases with TEXT in the title, or of this group" },
  questions: { ...flag, value: "", about: "only ask the open questions, and list the answers" },
  strict: { ...flag, value: "", about: "refuse a contract of which operations are omitted" },
  explore: { ...text, value: "NUMBER", about: "random requests for each operation (default: 20)" },
  timeout: { ...text, value: "MS", about: "how long a response may take (default: 10000)" },
  concurrency: { ...text, value: "NUMBER", about: "requests at the same time (default: 8)" },
  reporter: { ...list, value: "NAME[=FILE]", about: "tty (default), junit, json or markdown" },
  "write-baseline": {
    ...text,
    value: "FILE",
    about: "record the findings, and what was not tried",
  },
  baseline: { ...text, value: "FILE", about: "fail only for what FILE does not record" },
  help: { ...flag, value: "", about: "print this help" },
} as const;

/** What `--help` prints. */
export const help: string = `Checks that a server conforms to its contract.

Usage: npx @workflow-api/verify --base-url URL [options]

${Object.entries(table)
  .map(([name, { about, value }]) => `  ${`--${name} ${value}`.padEnd(24)}  ${about}`)
  .join("\n")}

A value can be that of one operation, OPERATION.NAME=VALUE, or lead to the
response of one example, EXAMPLE.NAME=VALUE, which is then checked.

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
  if (values.help === true) return "help";
  const { cert, key, only = [] } = values;
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError("--cert and --key belong together.");
  const number = (name: "concurrency" | "explore" | "timeout", usual: number, least: number) => {
    const { [name]: typed } = values;
    return typed === undefined ? usual : readNumber(name, typed, { least, most: 1e9 });
  };
  return {
    baseUrl: readBaseUrl(values["base-url"] ?? ""),
    contract: values.contract,
    values: values.value ?? [],
    examples: values.examples === true,
    strict: values.strict === true,
    headers: values.header ?? [],
    cert,
    key,
    write: values.write === true,
    only,
    questions: values.questions === true,
    seed: seedOf(only),
    explore: number("explore", 20, 0),
    timeout: number("timeout", 10_000, 1),
    concurrency: number("concurrency", 8, 1),
    baseline: values.baseline,
    writeBaseline: values["write-baseline"],
    reporters: values.reporter ?? ["tty"],
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
