import { setTimeout as wait } from "node:timers/promises";
import type { Case, ReadResponse, Secrets, ServerData, Target } from "@workflow-api/conformance";
import { isOneOf, NoResponse, withSecrets } from "@workflow-api/conformance";
import type { Contract, HttpRequest, Operation } from "@workflow-api/contract";
import type { RunOptions } from "./options.ts";
import type { Baseline } from "./report.ts";

/** A header of `--header`. */
export interface GivenHeader {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
  /** The value as a report may show it, between the double quotes of a shell. */
  readonly displayed: string;
}

/** A server, its contract, and what is checked. */
export interface Run extends RunOptions {
  readonly contract: Contract;
  readonly target: Target;
  /** Never part of a report. */
  readonly secrets: Secrets;
  readonly data: ServerData;
  /** The headers that the target adds. */
  readonly headers: readonly GivenHeader[];
  readonly baseline: Baseline;
  /** Ends the run; pending requests count as not sent. */
  readonly interrupted: AbortSignal | undefined;
  /** Called before the first request. */
  readonly onStart: () => void;
}

/** A case that was sent, and its response. */
export interface SentRequest {
  readonly testCase: Case;
  readonly received: ReadResponse | NoResponse;
  /** `undefined`: no response came. */
  readonly status: number | undefined;
  /** In milliseconds. */
  readonly duration: number;
}

/** Everything that is sent to a server in one run. */
export interface Session {
  readonly run: Run;
  /** What was sent, by its case. */
  readonly sent: ReadonlyMap<Case, SentRequest>;
  /** Why nothing more is sent, in a sentence. `undefined`: the session goes on. */
  problem(): string | undefined;
  /** Sends one request, be it a second time. `undefined`: the session has ended. */
  send(testCase: Case): Promise<SentRequest | undefined>;
  /** Sends the cases that were not sent yet, several at a time. */
  sendAll(cases: readonly Case[], concurrency: number): Promise<void>;
}

/** Whether a request only reads, so that it can be repeated (RFC 9110, 9.2.1). */
export function isRead({ method }: Pick<HttpRequest, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

/** The response to a request, or why there is none. */
async function receive(target: Target, request: HttpRequest): Promise<SentRequest["received"]> {
  try {
    return await target.send(request);
  } catch (error) {
    if (error instanceof NoResponse) return error;
    throw error;
  }
}

/** How many responses of an operation may be late. */
const mostLate = 3;

/** Whether a response did not come, or not end, in time. */
export function isLate({ received }: Pick<SentRequest, "received">): boolean {
  return received instanceof NoResponse && received.failure === "late";
}

/** Whether something listened where a request was sent to. */
function hasReached({ received }: SentRequest): boolean {
  return !(received instanceof NoResponse) || received.failure !== "refused";
}

/** How long a server may take to restart, in milliseconds. */
const pauses = [0, 300, 2000];

/** Opens a session with a server. It ends if the server is gone: a request crashed it. */
export function createSession(run: Run): Session {
  const { contract, interrupted, secrets } = run;
  const target = withSecrets(run.target, contract.securitySchemes, secrets);
  const sent = new Map<Case, SentRequest>();
  const late = new Map<Operation | undefined, number>();
  let stopped: string | undefined;
  /** A read that got a response. */
  let sign: Case | undefined;

  const problem = (): string | undefined =>
    interrupted?.aborted === true ? "The run was stopped before its end." : stopped;

  const sendOnce = async (testCase: Case): Promise<SentRequest | undefined> => {
    if (problem() !== undefined) return undefined;
    const started = performance.now();
    const received = await receive(target, testCase.request);
    const status = received instanceof NoResponse ? undefined : received.status;
    if (status === 429 && !isOneOf(status, testCase.expected.statuses))
      stopped ??= "The server takes no more requests for now (429): raise its limit for this run.";
    if (problem() !== undefined) return undefined;
    const each = { testCase, received, status, duration: performance.now() - started };
    if (status !== undefined && isRead(testCase.request)) sign ??= testCase;
    return each;
  };

  /** Whether the server responds to that read again. */
  const isAlive = async (): Promise<boolean> => {
    if (sign === undefined) return true;
    for (const duration of pauses) {
      await wait(duration, undefined, { signal: interrupted }).catch(() => undefined);
      const again = await sendOnce(sign);
      if (again === undefined || again.status !== undefined) return true;
    }
    return false;
  };

  const stopIfGone = async ([first, ...others]: readonly SentRequest[]): Promise<void> => {
    if (first === undefined || (await isAlive())) return;
    const these = others.length === 0 ? "" : `, or one of ${others.length} others at the time`;
    stopped ??= `The server stopped responding after ${first.testCase.title}${these}.`;
  };

  const send = async (testCase: Case): Promise<SentRequest | undefined> => {
    const each = await sendOnce(testCase);
    if (each !== undefined && each.status === undefined) await stopIfGone([each]);
    return each;
  };

  /**
   * Settles requests without a response that were sent at the same time. One that reached the
   * server may have crashed it: the first counts. If the server is running, those that only read
   * are sent again alone: one that another cut off gets its response.
   */
  const settle = async (failed: readonly SentRequest[]): Promise<readonly SentRequest[]> => {
    const arrived = failed.filter(hasReached);
    await stopIfGone(arrived.length > 0 ? arrived : failed);
    if (problem() !== undefined) return arrived.slice(0, 1);
    if (failed.length < 2) return failed;
    const settled: SentRequest[] = [];
    for (const each of failed) {
      const isRepeated = isRead(each.testCase.request) && !isLate(each);
      settled.push((isRepeated ? await send(each.testCase) : undefined) ?? each);
    }
    return settled;
  };

  const keep = (each: SentRequest): void => {
    const { operation } = each.testCase;
    sent.set(each.testCase, each);
    if (isLate(each)) late.set(operation, (late.get(operation) ?? 0) + 1);
  };

  /** Whether nothing more is sent to the operation of a case. */
  const isTooSlow = ({ operation }: Case): boolean =>
    operation !== undefined && (late.get(operation) ?? 0) >= mostLate;

  /** Sends what nobody else took from the queue; what got no response is added to `failed`. */
  const work = async (queue: Iterable<Case>, failed: SentRequest[]): Promise<void> => {
    for (const testCase of queue) {
      if (sent.has(testCase) || isTooSlow(testCase)) continue;
      const each = await sendOnce(testCase);
      if (each === undefined) return;
      if (each.status === undefined) failed.push(each);
      else keep(each);
      // Send nothing more until it is known whether the server is running.
      if (failed.length > 0) return;
    }
  };

  const sendAll = async (cases: readonly Case[], concurrency: number): Promise<void> => {
    // The iterator of an array goes on where the last loop left it.
    const queue = cases.values();
    let failed: SentRequest[];
    do {
      failed = [];
      const workers = Array.from({ length: concurrency }, () => work(queue, failed));
      await Promise.all(workers);
      for (const each of await settle(failed)) keep(each);
    } while (failed.length > 0 && problem() === undefined);
  };
  return { run, sent, problem, send, sendAll };
}
