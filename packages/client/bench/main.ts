import { createServer } from "node:http";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { growContract } from "@workflow-api/workspace/fixtures";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import { build } from "esbuild";
import createFetchClient from "openapi-fetch";
import { createClient, type paths } from "../test/fixture/client.ts";
import { generateClient } from "../test/generated-client.ts";

// What the client costs: bytes, and processor time beside openapi-fetch alone. A figure beyond its
// limit lets the command fail.

const TYPE = "application/vnd.library+json";
const TENANT = "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30";
const auth = { key: "key-of-the-bench", secret: "secret-of-the-bench" };
const headers = { Accept: TYPE, "X-Tenant": TENANT, "X-Key": auth.key, "X-Secret": auth.secret };
const PATH = "/catalogue/books/{bookId}";
const attributes = { title: "Notes", year: 1843 };
const data = { id: "book-1", attributes };
const body = JSON.stringify({ data });

type Fetch = (request: Request) => Promise<Response>;

/** The same call by each client; the others are compared with the first. */
function contendersOf(baseUrl: string, fetch?: Fetch): Record<string, () => Promise<unknown>> {
  const given = { baseUrl, ...(fetch && { fetch }) };
  const client = createClient({ ...given, tenant: TENANT, auth });
  const bare = createFetchClient<paths>({ ...given, headers });
  const params = { path: { bookId: "book-1" } };
  return {
    "openapi-fetch": () => bare.GET(PATH, { params }),
    GET: () => client.GET(PATH, { params }),
    methods: () => client.getBook({ bookId: "book-1" }),
  };
}

/** Prints a figure, and lets the command fail if it is beyond its limit. */
function report(what: string, figure: number, limit: number): void {
  const missed = figure > limit;
  console.log(`${missed ? "missed: " : ""}${what}: ${figure.toFixed(2)}, at most ${limit}`);
  if (missed) process.exitCode = 1;
}

const grown = await generateClient(growContract(1000));
const [first = ""] = Object.keys(await import(path.join(grown.folder, "operations.ts")));
const source = path.join(import.meta.dirname, "../src");
const BARE = `export { default } from "openapi-fetch";`;
const ALL = `export { createClient } from "${source}/index.ts";`;
const ONE = `
  import { createClient, getVariablesCage } from "${source}/operations.ts";
  export const create = (options) => createClient(options, { getVariablesCage });`;
const single = `
  import { buildClient } from "${source}/client.ts";
  import { contract } from "${grown.folder}/contract.ts";
  import { ${first} } from "${grown.folder}/operations.ts";
  export const createClient = (options) => buildClient(options, { ${first} }, contract);`;
report("bytes, minified and gzipped: openapi-fetch", await bundledBytes(BARE), 2700);
// Each limit is what was measured, and 3 %. The decision on openapi-fetch has what holds the bytes.
report("bytes: one operation", await bundledBytes(ONE), 7250);
report("bytes: this contract", await bundledBytes(ALL), 7470);
report("bytes: one of 1,000 operations", await bundledBytes(single), 7250);

const options = { baseUrl: "http://a.test", domain: TENANT, auth: { apiKey: "k", apiSecret: "s" } };
const creations: number[] = [];
for (let done = 0; done < 50; done++)
  creations.push((await timeOf(() => grown.create(options), 1)) / 1000);
report("createClient of 1,000 operations, in ms", median(creations), 1);

const inProcess = async (): Promise<Response> =>
  new Response(body, { headers: { "Content-Type": TYPE } });
// A timer, a signal, four headers and a body with a limit take a tenth each to a fifth.
await reportRatios("in process", contendersOf("http://a.test", inProcess), 2.4);
const server = createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": TYPE }).end(body);
});
const port = await listenOnFreePort(server);
await reportRatios("loopback", contendersOf(`http://127.0.0.1:${port}`), 1.25);
server.close();
server.closeAllConnections();

/** Compares the processor time of calls with openapi-fetch alone. */
async function reportRatios(
  where: string,
  contenders: Readonly<Record<string, () => Promise<unknown>>>,
  limit: number,
): Promise<void> {
  const ratios = await compare(where, contenders);
  for (const name of ["GET", "methods"])
    report(`${where}: ${name} beside openapi-fetch`, ratios[name] ?? Number.NaN, limit);
}

/** The size of a program with all that it imports, as a page loads it. */
async function bundledBytes(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

/**
 * Prints the processor time of a call by each contender, and the ratio to the first. They take
 * turns, round by round, so that whatever else the machine does falls on all of them; every other
 * round has the reverse order, since who runs after a contender collects its garbage, too.
 *
 * @returns The ratios to the first contender.
 */
async function compare(
  title: string,
  contenders: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<Readonly<Record<string, number>>> {
  const lines = Object.entries(contenders).map(([name, call]) => {
    const times: number[] = [];
    return { name, call, times };
  });
  for (let round = 0; round < 160; round++)
    for (const { call, times } of round % 2 === 0 ? lines : lines.toReversed()) {
      const time = await timeOf(call, 100);
      // The first rounds warm up.
      if (round >= 60) times.push(time);
    }
  console.log(`\n${title}`);
  const first = lines[0]?.times ?? [];
  const ratios = lines.map(({ name, times }) => {
    const ratio = median(times.map((time, round) => time / (first[round] ?? Number.NaN)));
    console.log(
      `  ${name.padEnd(24)}${median(times).toFixed(1).padStart(8)} µs  ${ratio.toFixed(2)}x`,
    );
    return [name, ratio] as const;
  });
  return Object.fromEntries(ratios);
}

/** The processor time of a call in microseconds, which other programs disturb less than a clock. */
async function timeOf(call: () => unknown, calls: number): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < calls; done++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((first, second) => first - second);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
