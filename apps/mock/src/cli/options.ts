import { parseArgs } from "node:util";
import { parseDelay, parseFailure } from "../controls/behaviour.ts";
import { parseOrigin } from "../http/cors.ts";

/** What the command line asks for. */
export interface CliOptions {
  readonly port: number;
  readonly host: string;
  /** `undefined`: the contract that comes with the package. */
  readonly contract: string | undefined;
  readonly watch: boolean;
  readonly corsOrigins: readonly string[];
  readonly delay: string | undefined;
  readonly fail: string | undefined;
  readonly seed: number | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
  /** Whether to print one JSON object for each event instead of text. */
  readonly json: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/** The command line is wrong. The message says where. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

/** What `--help` prints. */
export const usage = `Usage: workflow-api-mock [options]

Serves a mock of the service that an OpenAPI contract describes.

  --port NUMBER         the port to listen on (4010; 0 takes any that is free)
  --host ADDRESS        the address to listen on (127.0.0.1: this machine only)
  --contract FILE       the contract to serve (the one of this package)
  --no-watch            do not reload the contract when its files change
  --cors-origin ORIGIN  let pages of this origin read the answers, besides those
                        on this machine; repeatable; * allows any origin
  --delay MS            delay every answer: 300, or a range such as 300..900
  --fail SHARE          let a share of requests fail: 5% (with status 503),
                        5%:500, or 5%:drop (the connection is dropped)
  --seed NUMBER         make delays and failures the same each time
  --cert FILE           serve HTTPS with this certificate (PEM)
  --key FILE            the private key of the certificate (PEM)
  --json                print a JSON object for each event and request
  --version             print the version
  -h, --help            print this help

To watch and control it, open http://127.0.0.1:4010/__mock/
Stops on Ctrl-C. Exit status: 0 stopped, 1 cannot start, 2 wrong usage.`;

/**
 * Reads the arguments of the command line.
 * @throws {UsageError}
 */
export function readOptions(args: readonly string[]): CliOptions {
  const { values } = parse(args);
  return {
    port: readNumber("--port", values.port, 65_535),
    host: values.host,
    contract: values.contract,
    watch: values.watch,
    corsOrigins: (values["cors-origin"] ?? []).map((origin) => checked(origin, parseOrigin)),
    delay: checked(values.delay, parseDelay),
    fail: checked(values.fail, parseFailure),
    seed: values.seed === undefined ? undefined : readNumber("--seed", values.seed, 2 ** 32 - 1),
    ...readPair(values),
    json: values.json,
    help: values.help,
    version: values.version,
  };
}

function parse(args: readonly string[]): ReturnType<typeof parseStrictly> {
  try {
    return parseStrictly(args);
  } catch (error) {
    throw new UsageError(error instanceof Error ? usageText(error.message) : String(error));
  }
}

/** What Node says of arguments, as one sentence with what to do. */
function usageText(message: string): string {
  const [, extra] = /^Unexpected argument '(.*)'/.exec(message) ?? [];
  if (extra !== undefined) return `Unexpected argument: to serve this contract, use --contract ${extra}`;
  const [, option] = /^Option '(\S+)' argument is ambiguous/.exec(message) ?? [];
  if (option !== undefined)
    return `A value of ${option} that begins with a dash is given as ${option}=-VALUE`;
  return message.split(". ", 1)[0] ?? message;
}

function parseStrictly(args: readonly string[]): { values: CliValues } {
  return parseArgs({
    args: [...args],
    strict: true,
    allowNegative: true,
    options: {
      port: { type: "string", default: "4010" },
      host: { type: "string", default: "127.0.0.1" },
      contract: { type: "string" },
      watch: { type: "boolean", default: true },
      "cors-origin": { type: "string", multiple: true },
      delay: { type: "string" },
      fail: { type: "string" },
      seed: { type: "string" },
      cert: { type: "string" },
      key: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
      version: { type: "boolean", default: false },
    },
  });
}

interface CliValues {
  readonly port: string;
  readonly host: string;
  readonly contract?: string | undefined;
  readonly watch: boolean;
  readonly "cors-origin"?: string[] | undefined;
  readonly delay?: string | undefined;
  readonly fail?: string | undefined;
  readonly seed?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly json: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

function readNumber(option: string, text: string, highest: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > highest) {
    throw new UsageError(`${option} takes a number from 0 to ${highest}, not ${JSON.stringify(text)}`);
  }
  return number;
}

function checked<T extends string | undefined>(text: T, parse: (text: string) => unknown): T {
  try {
    if (text !== undefined) parse(text);
    return text;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readPair({ cert, key }: CliValues): Pick<CliOptions, "cert" | "key"> {
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError("--cert and --key must be given together");
  return { cert, key };
}
