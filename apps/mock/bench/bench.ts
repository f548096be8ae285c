import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Contract, contractFile, loadContract, requestFor } from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import { sampleCredentials } from "../src/credentials.ts";
import { type Contestant, cpuOf, load, memoryOf, startContestant, stop } from "./load.ts";

// Compares the mock with stock Prism in turns, so that the ratios hold on a busy machine too. Each
// limit is printed beside what was measured; one that is missed makes the exit code 1.

const folder = mkdtempSync(join(tmpdir(), "mock-bench-"));
/** A line for each request goes into it. */
const log = join(folder, "log");
const programs = {
  mock: fileURLToPath(new URL("../dist/cli/bin.js", import.meta.url)),
  prism: fileURLToPath(import.meta.resolve("@stoplight/prism-cli")),
};
const raw = rawRequest(loadContract());
const mock = await startAgain("this mock", (port) => [programs.mock, "--port", port]);
const prism = await startAgain("stock Prism", (port) => [
  ...[programs.prism, "mock", "--port", port],
  contractFile(),
]);
for (const [title, request] of [
  ["The same request", raw],
  ["Another id each", numbered(raw)],
] as const) {
  const [ours = 0, stock = 0] = await tournament([mock, prism], request);
  const times = `${ours.toFixed(1)} us CPU a request, stock ${stock.toFixed(0)}`;
  const text = `${(stock / ours).toFixed(1)}x stock Prism (${times})`;
  limit(title, text, stock / ours, "at least", 15);
}
limit("First response", `${mock.start.toFixed(0)} ms`, mock.start, "at most", 500);
await load(mock.port, numbered(raw), 16, { requests: 500_000 });
const memory = memoryOf(mock);
limit("After 500,000 others", `${memory.toFixed(0)} MB`, memory, "at most", 250);
await Promise.all([mock, prism].map(stop));
rmSync(folder, { recursive: true });

/** Starts a program some times, and keeps the last one, with the shortest start of all. */
async function startAgain(name: string, args: (port: string) => string[]): Promise<Contestant> {
  const starts: number[] = [];
  for (;;) {
    const contestant = await startContestant(name, raw, log, args);
    starts.push(contestant.start);
    if (starts.length === 3) return { ...contestant, start: Math.min(...starts) };
    await stop(contestant);
  }
}

/** The least processor time of a request on 16 connections, in microseconds, in short turns. */
async function tournament(
  contestants: readonly Contestant[],
  request: string | (() => string),
): Promise<number[]> {
  const least = contestants.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 5; round++)
    for (const [at, contestant] of contestants.entries()) {
      const before = cpuOf(contestant);
      const count = await load(contestant.port, request, 16, { duration: 1000 });
      least[at] = Math.min(least[at] ?? 0, (cpuOf(contestant) - before) / count);
    }
  return least;
}

/** The request of the default scenario of the last GET, as bytes. */
function rawRequest({ operations }: Contract): string {
  const operation = operations.findLast(({ method }) => method === "GET");
  if (operation?.defaultScenario === undefined) throw new Error("There is no scenario to ask for.");
  const request = requestFor(operation, operation.defaultScenario.values);
  const headers = { host: "localhost", ...request.headers, ...sampleCredentials(operation) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${request.method} ${requestTarget(request)} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

/** The same request with another last segment each time. */
function numbered(request: string): () => string {
  let number = 1_000_000;
  return () => request.replace(/(?<=\/)[^/? ]+(?=[? ])/, `thing-${++number}`);
}

/** Prints what was measured beside its limit. */
function limit(
  what: string,
  text: string,
  measured: number,
  bound: "at least" | "at most",
  value: number,
): void {
  const isMet = bound === "at least" ? measured >= value : measured <= value;
  if (!isMet) process.exitCode = 1;
  console.log(`${what.padEnd(22)} ${text}, ${bound} ${value}${isMet ? "" : ": MISSED"}`);
}
