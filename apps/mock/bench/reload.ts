import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { Contract } from "@workflow-api/contract";
import { type Contestant, cpuOf, startContestant } from "./contestant.ts";
import { load } from "./load.ts";

/** How soon an edit of the contract is served. */
export interface Reloads {
  /** From the write to the first answer that tells of it, in milliseconds: of half of the edits less. */
  readonly median: number;
  /** The slowest of twenty. */
  readonly p95: number;
  /** The processor time of one, in milliseconds, that of being asked included. */
  readonly cpu: number;
}

const edits = 40;

/**
 * Edits the version of a copy of the contract again and again while the mock serves it.
 * @param raw A request of an operation: its answer has to come too, from the engine that was loaded anew.
 */
export async function measureReloads(contract: Contract, program: string, raw: string): Promise<Reloads> {
  const base = dirname(contract.file);
  const folder = mkdtempSync(join(tmpdir(), "mock-reload-"));
  for (const file of contract.files) cpSync(file, join(folder, relative(base, file)), { recursive: true });
  const file = join(folder, relative(base, contract.file));
  const mock = await startContestant("this mock", raw, (port) => [
    program,
    "--port",
    port,
    "--contract",
    file,
  ]);
  const lines = readFileSync(file, "utf8").split("\n");
  const line = contract.locate("/info/version").line - 1;
  const times: number[] = [];
  const before = cpuOf(mock);
  for (let edit = 1; edit <= edits; edit++) {
    const text = lines.with(line, (lines[line] ?? "").replace(/:.*/, `: 0.0.${edit}`)).join("\n");
    const began = performance.now();
    writeFileSync(file, text);
    await served(mock, `0.0.${edit}`);
    await load(mock.url, raw, 1, 0);
    times.push(performance.now() - began);
  }
  const cpu = ((cpuOf(mock) - before) * 1000) / edits;
  mock.child.kill();
  rmSync(folder, { recursive: true });
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(edits / 2)] ?? 0, p95: times[Math.floor(edits * 0.95)] ?? 0, cpu };
}

/** Asks until the answer tells of a version. A connection that is refused ends the measurement. */
async function served({ url }: Contestant, version: string): Promise<void> {
  for (;;) {
    const health = await (await fetch(`${url}/__mock/health`)).text();
    if (health.includes(`"${version}"`)) return;
  }
}
