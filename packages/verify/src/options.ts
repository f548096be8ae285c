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
  readonly lenient: boolean;
  readonly seed: number;
  readonly explore: number;
  /** In milliseconds; infinite without a limit. */
  readonly maxResponseTime: number;
  readonly concurrency: number;
  /** Requests a second; infinite without a limit. */
  readonly rate: number;
  readonly allowUntried: boolean;
}

/** The options of `verify`. */
export interface VerifyOptions extends RunOptions {
  readonly contract: string | undefined;
  readonly values: readonly string[];
  readonly valuesFile: string | undefined;
  /** Whether the server has the data of the contract's examples. */
  readonly examples: boolean;
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

/** What `--help` prints. */
export const help = `Checks that a server conforms to its contract.

Usage: npx @workflow-api/verify --base-url URL [options]

The server
  --base-url URL            the URL of the server, with the prefix of its paths
  --domain ID               short for --value X-Domain=ID
  --value NAME=VALUE        a parameter value that it has; repeatable, see below
  --values FILE             the same as JSON: { "NAME": value, ... }
  --examples                it has the data of the contract's examples: check each of them
  --header 'NAME: VALUE'    a header of each request, for a gateway; repeatable
  --cert FILE               a client certificate in PEM, with --key
  --key FILE                the private key of --cert in PEM
  --contract FILE           the contract (default: that of the workflow service)

Requests
  --write                   send other methods than GET and HEAD too; DELETE last
  --only TEXT               only cases with TEXT in the title, or of this group; repeatable
  --lenient                 omit rules of HTTP that many servers break; allow 414 for a long value
  --explore NUMBER          random requests for each operation, besides the cases (default: 20)
  --seed NUMBER             the seed of random requests and values (default: 1)
  --timeout MS              how long to wait for a response (default: 10000)
  --max-response-time MS    a response that takes longer fails (default: no limit)
  --concurrency NUMBER      how many requests at the same time (default: 8)
  --rate NUMBER             at most this many requests a second (default: no limit)

Results
  --reporter NAME[=FILE]    tty (default), junit, json or markdown; repeatable
  --write-baseline FILE     record the findings, and what was not tried
  --baseline FILE           fail only for what FILE does not record
  --allow-untried           pass even if an operation was not tried
  --help                    print this help

A value can be that of one operation, OPERATION.NAME=VALUE, or lead to the
response of one example, EXAMPLE.NAME=VALUE, which is then checked.

Secrets come from the environment, one variable for each security scheme:
WORKFLOW_ and its name, such as WORKFLOW_API_KEY for apiKey. In --header, $NAME
stands for the variable NAME. No report shows a secret; a curl command names
the variable. HTTP_PROXY, HTTPS_PROXY, NO_PROXY and NODE_EXTRA_CA_CERTS (the
file of a private CA) are read too. In a GitHub workflow, --reporter markdown
is added to the summary of the job.

Exit codes: 0 passed, 1 failed, 2 inconclusive (an operation was not tried, or
the command is wrong), 130 or 143 stopped.
`;

const [text, flag] = [{ type: "string" }, { type: "boolean" }] as const;
const list = { ...text, multiple: true } as const;

/**
 * Reads the command line.
 *
 * @returns `"help"` if that is all that was asked for.
 * @throws {UsageError} It cannot be understood.
 */
export function readOptions(args: readonly string[]): VerifyOptions | "help" {
  const { values } = readArguments(args, {
    "allow-untried": flag,
    baseline: text,
    "base-url": text,
    cert: text,
    concurrency: text,
    contract: text,
    domain: text,
    examples: flag,
    explore: text,
    header: list,
    help: flag,
    key: text,
    lenient: flag,
    "max-response-time": text,
    only: list,
    rate: text,
    reporter: list,
    seed: text,
    timeout: text,
    value: list,
    values: text,
    write: flag,
    "write-baseline": text,
  });
  if (values.help === true) return "help";
  const { cert, domain, key, value: given = [] } = values;
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError("--cert and --key belong together.");
  type Numeric = "concurrency" | "explore" | "max-response-time" | "rate" | "seed" | "timeout";
  const number = (name: Numeric, usual: number, least: number, isWhole = true): number => {
    const { [name]: typed } = values;
    return typed === undefined ? usual : readNumber(name, typed, { isWhole, least, most: 1e9 });
  };
  return {
    baseUrl: readBaseUrl(values["base-url"] ?? ""),
    contract: values.contract,
    values: [...(domain === undefined ? [] : [`X-Domain=${domain}`]), ...given],
    valuesFile: values.values,
    examples: values.examples === true,
    headers: values.header ?? [],
    cert,
    key,
    write: values.write === true,
    only: values.only ?? [],
    lenient: values.lenient === true,
    seed: number("seed", 1, 0),
    explore: number("explore", 20, 0),
    timeout: number("timeout", 10_000, 1),
    maxResponseTime: number("max-response-time", Number.POSITIVE_INFINITY, 1),
    concurrency: number("concurrency", 8, 1),
    rate: number("rate", Number.POSITIVE_INFINITY, 0.001, false),
    allowUntried: values["allow-untried"] === true,
    baseline: values.baseline,
    writeBaseline: values["write-baseline"],
    reporters: values.reporter ?? ["tty"],
  };
}

function readBaseUrl(value: string): string {
  const url = readUrl("base-url", value);
  if (`${url.username}${url.password}${url.search}${url.hash}` !== "")
    throw new UsageError(
      "--base-url must have no credentials (see --help), no query and no fragment.",
    );
  return value.replace(/\/+$/, "");
}
