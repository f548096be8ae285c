import { parseArgs } from "node:util";

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
  /** In milliseconds. */
  readonly timeout: number;
  readonly concurrency: number;
  /** Requests a second; 0 is as fast as they go. */
  readonly rate: number;
  readonly baseline: string | undefined;
  readonly writeBaseline: string | undefined;
  /** Each `name` or `name=file`. */
  readonly reporters: readonly string[];
}

/** The command line cannot be understood. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

export const usage = `Holds a server to its contract.

usage: workflow-api-verify --base-url URL [options]

  --base-url URL        the address of the server
  --domain ID           the value of X-Domain; short for --value X-Domain=ID
  --value NAME=VALUE    the value of a parameter, where the examples of the contract are not the server's own;
                        OPERATION.NAME=VALUE for one operation only; repeatable
  --values FILE         the same as JSON: { "NAME": value, "OPERATION.NAME": value }
  --contract FILE       the contract (default: the packaged one)
  --write               also send what is not GET or HEAD (default: read only)
  --exact               the server is a mock: hold it to the examples themselves
  --only TEXT           only cases whose title or group contains the text; repeatable
  --seed NUMBER         decides which values are generated (default: 1)
  --timeout MS          how long to wait for each answer (default: 10000)
  --concurrency NUMBER  requests at the same time (default: 8)
  --rate NUMBER         requests a second at most (default: no limit)
  --baseline FILE       fail on findings only that are not in this file
  --write-baseline FILE write the findings of this run, to be used as a baseline
  --reporter NAME[=FILE] tty (default), junit, json, markdown, html or sarif; repeatable; without a file: to standard output
  --help

Secrets come from the environment, one variable for each security scheme of the contract: WORKFLOW_ and the name of the
scheme, such as WORKFLOW_API_KEY for apiKey. They are never written anywhere; a reproduction names the variable.
Exit code: 0 the server agrees with the contract, 1 it does not, 2 it could not be tried.
`;

/**
 * Reads the command line.
 * @returns `"help"` if that is all that was asked for.
 * @throws {UsageError}
 */
export function readOptions(args: readonly string[]): VerifyOptions | "help" {
  const values = parse(args);
  if (values.help === true) return "help";
  const domain = values.domain === undefined ? [] : [`X-Domain=${values.domain}`];
  return {
    baseUrl: readUrl(values["base-url"]),
    contract: values.contract,
    values: [...domain, ...(values.value ?? [])],
    valuesFile: values.values,
    write: values.write === true,
    exact: values.exact === true,
    only: values.only ?? [],
    seed: readNumber("seed", values.seed, 1),
    timeout: readNumber("timeout", values.timeout, 10_000),
    concurrency: Math.max(1, readNumber("concurrency", values.concurrency, 8)),
    rate: readNumber("rate", values.rate, 0),
    baseline: values.baseline,
    writeBaseline: values["write-baseline"],
    reporters: values.reporter ?? ["tty"],
  };
}

const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;
const flag = { type: "boolean" } as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        "base-url": text,
        baseline: text,
        concurrency: text,
        contract: text,
        domain: text,
        exact: flag,
        help: { ...flag, short: "h" },
        only: texts,
        rate: text,
        reporter: texts,
        seed: text,
        timeout: text,
        value: texts,
        values: text,
        write: flag,
        "write-baseline": text,
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readUrl(value: string | undefined): string {
  if (value === undefined)
    throw new UsageError("--base-url is missing: the address of the server, such as http://127.0.0.1:4010.");
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError("--base-url is not an http or https address.");
  if (url.username !== "" || url.password !== "")
    throw new UsageError("--base-url holds credentials: give them in the environment.");
  return value;
}

function readNumber(name: string, value: string | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (!/^\d+(\.\d+)?$/.test(value))
    throw new UsageError(`--${name} is a number, not ${JSON.stringify(value)}.`);
  return Number(value);
}
