import { readArguments, readNumber, UsageError } from "@workflow-api/contract/command-line";
import type { MockOptions } from "../server/start.ts";

/** The options of the command line. */
export interface CliOptions extends MockOptions {
  readonly port: number;
  readonly host: string;
  readonly grace: number;
  readonly json: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/** What `--help` prints. */
export const usage = `Usage: workflow-api-mock [options] [FILE]

Serves a mock of the service that an OpenAPI contract describes.

  -p, --port NUMBER the port to listen on (4010; 0 takes any free one)
  --host ADDRESS    the address to listen on (127.0.0.1: this machine only)
  --contract FILE   the contract to serve (the one of this package)
  --dynamic         generate the bodies of responses at random
  --upstream URL    forward requests to the real service, and report what
                    breaks the contract. The path of the URL replaces that of
                    the contract's servers; without one, theirs is used.
  With --upstream:
  --mock OPERATION  respond to this operation, do not forward it; repeatable
  --strict          refuse what breaks the contract, in either direction
  --rewrite         keep clients here: change redirects to the service, and
                    the domain, path and Secure of its cookies
  --upstream-timeout SECONDS
                    how long the service may take to respond (30)
  --cors ORIGIN     let pages of this origin read responses, as those of this
                    machine may; repeatable; * allows any origin
  --allow-host NAME serve the controls, and what --upstream names,
                    under this host name too; repeatable
  --no-controls     do not serve /__mock/, except health and readiness
  --grace SECONDS   how long requests under way may take when it stops (10)
  --delay MS        delay every response: 300, or a range such as 300..900
  --fail SHARE      let a share of requests fail: 5% (with status 503),
                    5%:500, or 5%:drop (the connection is dropped)
  --json            print a JSON object for each event
  --version         print the version
  -h, --help        print this help

To watch and control it, open http://127.0.0.1:4010/__mock/
Ctrl-C stops it, a second one at once. Exit codes: 0 stopped, 1 cannot listen,
2 wrong option or contract, 130 and 143 ended by a second signal.`;

/**
 * Reads the arguments of the command line.
 *
 * @throws {UsageError} One of them is wrong.
 */
export function readOptions(args: readonly string[]): CliOptions {
  const { cors = [], "allow-host": allowHosts = [], ...values } = parseOptions(args);
  const { contract, mock: mocked = [], upstream, "upstream-timeout": seconds } = values;
  const needless = ofUpstream.find((name) => values[name] !== undefined);
  if (needless !== undefined && upstream === undefined)
    throw new UsageError(`--${needless} needs --upstream, which names the real service.`);
  if (contract !== undefined && /^[a-z][a-z\d+.-]+:\/\//i.test(contract))
    throw new UsageError(`--contract takes a file: download ${contract}, and name the file.`);
  return {
    ...values,
    cors,
    allowHosts,
    grace: readNumber("grace", values.grace, { most: 3600 }) * 1000,
    port: readNumber("port", values.port, { most: 65_535 }),
    mocked,
    hasControls: values.controls,
    ...(seconds !== undefined && {
      upstreamTimeout: readNumber("upstream-timeout", seconds, { least: 1, most: 3600 }) * 1000,
    }),
  };
}

/** The options that say something of a real service. */
const ofUpstream = ["mock", "strict", "rewrite", "upstream-timeout"] as const;

const option = {
  port: { type: "string", short: "p", default: "4010" },
  host: { type: "string", default: "127.0.0.1" },
  contract: { type: "string" },
  dynamic: { type: "boolean", default: false },
  upstream: { type: "string" },
  mock: { type: "string", multiple: true },
  strict: { type: "boolean" },
  rewrite: { type: "boolean" },
  "upstream-timeout": { type: "string" },
  cors: { type: "string", multiple: true },
  "allow-host": { type: "string", multiple: true },
  controls: { type: "boolean", default: true },
  grace: { type: "string", default: "10" },
  delay: { type: "string" },
  fail: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", default: false },
} as const;

function parseOptions(args: readonly string[]) {
  const { positionals: files, values } = readArguments(args, option, 9, { allowNegative: true });
  const contracts = values.contract === undefined ? files : [values.contract, ...files];
  if (contracts.length > 1)
    throw new UsageError(`One contract is served, not several: ${contracts.join(", ")}.`);
  return { ...values, contract: contracts[0] };
}
