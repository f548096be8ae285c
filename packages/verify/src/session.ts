import { setTimeout as wait } from "node:timers/promises";
import type { Case, ReadResponse, Secrets, ServerData, Target } from "@workflow-api/conformance";
import { isOneOf, NoResponse, withSecrets } from "@workflow-api/conformance";
import type { Contract, HttpRequest } from "@workflow-api/contract";
import type { RunOptions } from "./options.ts";
import type { Baseline } from "./report.ts";

/** A header of `--header`. */
export interface GivenHeader {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
  /** The value as a report may show it, between the double quotes of a shell. */
  readonly shown: string;
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
  readonly known: Baseline;
  /** Ends the run; pending requests count as not sent. */
  readonly interrupted: AbortSignal | undefined;
  /** Called with the number of cases sent, and of all. */
  readonly onProgress: (sent: number, all: number) => void;
}

/** A case that was sent, and its response. */
export interface Sent {
  readonly one: Case;
  readonly came: ReadResponse | NoResponse;
  /** `undefined`: no response came. */
  readonly status: number | undefined;
  /** In milliseconds. */
  readonly duration: number;
}

/** Everything that is sent to a server in one run. */
export interface Session {
  readonly run: Run;
  /** What was sent, by its case. */
  readonly sent: ReadonlyMap<Case, Sent>;
  /** Why nothing more is sent, in a sentence. `undefined`: the session goes on. */
  problem(): string | undefined;
  /**
   * Sends a request that is none of the cases, such as a shortened one. `undefined`: the session
   * has ended.
   */
  ask(one: Case): Promise<Sent | undefined>;
  /** Sends the cases that were not sent yet, several at a time. */
  sendAll(cases: readonly Case[], concurrency?: number): Promise<void>;
}

/** Whether a request only reads, so that it can be repeated (RFC 9110, 9.2.1). */
export function isRead({ method }: Pick<HttpRequest, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

/** The response to a request, or why there is none. */
async function receive(target: Target, request: HttpRequest): Promise<Sent["came"]> {
  try {
    return await target.send(request);
  } catch (error) {
    if (error instanceof NoResponse) return error;
    throw error;
  }
}

/** Whether something listens where a request was sent to. */
function hasReached(came: Sent["came"]): boolean {
  return !(came instanceof NoResponse) || came.failure !== "refused";
}

/** Sends requests no faster than the run allows, until something stops it. */
function createSender({ contract, interrupted, rate, secrets, target: plain }: Run) {
  const target = withSecrets(plain, contract.securitySchemes, secrets);
  let stopped: string | undefined;
  let free = 0;
  const problem = (): string | undefined =>
    interrupted?.aborted === true ? "The run was stopped before its end." : stopped;
  const stop = (reason: string): void => {
    stopped ??= reason;
  };
  const pause = (duration: number): Promise<void> =>
    wait(duration, undefined, { signal: interrupted }).catch(() => undefined);
  const send = async (one: Case): Promise<Sent | undefined> => {
    const mine = Math.max(free, performance.now());
    free = mine + 1000 / rate;
    if (mine > performance.now()) await pause(mine - performance.now());
    if (problem() !== undefined) return undefined;
    const started = performance.now();
    const came = await receive(target, one.request);
    const status = came instanceof NoResponse ? undefined : came.status;
    if (status === 429 && !isOneOf(status, one.expected.statuses))
      stop("The server takes no more requests for now (429): limit them by --rate.");
    if (problem() !== undefined) return undefined;
    return { one, came, status, duration: performance.now() - started };
  };
  return { problem, stop, pause, send };
}

/** How long a server may take to restart, in milliseconds. */
const pauses = [0, 300, 2000];

/** Sends requests, and stops if the server is gone: one of the requests at the time crashed it. */
function createWatch({ pause, send: plain, stop }: ReturnType<typeof createSender>) {
  /** A request that got a response, or else one that reached the server. */
  let known: Sent | undefined;
  const send = async (one: Case): Promise<Sent | undefined> => {
    const each = await plain(one);
    if (each === undefined || !isRead(one.request) || !hasReached(each.came)) return each;
    if (known?.status === undefined) known = each;
    return each;
  };
  /** Whether it responds to that again, or reads it. */
  const isAlive = async (): Promise<boolean> => {
    if (known === undefined) return true;
    const { one, status: expected } = known;
    const isSign = ({ came, status }: Sent): boolean =>
      status !== undefined || (expected === undefined && hasReached(came));
    for (const duration of pauses) {
      const again = await send(one);
      if (again === undefined || isSign(again)) return true;
      if (!hasReached(again.came)) await pause(duration);
    }
    return false;
  };
  const stopIfGone = async ([first, ...others]: readonly Sent[]): Promise<void> => {
    if (first === undefined || (await isAlive())) return;
    const these = others.length === 0 ? "" : `, or one of ${others.length} others at the time`;
    stop(`The server stopped responding after ${first.one.title}${these}.`);
  };
  return { send, stopIfGone };
}

/** Opens a session with a server. */
export function createSession(run: Run, all: number): Session {
  const sender = createSender(run);
  const { problem } = sender;
  const { send, stopIfGone } = createWatch(sender);
  const sent = new Map<Case, Sent>();

  const ask = async (one: Case): Promise<Sent | undefined> => {
    const each = await send(one);
    if (each !== undefined && each.status === undefined) await stopIfGone([each]);
    return each;
  };

  /**
   * Settles requests without a response that were sent at the same time. One that reached the
   * server may have crashed it. If the server is running, those that only read are sent again
   * alone: one that another cut off gets its response.
   */
  const settle = async (failed: readonly Sent[]): Promise<readonly Sent[]> => {
    const arrived = failed.filter(({ came }) => hasReached(came));
    const suspects = arrived.length > 0 ? arrived : failed;
    await stopIfGone(suspects);
    if (problem() !== undefined) return suspects;
    if (failed.length < 2) return failed;
    const settled: Sent[] = [];
    for (const each of failed)
      settled.push((isRead(each.one.request) ? await ask(each.one) : undefined) ?? each);
    return settled;
  };

  const sendAll = async (
    cases: readonly Case[],
    concurrency: number = run.concurrency,
  ): Promise<void> => {
    const left = cases.filter((one) => !sent.has(one));
    const failed: Sent[] = [];
    const work = async (): Promise<void> => {
      // Send nothing more until it is known whether the server is running.
      while (failed.length === 0) {
        const one = left.shift();
        const each = one && (await send(one));
        if (each === undefined) return;
        if (each.status === undefined) failed.push(each);
        else sent.set(each.one, each);
        run.onProgress(sent.size, all);
      }
    };
    while (left.length > 0 && problem() === undefined) {
      await Promise.all(Array.from({ length: Math.min(concurrency, left.length) }, work));
      for (const each of await settle(failed.splice(0))) sent.set(each.one, each);
    }
  };
  return { run, sent, problem, ask, sendAll };
}
