import { setTimeout as wait } from "node:timers/promises";
import {
  type Case,
  isOneOf,
  NoResponse,
  type ReadResponse,
  type Secrets,
  type ServerData,
  type Target,
  withSecrets,
} from "@workflow-api/conformance";
import type { Contract, HttpRequest, Operation } from "@workflow-api/contract";
import type { RunOptions } from "../options.ts";
import type { Baseline } from "../reports/report.ts";

/** A header of `--header`. */
export interface RequestHeader {
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
  readonly headers: readonly RequestHeader[];
  readonly baseline: Baseline;
  /** That of fresh values: another one for each run, so that no run meets the data of another. */
  readonly freshSeed: number;
  /** Ends the run; pending requests count as not sent. */
  readonly interrupted: AbortSignal | undefined;
  /** Called before the first request. */
  readonly onStart: () => void;
  /** Called with each response. Default: nothing. */
  readonly onProgress?: (sent: SentRequest) => void;
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

/** Whether a request only reads, so that it can be repeated (RFC 9110, 9.2.1). */
export function isRead({ method }: Pick<HttpRequest, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

/** Whether a response is what a valid request is sent for. */
export function isAccepted({ status = 0 }: Pick<SentRequest, "status">): boolean {
  return status >= 200 && status < 400;
}

/** The response to a request, or why there is none. */
async function sendTo(target: Target, request: HttpRequest): Promise<SentRequest["received"]> {
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

/** How cases are sent. */
export interface SendOptions {
  /** How many at the same time. */
  readonly concurrency: number;
  /** When no further case is sent, by `performance.now()`. Default: never. */
  readonly until?: number;
  /** A case as it is sent, or why it is not. Default: as it is. */
  readonly bind?: (testCase: Case) => Promise<Case | string>;
  /** Called with each response, before the next case is bound. */
  readonly onSent?: (sent: SentRequest) => void;
}

/** What came of cases: their responses, and why some were not sent. */
export interface Outcomes {
  readonly sent: Map<Case, SentRequest>;
  readonly reasons: Map<Case, string>;
}

/** A request of a case that got no response. */
interface FailedRequest {
  readonly testCase: Case;
  readonly sent: SentRequest;
}

/**
 * Everything that is sent to a server in one run. It ends if the server is gone: a request crashed
 * it.
 */
export class Session {
  readonly run: Run;
  readonly #target: Target;
  readonly #late = new Map<Operation, number>();
  #listener: (sent: SentRequest) => void = () => undefined;
  #stopped: string | undefined;
  /** A read that got a response. */
  #sign: Case | undefined;
  #number = 0;

  constructor(run: Run) {
    this.run = run;
    this.#target = withSecrets(run.target, run.contract.securitySchemes, run.secrets);
  }

  /** Calls a function with each response. */
  onResponse(listener: (sent: SentRequest) => void): void {
    this.#listener = listener;
  }

  /** Numbers from 1: another one each time. */
  nextNumber(): number {
    return ++this.#number;
  }

  /** Why nothing more is sent, in a sentence. `undefined`: the session goes on. */
  problem(): string | undefined {
    const isInterrupted = this.run.interrupted?.aborted === true;
    return isInterrupted ? "The run was stopped before its end." : this.#stopped;
  }

  /** Sends one request, be it a second time. `undefined`: the session has ended. */
  async send(testCase: Case): Promise<SentRequest | undefined> {
    const each = await this.#sendOnce(testCase);
    if (each !== undefined && each.status === undefined) await this.#stopIfGone([each]);
    return each;
  }

  /** Sends cases, several at a time, and adds what comes of them. */
  async sendAll(cases: readonly Case[], outcomes: Outcomes, options: SendOptions): Promise<void> {
    // The iterator of an array goes on where the last loop left it.
    const queue = cases.values();
    let failed: FailedRequest[];
    do {
      failed = [];
      const workers = Array.from({ length: options.concurrency }, () =>
        this.#work(queue, options, outcomes, failed),
      );
      await Promise.all(workers);
      for (const { sent, testCase } of await this.#settle(failed))
        this.#keep(outcomes, testCase, sent);
    } while (failed.length > 0 && this.problem() === undefined);
  }

  async #sendOnce(testCase: Case): Promise<SentRequest | undefined> {
    if (this.problem() !== undefined) return undefined;
    const started = performance.now();
    const received = await sendTo(this.#target, testCase.request);
    const status = received instanceof NoResponse ? undefined : received.status;
    if (status === 429 && !isOneOf(status, testCase.expected.statuses))
      this.#stopped ??=
        "The server takes no more requests for now (429): raise its limit for this run.";
    if (this.problem() !== undefined) return undefined;
    const each = { testCase, received, status, duration: performance.now() - started };
    if (status !== undefined && isRead(testCase.request)) this.#sign ??= testCase;
    this.#listener(each);
    this.run.onProgress?.(each);
    return each;
  }

  /** Whether the server responds to a read again that it responded to before. */
  async #isAlive(): Promise<boolean> {
    if (this.#sign === undefined) return true;
    for (const duration of pauses) {
      await wait(duration, undefined, { signal: this.run.interrupted }).catch(() => undefined);
      const again = await this.#sendOnce(this.#sign);
      if (again === undefined || again.status !== undefined) return true;
    }
    return false;
  }

  async #stopIfGone([first, ...others]: readonly SentRequest[]): Promise<void> {
    if (first === undefined || (await this.#isAlive())) return;
    const these = others.length === 0 ? "" : `, or one of ${others.length} others at the time`;
    this.#stopped ??= `The server stopped responding after ${first.testCase.title}${these}.`;
  }

  /**
   * Settles requests without a response that were sent at the same time. One that reached the
   * server may have crashed it: the first counts. If the server is running, those that only read
   * are sent again alone: one that another cut off gets its response.
   */
  async #settle(failed: readonly FailedRequest[]): Promise<readonly FailedRequest[]> {
    const arrived = failed.filter(({ sent }) => hasReached(sent));
    await this.#stopIfGone((arrived.length > 0 ? arrived : failed).map(({ sent }) => sent));
    if (this.problem() !== undefined) return arrived.slice(0, 1);
    if (failed.length < 2) return failed;
    const settled: FailedRequest[] = [];
    for (const each of failed) {
      const isRepeated = isRead(each.sent.testCase.request) && !isLate(each.sent);
      const again = isRepeated ? await this.send(each.sent.testCase) : undefined;
      settled.push({ ...each, sent: again ?? each.sent });
    }
    return settled;
  }

  #keep({ sent }: Outcomes, testCase: Case, each: SentRequest): void {
    const { operation } = testCase.base;
    sent.set(testCase, each);
    if (isLate(each)) this.#late.set(operation, (this.#late.get(operation) ?? 0) + 1);
  }

  /** Whether nothing more is sent to the operation of a case. */
  #isTooSlow({ base: { operation } }: Case): boolean {
    return (this.#late.get(operation) ?? 0) >= mostLate;
  }

  /** Sends what nobody else took from the queue; what got no response is added to `failed`. */
  async #work(
    queue: Iterable<Case>,
    { bind, onSent, until = Number.POSITIVE_INFINITY }: SendOptions,
    outcomes: Outcomes,
    failed: FailedRequest[],
  ): Promise<void> {
    for (const testCase of queue) {
      if (this.#isTooSlow(testCase) || performance.now() > until) continue;
      const bound = bind === undefined ? testCase : await bind(testCase);
      if (typeof bound === "string") {
        outcomes.reasons.set(testCase, bound);
        continue;
      }
      const sent = await this.#sendOnce(bound);
      if (sent === undefined) return;
      onSent?.(sent);
      if (sent.status === undefined) failed.push({ testCase, sent });
      else this.#keep(outcomes, testCase, sent);
      // Send nothing more until it is known whether the server is running.
      if (failed.length > 0) return;
    }
  }
}
