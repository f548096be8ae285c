import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import {
  contractFile,
  loadContract,
  type Operation,
  type Scenario,
  scenarioRequest,
} from "@workflow-api/contract";
import { sampleCredentials } from "../src/sample-credentials.ts";
import { type Load, load } from "./load.ts";

// Compares the mock with Prism's own CLI and with a bare server of Node that sends the same bytes, in turns, so that the
// ratios hold on a busy machine too.

interface Contestant {
  readonly name: string;
  readonly url: string;
  readonly child: ChildProcess;
  /** From its start to its first answer, in milliseconds. */
  readonly start: number;
}

interface Measured extends Load {
  /** The processor time of one request, in microseconds. */
  readonly cpu: number;
}

const rounds = 2;
const duration = 2000;
const contract = await loadContract(contractFile());
const sample = sampleScenario();
const raw = sampleRequest(sample);
const paths = {
  bare: fileURLToPath(new URL("bare.ts", import.meta.url)),
  mock: fileURLToPath(new URL("../dist/bin.js", import.meta.url)),
  prism: fileURLToPath(import.meta.resolve("@stoplight/prism-cli")),
};

const contestants = [
  await start("bare node:http", (port) => [paths.bare, port, ...sampleAnswer(sample)]),
  await start("this mock", (port) => [paths.mock, "--port", port]),
  await start("stock prism-cli", (port) => [paths.prism, "mock", "--port", port, contractFile()]),
];
for (const connections of [1, 16]) {
  console.log(
    `\n${connections} connection${connections === 1 ? "" : "s"}, the best of ${rounds} rounds of ${duration / 1000} s`,
  );
  const best = await tournament(connections);
  const bare = best.get("bare node:http");
  const stock = best.get("stock prism-cli");
  for (const [name, { requestsPerSecond, cpu, p99 }] of best) {
    const ratios = `${(requestsPerSecond / (stock?.requestsPerSecond ?? 1)).toFixed(1)}x stock, ${(requestsPerSecond / (bare?.requestsPerSecond ?? 1)).toFixed(2)}x bare`;
    console.log(
      `${name.padEnd(16)} ${requestsPerSecond.toFixed(0).padStart(6)} requests/s  ${cpu.toFixed(0).padStart(4)} us CPU  p99 ${p99.toFixed(2)} ms  (${ratios})`,
    );
  }
}
console.log();
for (const { name, start, child } of contestants) {
  console.log(
    `${name.padEnd(16)} first answer after ${start.toFixed(0)} ms, ${memoryOf(child).toFixed(0)} MB after load`,
  );
  child.kill();
}

async function tournament(connections: number): Promise<Map<string, Measured>> {
  const best = new Map<string, Measured>();
  for (let round = 0; round < rounds; round++) {
    for (const { name, url, child } of contestants) {
      const before = cpuOf(child);
      const result = await load(url, raw, connections, duration);
      const cpu = ((cpuOf(child) - before) * 1_000_000) / ((result.requestsPerSecond * duration) / 1000);
      const known = best.get(name);
      if (known === undefined || result.requestsPerSecond > known.requestsPerSecond)
        best.set(name, { ...result, cpu });
    }
  }
  return best;
}

interface Sample {
  readonly operation: Operation;
  readonly scenario: Scenario;
}

function sampleScenario(): Sample {
  const operation = contract.operations.find(({ method }) => method === "GET") ?? contract.operations[0];
  const scenario = operation?.defaultScenario;
  if (operation === undefined || scenario === undefined) throw new Error("There is no scenario to ask for.");
  return { operation, scenario };
}

function sampleRequest({ operation, scenario }: Sample): string {
  const { method, target, headers } = scenarioRequest(operation, scenario);
  const lines = Object.entries({ Host: "localhost", ...headers, ...sampleCredentials(operation).headers });
  return `${[`${method} ${target} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)].join("\r\n")}\r\n\r\n`;
}

/** The media type and the body. */
function sampleAnswer({ scenario }: Sample): [string, string] {
  return [scenario.mediaType ?? "", JSON.stringify(scenario.response)];
}

async function start(name: string, args: (port: string) => string[]): Promise<Contestant> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, args(String(port)), { stdio: "ignore" });
  for (;;) {
    const answered = await load(url, raw, 1, 0).catch(() => undefined);
    if (answered !== undefined) return { name, url, child, start: performance.now() - began };
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** The processor time of a process so far, in seconds (Linux). */
function cpuOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function memoryOf({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}
