import { setTimeout as wait } from "node:timers/promises";
import type { Case, ReadResponse, Secrets, ServerData, Target } from "@workflow-api/conformance";
import { isOneOf, NoResponse, withSecrets } from "@workflow-api/conformance";
import type { Contract, HttpRequest, Operation, SecurityScheme } from "@workflow-api/contract";
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
  /** The variable of the environment that holds the secret of a scheme. */
  readonly variableOf: (scheme: Pick<SecurityScheme, "name">) => string;
  /** Ends the run; pending requests count as not sent. */
  readonly interrupted: AbortSignal | undefined;
  /** Called with the number of cases sent, and of all. */
  readonly onProgress: (sent: number, all: number) => void;
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
  sendAll(cases: readonly Case[], concurrency?: number): Promise<void>;
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

/** Whether something listens where a request was sent to. */
function hasReached(received: SentRequest["received"]): boolean {
  return !(received instanceof NoResponse) || received.failure !== "refused";
}

/** Sends requests until something stops it. */
function createSender({ contract, interrupted, secrets, target: plain }: Run) {
  const target = withSecrets(plain, contract.securitySchemes, secrets);
  let stopped: string | undefined;
  const problem = (): string | undefined =>
    interrupted?.aborted === true ? "The run was stopped before its end." : stopped;
  const stop = (reason: string): void => {
    stopped ??= reason;
  };
  const pause = (duration: number): Promise<void> =>
    wait(duration, undefined, { signal: interrupted }).catch(() => undefined);
  const send = async (testCase: Case): Promise<SentRequest | undefined> => {
    if (problem() !== undefined) return undefined;
    const started = performance.now();
    const received = await receive(target, testCase.request);
    const status = received instanceof NoResponse ? undefined : received.status;
    if (status === 429 && !isOneOf(status, testCase.expected.statuses))
      stop("The server takes no more requests for now (429): raise its limit for this run.");
    if (problem() !== undefined) return undefined;
    return { testCase, received, status, duration: performance.now() - started };
  };
  return { problem, stop, pause, send };
}

/** How long a server may take to restart, in milliseconds. */
const pauses = [0, 300, 2000];

/** Sends requests, and stops if the server is gone: one of the requests at the time crashed it. */
function createWatch({ pause, send: plain, stop }: ReturnType<typeof createSender>) {
  /** A request that got a response, or else one that reached the server. */
  let known: SentRequest | undefined;
  const send = async (testCase: Case): Promise<SentRequest | undefined> => {
    const each = await plain(testCase);
    if (each === undefined || !isRead(testCase.request) || !hasReached(each.received)) return each;
    if (known?.status === undefined) known = each;
    return each;
  };
  /** Whether it responds to that again, or reads it. */
  const isAlive = async (): Promise<boolean> => {
    if (known === undefined) return true;
    const { status: expected, testCase } = known;
    const isSign = ({ received, status }: SentRequest): boolean =>
      status !== undefined || (expected === undefined && hasReached(received));
    for (const duration of pauses) {
      const again = await send(testCase);
      if (again === undefined || isSign(again)) return true;
      if (!hasReached(again.received)) await pause(duration);
    }
    return false;
  };
  const stopIfGone = async ([first, ...others]: readonly SentRequest[]): Promise<void> => {
    if (first === undefined || (await isAlive())) return;
    const these = others.length === 0 ? "" : `, or one of ${others.length} others at the time`;
    stop(`The server stopped responding after ${first.testCase.title}${these}.`);
  };
  return { send, stopIfGone };
}

/** Opens a session with a server. */
export function createSession(run: Run, all: number): Session {
  const sender = createSender(run);
  const { problem } = sender;
  const { send: sendOnce, stopIfGone } = createWatch(sender);
  const sent = new Map<Case, SentRequest>();

  const send = async (testCase: Case): Promise<SentRequest | undefined> => {
    const each = await sendOnce(testCase);
    if (each !== undefined && each.status === undefined) await stopIfGone([each]);
    return each;
  };

  /**
   * Settles requests without a response that were sent at the same time. One that reached the
   * server may have crashed it. If the server is running, those that only read are sent again
   * alone: one that another cut off gets its response.
   */
  const settle = async (failed: readonly SentRequest[]): Promise<readonly SentRequest[]> => {
    const arrived = failed.filter(({ received }) => hasReached(received));
    const suspects = arrived.length > 0 ? arrived : failed;
    await stopIfGone(suspects);
    if (problem() !== undefined) return suspects;
    if (failed.length < 2) return failed;
    const settled: SentRequest[] = [];
    for (const each of failed) {
      const isRepeated = isRead(each.testCase.request) && !isLate(each);
      settled.push((isRepeated ? await send(each.testCase) : undefined) ?? each);
    }
    return settled;
  };

  const late = new Map<Operation | undefined, number>();
  /** Whether nothing more is sent to its operation. */
  const isTooSlow = ({ operation }: Case): boolean =>
    operation !== undefined && (late.get(operation) ?? 0) >= mostLate;
  const keep = (each: SentRequest): void => {
    const { operation } = each.testCase;
    sent.set(each.testCase, each);
    if (isLate(each)) late.set(operation, (late.get(operation) ?? 0) + 1);
  };

  const sendAll = async (
    cases: readonly Case[],
    concurrency: number = run.concurrency,
  ): Promise<void> => {
    const waiting = cases.filter((testCase) => !sent.has(testCase));
    const failed: SentRequest[] = [];
    const next = (): Case | undefined => {
      let testCase = waiting.shift();
      while (testCase !== undefined && isTooSlow(testCase)) testCase = waiting.shift();
      return testCase;
    };
    const work = async (): Promise<void> => {
      // Send nothing more until it is known whether the server is running.
      while (failed.length === 0) {
        const testCase = next();
        const each = testCase && (await sendOnce(testCase));
        if (each === undefined) return;
        if (each.status === undefined) failed.push(each);
        else keep(each);
        run.onProgress(sent.size, all);
      }
    };
    while (waiting.length > 0 && problem() === undefined) {
      await Promise.all(Array.from({ length: Math.min(concurrency, waiting.length) }, work));
      for (const each of await settle(failed.splice(0))) keep(each);
    }
  };
  return { run, sent, problem, send, sendAll };
}
