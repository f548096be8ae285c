import { parseArgs } from "node:util";
import { parseBehaviour } from "../controls.ts";
import { isWebUrl } from "../server/control-api.ts";
import { parseOrigin } from "../server/cors.ts";
import type { MockOptions } from "../server/start.ts";

/** The options of the command line. */
export interface CliOptions extends MockOptions {
  readonly port: number;
  readonly host: string;
  readonly grace: number;
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
export const usage = `Usage: workflow-api-mock [options] [FILE]

Serves a mock of the service that an OpenAPI contract describes.

  -p, --port NUMBER the port to listen on (4010; 0 takes any that is free)
  -h, --host ADDRESS
                    the address to listen on (127.0.0.1: this machine only)
  --contract FILE   the contract to serve (the one of this package)
  --no-watch        do not reload the contract when its file changes
  --poll MS         look for changes this often, where the file system does not
                    report them (mounts of containers)
  --cors ORIGIN     let pages of this origin read the answers, beside those of
                    this machine; repeatable; https://*.example.com, null,
                    capacitor://localhost; * allows any origin
  --allow-host NAME serve the controls under this name too; repeatable
  --docs URL        link the page /__mock/ to these docs
  --grace SECONDS   how long requests under way may take when it stops (10)
  --delay MS        delay every answer: 300, or a range such as 300..900
  --fail SHARE      let a share of requests fail: 5% (with status 503),
                    5%:500, or 5%:drop (the connection is dropped)
  --seed NUMBER     make delays and failures the same each time
  --quiet           print no line for each request
  --json            print a JSON object for each event
  --version         print the version
  --help, -h alone  print this help

To watch and control it, open http://127.0.0.1:4010/__mock/
Ctrl-C stops it, a second one at once. Exit codes: 0 stopped, 1 cannot listen,
2 wrong option or contract, 130 and 143 ended by a second signal.`;

/**
 * Reads the arguments of the command line.
 *
 * @throws {UsageError} One of them is wrong.
 */
export function readOptions(args: readonly string[]): CliOptions {
  const { cors = [], "allow-host": allowHosts = [], ...values } = parse(args);
  try {
    parseBehaviour({ delay: values.delay, fail: values.fail });
    cors.forEach(parseOrigin);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { contract, docs } = values;
  if (docs !== undefined && !isWebUrl(docs))
    throw new UsageError(
      `--docs takes a URL such as http://127.0.0.1:4020, not ${JSON.stringify(docs)}`,
    );
  if (contract !== undefined && /^[a-z][a-z\d+.-]+:\/\//i.test(contract))
    throw new UsageError(`--contract takes a file: download ${contract}, and name the file`);
  return {
    ...values,
    cors,
    allowHosts,
    grace: readNumber("--grace", values.grace, 3600) * 1000,
    poll: values.poll === undefined ? undefined : readNumber("--poll", values.poll, 3_600_000),
    port: readNumber("--port", values.port, 65_535),
    seed: values.seed === undefined ? undefined : readNumber("--seed", values.seed, 2 ** 32 - 1),
  };
}

const option = {
  port: { type: "string", short: "p", default: "4010" },
  host: { type: "string", short: "h", default: "127.0.0.1" },
  contract: { type: "string" },
  watch: { type: "boolean", default: true },
  poll: { type: "string" },
  cors: { type: "string", multiple: true },
  "allow-host": { type: "string", multiple: true },
  docs: { type: "string" },
  grace: { type: "string", default: "10" },
  delay: { type: "string" },
  fail: { type: "string" },
  seed: { type: "string" },
  quiet: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
  version: { type: "boolean", default: false },
} as const;

function parse(given: readonly string[]) {
  // In Prism `-h` is the address, in most programs the help.
  const args = given.map((text, at) =>
    text === "-h" && (given[at + 1] ?? "-").startsWith("-") ? "--help" : text,
  );
  try {
    const { positionals, values } = parseArgs({
      args,
      strict: true,
      allowNegative: true,
      allowPositionals: true,
      options: option,
    });
    // As in Prism: mock FILE.
    const files = positionals[0] === "mock" ? positionals.slice(1) : positionals;
    const contracts = values.contract === undefined ? files : [values.contract, ...files];
    if (contracts.length > 1)
      throw new Error(`One contract is served, and these are several: ${contracts.join(", ")}`);
    return { ...values, contract: contracts[0] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(message.split(/\.\s/, 1)[0] ?? message);
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
