import { createServer } from "node:http";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { growContract } from "@workflow-api/workspace/fixtures";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import { build } from "esbuild";
import createBareClient from "openapi-fetch";
import { createClient, createFetchClient } from "../test/fixture/client.ts";
import { generateClient } from "../test/generated-client.ts";

// What the client costs: bytes, and processor time beside raw fetch. A figure beyond its limit
// lets the command fail.

const TYPE = "application/vnd.library+json";
const TENANT = "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30";
const auth = { key: "key-of-the-bench", secret: "secret-of-the-bench" };
const headers = { Accept: TYPE, "X-Tenant": TENANT, "X-Key": auth.key, "X-Secret": auth.secret };
const PATH = "/catalogue/books/{bookId}";
const author = { attributes: { name: "Ada", agent: { attributes: { name: "Charles" } } } };
const attributes = { title: "Notes", year: 1843 };
const copies = Array.from({ length: 10 }, (_, index) => ({ id: `copy-${index}` }));
const data = { id: "book-1", attributes, related: { author, copies } };
const body = JSON.stringify({ data });

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** One call by each client, the first of which the others are compared with. */
function contendersOf(baseUrl: string, fetch: Fetch): Record<string, () => Promise<unknown>> {
  const include = ["author", "copies"] as const;
  const url = `${baseUrl}${PATH.replace("{bookId}", "book-1")}?include=${include.join()}`;
  const bare = createBareClient({ baseUrl, headers, fetch: fetch as never });
  const api = createClient({ baseUrl, tenant: TENANT, auth, fetch });
  const client = createFetchClient({ baseUrl, tenant: TENANT, auth, fetch });
  const params = { path: { bookId: "book-1" }, query: { include: [...include] } };
  return {
    "fetch(url, init)": async () => (await fetch(url, { headers })).json(),
    "openapi-fetch alone": () => bare.GET(PATH as never, { params } as never),
    "by methods": () => api.getBook({ bookId: "book-1", include }),
    "by openapi-fetch": () => client.GET(PATH, { params }),
  };
}

const limits: [what: string, figure: number, limit: number][] = [];

const grown = await generateClient(growContract(1000));
const [first = ""] = Object.keys(await import(path.join(grown.folder, "operations.ts")));
const source = path.join(import.meta.dirname, "../src");
const bytes = {
  methods: `export { createClient } from "${source}/index.ts";`,
  "openapi-fetch": `export { createFetchClient } from "${source}/openapi-fetch.ts";`,
  "one of 1,000 operations": `
    import { buildClient } from "${source}/client.ts";
    import { ${first} } from "${grown.folder}/operations.ts";
    export const createClient = (options) => buildClient(options, { ${first} }, []);`,
  "openapi-fetch alone": `export { default } from "openapi-fetch";`,
};
console.log("bytes, minified and gzipped");
for (const [name, text] of Object.entries(bytes)) {
  const figure = await bundledBytes(text);
  console.log(`  ${name.padEnd(24)}${figure.toLocaleString("en").padStart(8)}`);
  const limit = { methods: 5000, "openapi-fetch": 7400, "one of 1,000 operations": 5000 }[name];
  if (limit !== undefined) limits.push([`bytes: ${name}`, figure, limit]);
}

const options = { baseUrl: "http://a.test", domain: TENANT, auth: { apiKey: "k", apiSecret: "s" } };
const creations = Array.from({ length: 50 }, () => {
  const before = process.cpuUsage();
  grown.create(options);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
});
console.log(`\ncreateClient of 1,000 operations: ${median(creations).toFixed(2)} ms`);
limits.push(["createClient of 1,000 operations, in ms", median(creations), 1]);

const stub = contendersOf("http://stub.test", async () => {
  return new Response(body, { headers: { "Content-Type": TYPE } });
});
await compare("in process", stub, { rounds: 100, calls: 250 });
const server = createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": TYPE }).end(body);
});
const port = await listenOnFreePort(server);
const loopback = contendersOf(`http://127.0.0.1:${port}`, (url, init) => fetch(url, init));
const ratios = await compare("loopback", loopback, { rounds: 60, calls: 80 });
limits.push(["loopback: by methods, beside fetch", ratios.get("by methods") ?? 0, 1.15]);
limits.push(["loopback: by openapi-fetch, beside fetch", ratios.get("by openapi-fetch") ?? 0, 1.5]);
server.close();
server.closeAllConnections();

console.log("");
for (const [what, figure, limit] of limits) {
  if (figure <= limit) continue;
  console.log(`missed: ${what} is ${Number(figure.toFixed(2))}, at most ${limit}`);
  process.exitCode = 1;
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
 * Prints the processor time of a call, and how that compares with the first contender's. They take
 * turns, round by round, so that whatever else the machine does falls on all of them. Every other
 * round has the reverse order: who runs after a contender collects its garbage too. As many rounds
 * warm up before.
 *
 * @returns The ratios to the first contender.
 */
async function compare(
  title: string,
  contenders: Readonly<Record<string, () => Promise<unknown>>>,
  { rounds, calls }: Readonly<Record<"rounds" | "calls", number>>,
): Promise<ReadonlyMap<string, number>> {
  const lines = Object.entries(contenders).map(([name, call]) => {
    const times: number[] = [];
    return { name, call, times };
  });
  for (let round = -rounds; round < rounds; round++)
    for (const { call, times } of round % 2 === 0 ? lines : lines.toReversed()) {
      const time = await timeOf(call, calls);
      if (round >= 0) times.push(time);
    }
  console.log(`\n${title}`);
  const first = lines[0]?.times ?? [];
  return new Map(
    lines.map(({ name, times }) => {
      const ratio = median(times.map((time, round) => time / (first[round] ?? Number.NaN)));
      const figure = median(times).toFixed(1).padStart(8);
      console.log(`  ${name.padEnd(24)}${figure} µs  ${ratio.toFixed(2)}x`);
      return [name, ratio] as const;
    }),
  );
}

/** The processor time of a call in microseconds, which other programs disturb less than a clock. */
async function timeOf(call: () => Promise<unknown>, calls: number): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < calls; done++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((first, second) => first - second);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
