import { setTimeout as wait } from "node:timers/promises";
import type { Answer, Case, Target } from "../case.ts";
import { NoAnswer } from "../http-target.ts";

/** What came back to a case. */
export interface Sent {
  readonly one: Case;
  /** The answer, or why there is none. */
  readonly came: Answer | NoAnswer;
  /** In milliseconds. */
  readonly duration: number;
}

export interface RunOptions {
  readonly concurrency: number;
  /** Requests a second; 0 is as fast as they go. */
  readonly rate: number;
  readonly onProgress?: (done: number, all: number) => void;
}

/** Sends the cases, several at a time, and gives what came in the order of the cases. */
export async function runCases(target: Target, cases: readonly Case[], options: RunOptions): Promise<Sent[]> {
  const { concurrency, rate, onProgress } = options;
  const sent: Sent[] = [];
  const started = performance.now();
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < cases.length; index = next++) {
      const one = cases[index];
      if (one === undefined) return;
      if (rate > 0) await wait(Math.max(0, started + (index * 1000) / rate - performance.now()));
      sent[index] = await send(target, one);
      onProgress?.(++done, cases.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, cases.length) }, work));
  return sent;
}

async function send(target: Target, one: Case): Promise<Sent> {
  const started = performance.now();
  try {
    const came = await target.send(one.request);
    return { one, came, duration: performance.now() - started };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { one, came: error, duration: performance.now() - started };
  }
}
