import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { load } from "./load.ts";

/** A server that takes part. */
export interface Contestant {
  readonly name: string;
  readonly url: string;
  readonly child: ChildProcess;
  /** From its start to its first answer, in milliseconds. */
  readonly start: number;
}

/**
 * Starts a program of Node, and waits until it answers.
 * @param raw A request as bytes.
 * @param args The program and its arguments, for a free port.
 */
export async function startContestant(
  name: string,
  raw: string,
  args: (port: string) => string[],
): Promise<Contestant> {
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
export function cpuOf({ child }: Contestant): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The memory of a process, in MB (Linux, resident). */
export function memoryOf({ child }: Contestant): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}
