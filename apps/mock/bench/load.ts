import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "@workflow-api/workspace/testing";

/** A figure, and what it has to be. */
export interface Measurement {
  readonly what: string;
  readonly measured: number;
  readonly unit: string;
  readonly limit: { readonly least: number } | { readonly most: number };
}

/** A server that takes part. */
export interface Contestant {
  readonly port: number;
  readonly child: ChildProcess;
  /** Its processor time until it listened, and until its first response, in milliseconds. */
  readonly cpu: { readonly listening: number; readonly responded: number };
}

/** The programs of Node.js, before their options. */
export const programs = {
  mock: [fileURLToPath(new URL("../dist/cli/bin.js", import.meta.url))],
  bare: ["--conditions=@workflow-api/source", fileURLToPath(new URL("bare.ts", import.meta.url))],
} as const;

/**
 * Starts a program of Node, and waits until it responds. What it prints goes into a file.
 *
 * @param raw - A request as bytes.
 * @param args - The program and its arguments, for a free port.
 */
export async function startContestant(
  raw: string,
  log: string,
  args: (port: string) => readonly string[],
): Promise<Contestant> {
  const port = await freePort();
  const output = openSync(log, "w");
  const child = spawn(process.execPath, args(String(port)), { stdio: ["ignore", output, output] });
  closeSync(output);
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: see ${log}.`);
    // To ask without a pause would take a processor from what starts.
    await setTimeout(5);
  }
  const listening = cpuOf({ child });
  await load(port, raw, 1, 1);
  return { port, child, cpu: { listening, responded: cpuOf({ child }) } };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** Ends a server. */
export async function stop({ child }: Contestant): Promise<void> {
  child.kill();
  await once(child, "exit");
}

/** The processor time of a process so far, in milliseconds (Linux). */
export function cpuOf({ child }: Pick<Contestant, "child">): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * The processor time of a request on 16 connections, for each contestant, in milliseconds. They
 * send in many short turns, of which the first ones only warm up. The system counts in steps of
 * 10 ms, so that the least of the turns would be chance: it is the mean of the better half.
 */
export async function compete(
  contestants: readonly Contestant[],
  raw: string | (() => string),
): Promise<number[]> {
  const times = contestants.map((): number[] => []);
  for (let turn = 0; turn < 25; turn++)
    for (const [at, contestant] of contestants.entries()) {
      const before = cpuOf(contestant);
      await load(contestant.port, raw, 16, turnSize);
      if (turn >= 5) times[at]?.push((cpuOf(contestant) - before) / turnSize);
    }
  return times.map(meanOfBetterHalf);
}

function meanOfBetterHalf(times: readonly number[]): number {
  const better = times.toSorted((a, b) => a - b).slice(0, Math.ceil(times.length / 2));
  return better.reduce((sum, time) => sum + time, 0) / better.length;
}

const turnSize = 1500;

/**
 * Sends requests over some connections, each waiting for its response.
 *
 * @param raw - One request as bytes, or what makes the next; all have responses of one length.
 */
export async function load(
  port: number,
  raw: string | (() => string),
  connections: number,
  requests: number,
): Promise<void> {
  let left = requests - connections;
  const isOver = (): boolean => left-- <= 0;
  await Promise.all(Array.from({ length: connections }, () => client(port, raw, isOver)));
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
