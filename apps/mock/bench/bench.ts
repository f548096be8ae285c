import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Contract,
  contractFile,
  loadContract,
  requestTarget,
  scenarioRequest,
} from "@workflow-api/contract";
import { growContract } from "@workflow-api/workspace/fixtures";
import { sampleCredentials } from "../src/credentials.ts";
import { type Contestant, cpuOf, load, memoryOf, startContestant, stop } from "./load.ts";

// Compares the mock with Prism's own CLI in turns, so that the ratios hold on a busy machine too,
// and says how the mock grows with its contract. Each limit that this project has set itself is
// printed beside what was measured.

const folder = mkdtempSync(join(tmpdir(), "mock-bench-"));
const programs = {
  mock: fileURLToPath(new URL("../dist/cli/bin.js", import.meta.url)),
  prism: join(folder, "node_modules", "@stoplight", "prism-cli", "dist", "index.js"),
};
/** A line for each request goes into it. */
const log = join(folder, "log");

async function compareWithPrism(): Promise<void> {
  // Only this bench needs it, so it is installed for this run.
  const install = ["install", "--silent", "--ignore-scripts", "@stoplight/prism-cli@5.16.0"];
  execFileSync("npm", [...install, "--prefix", folder], { cwd: folder });
  const raw = rawRequest(loadContract());
  const mock = await startAgain("this mock", raw, (port) => [programs.mock, "--port", port]);
  const prism = await startAgain("stock prism", raw, (port) => [
    ...[programs.prism, "mock", "--port", port],
    contractFile(),
  ]);
  for (const [title, request, least] of [
    ["The same request", raw, 15],
    ["Another id each", numbered(raw), 10],
  ] as const) {
    const [own = none, stock = none] = await tournament([mock, prism], request);
    say(
      title,
      `${own.rate.toFixed(0)} requests/s (stock ${stock.rate.toFixed(0)}): ` +
        `${(own.rate / stock.rate).toFixed(1)}x stock Prism, at least ${least}`,
    );
    say("", `${own.cpu.toFixed(0)} us CPU (stock ${stock.cpu.toFixed(0)})`);
  }
  say("First answer", `${mock.start.toFixed(0)} ms (stock ${prism.start.toFixed(0)}), at most 600`);
  const [own = 0, stock = 0] = [mock, prism].map(memoryOf);
  say("Memory after load", `${own.toFixed(0)} MB (stock ${stock.toFixed(0)}), at most 300`);
  await stop(mock);
  await stop(prism);
}

/** Starts a program some times, and keeps the last one, with the shortest start of all. */
async function startAgain(
  name: string,
  raw: string,
  args: (port: string) => string[],
): Promise<Contestant> {
  const starts: number[] = [];
  for (;;) {
    const contestant = await startContestant(name, raw, log, args);
    starts.push(contestant.start);
    if (starts.length === 3) return { ...contestant, start: Math.min(...starts) };
    await stop(contestant);
  }
}

/** What a server did under load. */
interface Result {
  /** Requests a second. */
  readonly rate: number;
  /** The processor time of one, in microseconds. */
  readonly cpu: number;
}

const none: Result = { rate: 0, cpu: Number.POSITIVE_INFINITY };

/** The best of each on 16 connections, in short turns. */
async function tournament(
  contestants: readonly Contestant[],
  raw: string | (() => string),
): Promise<Result[]> {
  const duration = 1000;
  const best = contestants.map(() => none);
  for (let round = 0; round < 5; round++) {
    for (const [index, contestant] of contestants.entries()) {
      const before = cpuOf(contestant);
      const { length } = await load(contestant.port, raw, 16, duration);
      const { cpu, rate } = best[index] ?? none;
      best[index] = {
        rate: Math.max(rate, (length / duration) * 1000),
        cpu: Math.min(cpu, (cpuOf(contestant) - before) / length),
      };
    }
  }
  return best;
}

/** The arguments of the mock for a contract. */
function argsFor(file: string): (port: string) => string[] {
  return (port) => [programs.mock, "--quiet", "--port", port, "--contract", file];
}

/** Starts the mock on contracts of these sizes. */
async function growTo(sizes: readonly number[]): Promise<void> {
  for (const size of sizes) {
    const file = writeContract(size);
    const raw = rawRequest(loadContract(file));
    const mock = await startAgain("mock", raw, argsFor(file));
    const [{ rate } = none] = await tournament([mock], raw);
    const [start, requests, memory] = [mock.start, rate, memoryOf(mock)].map((each) =>
      each.toFixed(0),
    );
    say(
      `${size} operations`,
      `first answer after ${start} ms, ${requests} requests/s, ${memory} MB`,
    );
    await stop(mock);
  }
}

/** Edits a contract again and again while requests are answered. */
async function reload(size: number): Promise<void> {
  const file = writeContract(size);
  const raw = rawRequest(loadContract(file));
  const mock = await startContestant("mock", raw, log, argsFor(file));
  const times: number[] = [];
  let slowest = 0;
  for (let edit = 1; edit <= 8; edit++) {
    const began = performance.now();
    writeContract(size, `0.0.${edit}`);
    for (let isServed = false; !isServed; ) {
      slowest = Math.max(slowest, (await load(mock.port, raw, 1, 20)).at(-1) ?? 0);
      const health = await (await fetch(`http://127.0.0.1:${mock.port}/__mock/health`)).text();
      isServed = health.includes(`"0.0.${edit}"`);
    }
    times.push(performance.now() - began);
  }
  times.sort((one, other) => one - other);
  say(`Reload of ${size} operations`, `served after ${times[4]?.toFixed(0)} ms`);
  say("Slowest answer meanwhile", `${slowest.toFixed(0)} ms, at most 250`);
  await stop(mock);
}

function writeContract(size: number, version = "1.0.0"): string {
  const file = join(folder, `${size}.json`);
  const document = { ...growContract(size), info: { title: "Grown", version } };
  writeFileSync(file, JSON.stringify(document, null, 2));
  return file;
}

/** The request of the default scenario of the last GET, as bytes. */
function rawRequest({ operations }: Contract): string {
  const operation = operations.findLast(({ method }) => method === "GET");
  if (operation?.defaultScenario === undefined) throw new Error("There is no scenario to ask for.");
  const request = scenarioRequest(operation, operation.defaultScenario);
  const { headers, method } = request;
  const all = Object.entries({ host: "localhost", ...headers, ...sampleCredentials(operation) });
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${requestTarget(request)} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

/** The same request with another last segment each time, so that no answer is remembered. */
function numbered(raw: string): () => string {
  let number = 1_000_000;
  return () => raw.replace(/(?<=\/)[^/? ]+(?=[? ])/, `thing-${++number}`);
}

function say(what: string, result: string): void {
  console.log(`${what.padEnd(26)} ${result}`);
}

await compareWithPrism();
await growTo([100, 300, 1000]);
await reload(100);
rmSync(folder, { recursive: true });
