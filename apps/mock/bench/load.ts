import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { freePort } from "@workflow-api/workspace/testing";

/** A server that takes part. */
export interface Contestant {
  readonly port: number;
  readonly child: ChildProcess;
  /** From its start to its first response, in milliseconds. */
  readonly start: number;
}

/**
 * Starts a program of Node, and waits until it responds. What it prints goes into a file.
 *
 * @param raw - A request as bytes.
 * @param args - The program and its arguments, for a free port.
 */
export async function startContestant(
  name: string,
  raw: string,
  log: string,
  args: (port: string) => string[],
): Promise<Contestant> {
  const port = await freePort();
  const began = performance.now();
  const output = openSync(log, "w");
  const child = spawn(process.execPath, args(String(port)), { stdio: ["ignore", output, output] });
  closeSync(output);
  for (;;) {
    const count = await load(port, raw, 1, { requests: 1 }).catch(() => 0);
    if (count > 0) return { port, child, start: performance.now() - began };
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
    // To ask without a pause would take a processor from what starts.
    await setTimeout(5);
  }
}

export async function stop({ child }: Contestant): Promise<void> {
  child.kill();
  await once(child, "exit");
}

/** The processor time of a process so far, in microseconds (Linux). */
export function cpuOf({ child }: Contestant): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** The resident memory of a process, in MB (Linux). */
export function memoryOf({ child }: Contestant): number {
  return (
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) /
    1024
  );
}

/** When sending ends: after a number of requests, or some milliseconds. */
interface End {
  readonly requests?: number;
  readonly duration?: number;
}

/**
 * Sends requests over some connections, each waiting for its response.
 *
 * @param raw - One request as bytes, or what makes the next; all have responses of one length.
 * @returns How many responses arrived.
 */
export async function load(
  port: number,
  raw: string | (() => string),
  connections: number,
  { duration = Number.POSITIVE_INFINITY, requests = Number.POSITIVE_INFINITY }: End,
): Promise<number> {
  const end = performance.now() + duration;
  let count = 0;
  const isOver = (): boolean => ++count >= requests || performance.now() >= end;
  await Promise.all(Array.from({ length: connections }, () => client(port, raw, isOver)));
  return count;
}

function client(port: number, raw: string | (() => string), isOver: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, "127.0.0.1");
    let received = 0;
    let expected = Number.POSITIVE_INFINITY;
    let head = "";
    const next = (): void => void socket.write(typeof raw === "string" ? raw : raw());
    socket.on("connect", next);
    socket.on("error", reject);
    socket.on("close", () => resolve());
    socket.on("data", (chunk: Buffer) => {
      received += chunk.length;
      // The first response is read; those after it have its length, so that little time goes into
      // them.
      if (expected === Number.POSITIVE_INFINITY) {
        head += chunk.toString("latin1");
        expected = lengthOf(head);
      }
      if (received < expected) return;
      received = 0;
      if (isOver()) socket.destroy();
      else next();
    });
  });
}

/** The bytes of a response whose head has arrived; without a head, more than any. */
function lengthOf(text: string): number {
  const head = text.indexOf("\r\n\r\n");
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  return head < 0 || length === undefined ? Number.POSITIVE_INFINITY : head + 4 + Number(length);
}
