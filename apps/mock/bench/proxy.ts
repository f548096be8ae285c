import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type Contestant,
  compete,
  type Measurement,
  programs,
  startContestant,
  stop,
} from "./load.ts";
import { type Recorded, rawRequest, record } from "./requests.ts";

/** What the mock costs before a real service, and how long others wait for a large body. */
export async function measureProxy(log: string): Promise<Measurement[]> {
  const raw = rawRequest();
  const mock = await startContestant(raw, log, (port) => [...programs.mock, "--port", port]);
  const recorded = await record(mock.port, raw);
  await stop(mock);
  const service = await startService(recorded);
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const proxy = await startContestant(raw, log, (port) => [
    ...programs.mock,
    ...["--port", port, "--upstream", url],
  ]);
  const bare = await startContestant(raw, log, (port) => [
    ...programs.bare,
    ...["proxy", port, url],
  ]);
  const [ofMock = 0, ofBare = 0] = await compete([proxy, bare], raw);
  // The least of several: other programs let everybody wait, too.
  const waits: number[] = [];
  while (waits.length < 5) waits.push(await longestWait(proxy, raw));
  const wait = Math.min(...waits);
  await Promise.all([proxy, bare].map(stop));
  service.closeAllConnections();
  service.close();
  return [
    {
      what: "CPU of a forwarded request",
      measured: ofMock / ofBare,
      unit: " times a bare proxy",
      limit: { most: 2.5 },
    },
    {
      what: "Wait for a small request beside a response of 9 MB",
      measured: wait / parsingTime(),
      unit: " times JSON.parse of it",
      limit: { most: 2 },
    },
  ];
}

const items = Array.from({ length: 60_000 }, (_, id) => ({ id, name: "x".repeat(130) }));
const large = JSON.stringify(items);

/** A service that sends the recorded response, and a large one where a query asks for it. */
async function startService({ body, headers, status }: Recorded): Promise<Server> {
  const server = createServer(({ url }, response) => {
    const isLarge = url?.endsWith("?large") === true;
    const type = { "content-type": headers["content-type"] };
    if (isLarge) response.writeHead(200, type).end(large);
    else response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** How long JSON.parse takes for the large body, in milliseconds. */
function parsingTime(): number {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    JSON.parse(large);
    return performance.now() - began;
  });
  return Math.min(...times);
}

/** How long small requests take at most while a large response is given back and after it. */
async function longestWait({ port }: Contestant, raw: string): Promise<number> {
  const target = raw.split(" ")[1]?.split("?")[0] ?? "/";
  let isDone = false;
  const url = `http://127.0.0.1:${port}${target}`;
  const response = fetch(`${url}?large`).then((received) => received.arrayBuffer());
  const done = response.then(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  done.finally(() => (isDone = true));
  let longest = 0;
  while (!isDone) {
    const began = performance.now();
    await (await fetch(url)).arrayBuffer();
    longest = Math.max(longest, performance.now() - began);
  }
  return longest;
}
