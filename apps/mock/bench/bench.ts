import { fileURLToPath } from "node:url";
import {
  contractFile,
  loadContract,
  type Operation,
  type Scenario,
  scenarioRequest,
} from "@workflow-api/contract";
import { sampleCredentials } from "../src/sample-credentials.ts";
import { cpuOf, memoryOf, startContestant } from "./contestant.ts";
import { type Load, load } from "./load.ts";
import { measureReloads } from "./reload.ts";

// Compares the mock with Prism's own CLI and with a bare server of Node that sends the same bytes, in turns, so that the
// ratios hold on a busy machine too.

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
  await startContestant("bare node:http", raw, (port) => [paths.bare, port, ...sampleAnswer(sample)]),
  await startContestant("this mock", raw, (port) => [paths.mock, "--port", port]),
  await startContestant("stock prism-cli", raw, (port) => [
    paths.prism,
    "mock",
    "--port",
    port,
    contractFile(),
  ]),
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
for (const contestant of contestants) {
  const { name, start, child } = contestant;
  console.log(
    `${name.padEnd(16)} first answer after ${start.toFixed(0)} ms, ${memoryOf(contestant).toFixed(0)} MB after load`,
  );
  child.kill();
}
const { median, p95, cpu } = await measureReloads(contract, paths.mock, raw);
const restart = contestants.find(({ name }) => name === "stock prism-cli")?.start ?? 1;
console.log(
  `\nAn edit of the contract is served after ${median.toFixed(0)} ms (median; p95 ${p95.toFixed(0)} ms), ${cpu.toFixed(0)} ms CPU: ${(median / restart).toFixed(2)}x of starting stock prism-cli`,
);

async function tournament(connections: number): Promise<Map<string, Measured>> {
  const best = new Map<string, Measured>();
  for (let round = 0; round < rounds; round++) {
    for (const contestant of contestants) {
      const { name, url } = contestant;
      const before = cpuOf(contestant);
      const result = await load(url, raw, connections, duration);
      const cpu = ((cpuOf(contestant) - before) * 1_000_000) / ((result.requestsPerSecond * duration) / 1000);
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
