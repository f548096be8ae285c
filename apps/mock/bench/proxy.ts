import { createLargeBody } from "./large-body.ts";
import {
  type Contestant,
  compete,
  load,
  type Measurement,
  programs,
  startContestant,
  stop,
} from "./load.ts";
import { rawRequest, record } from "./requests.ts";

/** What the mock costs before a real service, and how long others wait for a large body. */
export async function measureProxy(log: string): Promise<Measurement[]> {
  const raw = rawRequest();
  const mock = await startContestant(raw, log, (port) => [...programs.mock, "--port", port]);
  const recorded = await record(mock.port, raw);
  await stop(mock);
  const service = await startContestant(raw, log, (port) => [
    ...programs.bare,
    ...["server", port, JSON.stringify(recorded)],
  ]);
  const url = `http://127.0.0.1:${service.port}`;
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
  await Promise.all([proxy, bare, service].map(stop));
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

/** How long JSON.parse takes for the large body, in milliseconds. */
function parsingTime(): number {
  const body = createLargeBody();
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    JSON.parse(body);
    return performance.now() - began;
  });
  return Math.min(...times);
}

/** How long small requests take at most while a large response is given back and after it. */
async function longestWait({ port }: Contestant, raw: string): Promise<number> {
  let isDone = false;
  const response = load(port, raw.replace(/(?:\?\S*)?(?= HTTP)/, "?large"), 1, 1);
  const done = response.then(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  done.finally(() => (isDone = true));
  let longest = 0;
  while (!isDone) {
    const began = performance.now();
    await load(port, raw, 1, 1);
    longest = Math.max(longest, performance.now() - began);
  }
  return longest;
}
