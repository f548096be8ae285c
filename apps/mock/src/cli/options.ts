import { parseArgs } from "node:util";

/** What the command line asks for. */
export interface CliOptions {
  readonly port: number;
  readonly host: string;
  /** `undefined`: the contract that comes with the package. */
  readonly contract: string | undefined;
  readonly watch: boolean;
  readonly corsOrigins: readonly string[];
  readonly help: boolean;
}

/** The command line is wrong. The message says where. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

/** What `--help` prints. */
export const usage = `Usage: workflow-api-mock [options]

Serves a mock of the service that an OpenAPI contract describes.

  --port NUMBER          the port to listen on (default 4010; 0 takes any that is free)
  --host ADDRESS         the address to listen on (default 127.0.0.1: this machine only)
  --contract FILE        the contract to serve (default: the one of this package)
  --no-watch             do not load the contract again when its files change
  --cors-origin ORIGIN   let pages of this origin read the answers, beside those of this
                         machine; may be given several times; * lets any
  --help                 print this

Stops on Ctrl-C. Exit status: 0 when stopped, 1 if it cannot start, 2 on wrong usage.`;

/**
 * Reads the arguments of the command line.
 * @throws {UsageError}
 */
export function readOptions(args: readonly string[]): CliOptions {
  const { values } = parse(args);
  return {
    port: readPort(values.port),
    host: values.host,
    contract: values.contract,
    watch: values.watch,
    corsOrigins: (values["cors-origin"] ?? []).map(readOrigin),
    help: values.help,
  };
}

function parse(args: readonly string[]): ReturnType<typeof parseStrictly> {
  try {
    return parseStrictly(args);
  } catch (error) {
    throw new UsageError(
      error instanceof Error ? (error.message.split(". ", 1)[0] ?? error.message) : String(error),
    );
  }
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
      help: { type: "boolean", short: "h", default: false },
    },
  });
}

interface CliValues {
  readonly port: string;
  readonly host: string;
  readonly contract?: string | undefined;
  readonly watch: boolean;
  readonly "cors-origin"?: string[] | undefined;
  readonly help: boolean;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new UsageError(`--port takes a number from 0 to 65535, not ${JSON.stringify(text)}`);
  }
  return port;
}

function readOrigin(text: string): string {
  if (text === "*") return text;
  if (!URL.canParse(text) || new URL(text).origin !== text.toLowerCase()) {
    throw new UsageError(
      `--cors-origin takes an origin such as https://app.example.com, not ${JSON.stringify(text)}`,
    );
  }
  return text;
}
