import { parseArgs } from "node:util";
import { parseBehaviour } from "../controls.ts";
import { parseOrigin } from "../server/cors.ts";
import type { MockOptions } from "../server/start.ts";

/** What the command line asks for. */
export interface CliOptions extends MockOptions {
  readonly port: number;
  readonly host: string;
  readonly quiet: boolean;
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

  --port NUMBER     the port to listen on (4010; 0 takes any that is free)
  --host ADDRESS    the address to listen on (127.0.0.1: this machine only)
  --contract FILE   the contract to serve (the one of this package)
  --no-watch        do not reload the contract when its file changes
  --cors ORIGIN     let pages of this origin read the answers, beside those of
                    this machine; repeatable; * allows any origin
  --delay MS        delay every answer: 300, or a range such as 300..900
  --fail SHARE      let a share of requests fail: 5% (with status 503),
                    5%:500, or 5%:drop (the connection is dropped)
  --seed NUMBER     make delays and failures the same each time
  --quiet           print no line for each request
  --json            print a JSON object for each event
  --version         print the version
  -h, --help        print this help

To watch and control it, open http://127.0.0.1:4010/__mock/
Ctrl-C stops it. Exit codes: 0 stopped, 1 cannot listen, 2 wrong option or contract.`;

/**
 * Reads the arguments of the command line.
 *
 * @throws {UsageError} One of them is wrong.
 */
export function readOptions(args: readonly string[]): CliOptions {
  const { cors = [], ...values } = parse(args);
  try {
    parseBehaviour(values);
    cors.forEach(parseOrigin);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  return {
    ...values,
    cors,
    port: readNumber("--port", values.port, 65_535),
    seed: values.seed === undefined ? undefined : readNumber("--seed", values.seed, 2 ** 32 - 1),
  };
}

const option = {
  port: { type: "string", default: "4010" },
  host: { type: "string", default: "127.0.0.1" },
  contract: { type: "string" },
  watch: { type: "boolean", default: true },
  cors: { type: "string", multiple: true },
  delay: { type: "string" },
  fail: { type: "string" },
  seed: { type: "string" },
  quiet: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", default: false },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], strict: true, allowNegative: true, options: option })
      .values;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, extra] = /^Unexpected argument '(.*)'/.exec(message) ?? [];
    const advice = `Unexpected argument: to serve this contract, use --contract ${extra}`;
    throw new UsageError(extra === undefined ? (message.split(/\.\s/, 1)[0] ?? message) : advice);
  }
}

function readNumber(option: string, text: string, highest: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > highest)
    throw new UsageError(
      `${option} takes a number from 0 to ${highest}, not ${JSON.stringify(text)}`,
    );
  return number;
}
