import { createServer } from "node:http";
import { loadContract } from "@workflow-api/contract";
import { growContract } from "@workflow-api/workspace/fixtures";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import createBareClient from "openapi-fetch";
import { createClient } from "../src/index.ts";
import { createFetchClient } from "../src/openapi-fetch.ts";
import { generateClient } from "../test/generated-client.ts";
import { bundle, instantiationsOf } from "./cost.ts";

const PATH = "/data_dictionary/variables_cages/{id}";
const domain = "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30";
const auth = { apiKey: "key-of-the-bench", apiSecret: "secret-of-the-bench" };
const headers = {
  Accept: "application/vnd.api+json",
  "X-Domain": domain,
  "X-API-KEY": auth.apiKey,
  "X-API-SECRET": auth.apiSecret,
};
const include = ["author", "client", "values"] as const;

// What the service shows of itself, and not a body that is made for the measurement.
const cage = loadContract().operations.find(
  ({ operationId }) => operationId === "getVariablesCage",
);
const body = JSON.stringify(cage?.defaultScenario?.response?.body);
const type = { "Content-Type": "application/vnd.api+json" };

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** One call of the retrieval that asks for everything, by each client. */
function contendersOf(baseUrl: string, fetch: Fetch): Record<string, () => Promise<unknown>> {
  const address = `${baseUrl}${PATH.replace("{id}", "cage-text")}?include=${include.join()}`;
  const bare = createBareClient({ baseUrl, headers, fetch: fetch as never });
  const api = createClient({ baseUrl, domain, auth, fetch });
  const face = createFetchClient({ baseUrl, domain, auth, fetch });
  const params = { path: { id: "cage-text" }, query: { include: [...include] } };
  return {
    "fetch(url, init)": async () => (await fetch(address, { headers })).json(),
    "by methods": () => api.getVariablesCage({ id: "cage-text", include }),
    "by openapi-fetch": () => face.GET(PATH, { params }),
    "openapi-fetch alone": () => bare.GET(PATH as never, { params } as never),
  };
}

const stub = contendersOf("http://stub.test", async () => new Response(body, { headers: type }));
await compare("in-process stub", stub, { rounds: 150, calls: 250, concurrency: 1 });
const server = createServer((_request, response) => response.writeHead(200, type).end(body));
const port = await listenOnFreePort(server);
const loopback = contendersOf(`http://127.0.0.1:${port}`, (url, init) => fetch(url, init));
for (const concurrency of [1, 16])
  await compare(`loopback, ${concurrency} at once`, loopback, {
    rounds: 60,
    calls: 80,
    concurrency,
  });
server.close();
server.closeAllConnections();

console.log("\nan application that calls both operations, or one that it names, or one of 1,000");
const { folder } = await generateClient(growContract(1000));
for (const [name, of] of [
  ["methods"],
  ["openapi-fetch"],
  ["one operation"],
  ["one operation", folder],
] as const) {
  const { minified, gzipped } = await bundle(name, of);
  console.log(`  ${name.padEnd(20)}${minified} bytes minified, ${gzipped} gzipped`);
}
const [few, many] = [await instantiationsOf(20), await instantiationsOf(100)];
console.log(`\ntype instantiations: ${few} for 20 calls, ${many} for 100`);

/**
 * Prints the processor time of a call, and how that compares with the first contender's. They take
 * turns, round by round, so that whatever else the machine does falls on all of them. Every other
 * round has the reverse order: who runs after a contender collects its garbage too. As many rounds
 * warm up before.
 *
 * @param concurrency - How many calls are under way at once.
 */
async function compare(
  title: string,
  contenders: Readonly<Record<string, () => Promise<unknown>>>,
  { rounds, calls, concurrency }: Readonly<Record<"rounds" | "calls" | "concurrency", number>>,
): Promise<void> {
  const lines = Object.entries(contenders).map(([name, call]) => {
    const times: number[] = [];
    return { name, call, times };
  });
  for (let round = -rounds; round < rounds; round++)
    for (const { call, times } of round % 2 === 0 ? lines : lines.toReversed()) {
      const time = await timeOf(call, calls, concurrency);
      if (round >= 0) times.push(time);
    }
  console.log(`\n${title}`);
  const first = lines[0]?.times ?? [];
  for (const { name, times } of lines) {
    const ratio = median(times.map((time, round) => time / (first[round] ?? Number.NaN)));
    const figure = median(times).toFixed(1).padStart(8);
    console.log(`  ${name.padEnd(20)}${figure} µs  ${ratio.toFixed(2)}x`);
  }
}

/** In microseconds. */
async function timeOf(
  call: () => Promise<unknown>,
  calls: number,
  concurrency: number,
): Promise<number> {
  // The time of the processor, which other programs disturb less than what passes on the clock.
  const used = process.cpuUsage();
  const lane = async (): Promise<void> => {
    for (let done = 0; done < calls; done += concurrency) await call();
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  const { user, system } = process.cpuUsage(used);
  return (user + system) / calls;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
