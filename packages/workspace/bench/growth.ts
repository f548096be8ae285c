// How each stage grows with the contract: contracts of 100, 300 and 1,000 operations, grown from
// that of the service.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deriveCases } from "@workflow-api/conformance";
import { loadContract } from "@workflow-api/contract";
import { growContract } from "@workflow-api/workspace/fixtures";
import { stringify } from "yaml";
import { root } from "../src/turbo.ts";

const sizes = [100, 300, 1000] as const;
const folder = mkdtempSync(join(tmpdir(), "growth-"));
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const path = "/data_dictionary/variables_cages/cage-text?include=author";
const headers = {
  "x-domain": "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30",
  "x-api-key": "key",
  "x-api-secret": "secret",
};

function write(operations: number, title: string): string {
  const file = join(folder, `${operations}.yaml`);
  const document = growContract(operations);
  const info = { ...(document["info"] as object), title };
  writeFileSync(`${file}.new`, stringify({ ...document, info }, { aliasDuplicateObjects: false }));
  renameSync(`${file}.new`, file);
  return file;
}

/** The least of a few measurements, in milliseconds: what else runs only adds to it. */
async function least(count: number, measure: () => Promise<unknown> | unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < count; round++) {
    const begun = performance.now();
    await measure();
    best = Math.min(best, performance.now() - begun);
  }
  return best;
}

function ask(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, async (response) => {
      let text = "";
      for await (const chunk of response) text += String(chunk);
      resolve(text);
    }).once("error", reject);
  });
}

async function startMock(file: string): Promise<{ url: string; stop(): Promise<void> }> {
  const args = [
    "apps/mock/dist/cli/bin.js",
    "--port",
    "0",
    "--watch",
    "--quiet",
    "--contract",
    file,
  ];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
    if (url === undefined) continue;
    child.stdout.resume();
    const stop = async (): Promise<void> => {
      const exit = once(child, "exit");
      child.kill();
      await exit;
    };
    return { url, stop };
  }
  throw new Error(`The mock did not start:\n${text}`);
}

/** Milliseconds until an edit is served, and the slowest response meanwhile. */
async function reload(url: string, operations: number): Promise<{ time: number; slowest: number }> {
  write(operations, "Edited");
  const begun = performance.now();
  let slowest = 0;
  for (;;) {
    const asked = performance.now();
    await ask(url + path);
    slowest = Math.max(slowest, performance.now() - asked);
    if ((await ask(`${url}/__mock/health`)).includes('"Edited"')) break;
  }
  return { time: performance.now() - begun, slowest };
}

/** Answers in a second at 16 connections. */
async function throughput(url: string): Promise<number> {
  const end = performance.now() + 3000;
  let answers = 0;
  const work = async (): Promise<void> => {
    for (; performance.now() < end; answers++) await ask(url + path);
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return answers / 3;
}

type Figures = Readonly<Record<string, number>>;

async function measure(operations: number): Promise<Figures> {
  const file = write(operations, "Workflow API");
  const load = await least(3, () => loadContract(file));
  const contract = loadContract(file);
  const cases = await least(operations > 300 ? 1 : 2, () => deriveCases(contract));
  const start = await least(3, async () => {
    const mock = await startMock(file);
    await ask(mock.url + path);
    await mock.stop();
  });
  const mock = await startMock(file);
  await throughput(mock.url);
  const answers = await throughput(mock.url);
  const { time, slowest } = await reload(mock.url, operations);
  await mock.stop();
  return { load, cases, start, reload: time, slowest, answers };
}

const what: Readonly<Record<string, string>> = {
  load: "load a contract, ms",
  cases: "derive its cases, ms",
  start: "start the mock, first response, ms",
  reload: "serve an edit, ms",
  slowest: "slowest response meanwhile, ms",
  answers: "answers a second, 16 connections",
};

const figures: Figures[] = [];
for (const operations of sizes) figures.push(await measure(operations));
process.stdout.write(
  `${"operations".padEnd(36)}${sizes.map((size) => String(size).padStart(9)).join("")}  100 to 300\n`,
);
for (const [name, title] of Object.entries(what)) {
  const row = figures.map((each) => each[name] ?? Number.NaN);
  const exponent = Math.log((row[1] ?? 1) / (row[0] ?? 1)) / Math.log(3);
  const numbers = row.map((value) => value.toFixed(0).padStart(9)).join("");
  process.stdout.write(`${title.padEnd(36)}${numbers}  x^${exponent.toFixed(2)}\n`);
}
agent.destroy();
rmSync(folder, { recursive: true });
