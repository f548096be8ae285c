import { setTimeout as wait } from "node:timers/promises";
import type { Case } from "@workflow-api/conformance";
import {
  isOneOf,
  NoResponse,
  type Secrets,
  type Target,
  withSecrets,
} from "@workflow-api/conformance";
import type { Contract, HttpResponse, JsonValue, Operation } from "@workflow-api/contract";
import type { VerifyOptions } from "./options.ts";

/** A server, and what of its contract it is held to. */
export interface Run extends Omit<VerifyOptions, "contract"> {
  readonly contract: Contract;
  readonly target: Target;
  /** They never reach a report. */
  readonly secrets: Secrets;
  /** The values that the server knows for the parameters of an operation, by `Parameter.key`. */
  readonly given: (operation: Operation) => ReadonlyMap<string, JsonValue>;
  /** What the baseline has. */
  readonly known: ReadonlySet<string>;
  /** Ends the run; what is under way counts as not sent. */
  readonly interrupted: AbortSignal | undefined;
  /** Is told how many cases have been sent, of how many. */
  readonly onProgress: (sent: number, all: number) => void;
}

/** A case that was sent, and what came back. */
export interface Sent {
  readonly one: Case;
  readonly came: HttpResponse | NoResponse;
  /** `undefined`: no response came. */
  readonly status: number | undefined;
  /** In milliseconds. */
  readonly duration: number;
}

/** All that is sent to a server in one run. */
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
  /** Sends those of the cases that were not sent yet, several at a time. */
  sendAll(cases: readonly Case[]): Promise<void>;
}

/** A server that leaves so many requests in a row without a response is gone. */
const maxUnanswered = 10;

/** Opens a session with a server, in which there are so many cases to send. */
export function createSession(run: Run, all: number): Session {
  const { interrupted } = run;
  const target = withSecrets(run.target, run.contract.securitySchemes, run.secrets);
  const sent = new Map<Case, Sent>();
  let unanswered = 0;
  let free = 0;
  let isLimited = false;
  const problem = (): string | undefined => {
    if (interrupted?.aborted === true) return "The run was interrupted before its end.";
    if (isLimited) return "The server takes no more requests for now (429): limit them by --rate.";
    return unanswered < maxUnanswered ? undefined : "The server has stopped responding.";
  };
  const ask = async (one: Case): Promise<Sent | undefined> => {
    const mine = Math.max(free, performance.now());
    free = mine + 1000 / run.rate;
    const options = { signal: interrupted };
    if (mine > performance.now())
      await wait(mine - performance.now(), 0, options).catch(() => undefined);
    if (problem() !== undefined) return undefined;
    const started = performance.now();
    const came = await target.send(one.request).catch((error: unknown) => {
      if (error instanceof NoResponse) return error;
      throw error;
    });
    const status = came instanceof NoResponse ? undefined : came.status;
    isLimited ||= status === 429 && !isOneOf(status, one.expected.statuses);
    if (isLimited || interrupted?.aborted === true) return undefined;
    unanswered = status === undefined ? unanswered + 1 : 0;
    return { one, came, status, duration: performance.now() - started };
  };
  const sendAll = async (cases: readonly Case[]): Promise<void> => {
    const left = cases.filter((one) => !sent.has(one)).values();
    const work = async (): Promise<void> => {
      for (const one of left) {
        const each = await ask(one);
        if (each !== undefined) sent.set(one, each);
        run.onProgress(sent.size, all);
      }
    };
    await Promise.all(Array.from({ length: Math.min(run.concurrency, cases.length) }, work));
  };
  return { run, sent, problem, ask, sendAll };
}
