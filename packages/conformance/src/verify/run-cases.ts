import { setTimeout as wait } from "node:timers/promises";
import type { Answer, Case, CaseRequest, Target } from "../case.ts";
import { NoAnswer } from "../http-target.ts";

/** What came back to a case. */
export interface Sent {
  readonly one: Case;
  /** The answer, or why there is none. */
  readonly came: Answer | NoAnswer;
  /** In milliseconds. */
  readonly duration: number;
}

/** How cases are sent. */
export interface RunOptions {
  readonly concurrency: number;
  /** Requests a second; 0 is as fast as they go. */
  readonly rate: number;
  readonly onProgress?: (done: number, all: number) => void;
  /** Ends the run: nothing more is sent, and what is under way counts as not sent. */
  readonly interrupted: AbortSignal | undefined;
}

/** After so many cases in a row without an answer the server is taken to be gone. */
const mostUnanswered = 10;

/**
 * Sends the cases, several at a time.
 * @returns What came, in the order of the cases; fewer than the cases if the server stops answering.
 */
export async function runCases(target: Target, cases: readonly Case[], options: RunOptions): Promise<Sent[]> {
  const { concurrency, interrupted, onProgress, rate } = options;
  const sent: Sent[] = [];
  const pause = createPace(rate);
  let next = 0;
  let done = 0;
  let unanswered = 0;
  const isOver = (): boolean => unanswered >= mostUnanswered || interrupted?.aborted === true;
  const work = async (): Promise<void> => {
    for (let index = next++; index < cases.length && !isOver(); index = next++) {
      const one = cases[index];
      if (one === undefined) return;
      await pause();
      const each = await send(target, one);
      if (interrupted?.aborted) return;
      sent[index] = each;
      unanswered = each.came instanceof NoAnswer ? unanswered + 1 : 0;
      onProgress?.(++done, cases.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, cases.length) }, work));
  return sent.filter((each) => each !== undefined);
}

/** Waits until the next request may be sent: no more than `rate` are in any second, 0 is as fast as they go. */
export function createPace(rate: number): () => Promise<void> {
  let free = performance.now();
  return async () => {
    if (rate === 0) return;
    const mine = Math.max(free, performance.now());
    free = mine + 1000 / rate;
    await wait(mine - performance.now());
  };
}

/** Sends one case after another, no faster than a run may. */
export function createSender({
  rate,
  target,
}: Pick<RunOptions, "rate"> & { readonly target: Target }): (one: Case) => Promise<Sent> {
  const pace = createPace(rate);
  return async (one: Case): Promise<Sent> => {
    await pace();
    return await send(target, one);
  };
}

/** Sends a case, and takes the time. */
export async function send(target: Target, one: Case): Promise<Sent> {
  const started = performance.now();
  try {
    const came = await target.send(one);
    return { one, came, duration: performance.now() - started };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { one, came: error, duration: performance.now() - started };
  }
}

/** Whether a request only reads, so that it can be sent as often as one likes (RFC 9110, section 9.2.1). */
export function isRead({ method }: Pick<CaseRequest, "method">): boolean {
  return method === "GET" || method === "HEAD";
}
