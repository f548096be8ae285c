import {
  type Contract,
  createRedactor,
  type HttpMessage,
  type HttpRequest,
  type Redactor,
} from "@workflow-api/contract";
import type { MockAnswer, Why } from "./answer.ts";
import { operationNamed } from "./controls.ts";

/**
 * A request that came, with `(credential)` in place of each, and what answered it. Of long texts
 * the beginning.
 */
export interface JournalEntry extends HttpRequest {
  /** Counts the requests from 1. */
  readonly number: number;
  /** When it came (ISO 8601). */
  readonly at: string;
  /** How long its answer took, in milliseconds. */
  readonly duration: number;
  readonly status: number;
  /** Whether the connection was dropped instead. */
  readonly dropped: boolean;
  readonly why: Why;
  readonly answer: Pick<HttpRequest, "headers" | "body">;
}

/** Which requests are asked for. */
export interface JournalFilter {
  /** The operationId of those that led to an operation. */
  readonly operation?: string | undefined;
  /** The number of the last one that is known, or a time (ISO 8601). */
  readonly after?: number | string | undefined;
}

/** The last requests. */
export interface Journal {
  /** @param started - When the request came, by `performance.now()`. */
  record(request: HttpRequest, answer: MockAnswer, started: number): void;
  /** @throws {Error} `after` is neither a number nor a time, or there is no such operation. */
  entries(filter?: JournalFilter): JournalEntry[];
  clear(): void;
  /** Is told of each request from now on. */
  onRecord(listener: (entry: JournalEntry) => void): void;
}

/** So many requests are kept. */
const capacity = 200;

/**
 * So much of a target, a header or a body is kept, in characters: hundreds of long ones would fill
 * the memory.
 */
const longest = 4000;

type Kept = {
  number: number;
  at: number;
  duration: number;
  request: HttpRequest;
  answer: MockAnswer;
};

/** Keeps the last requests as they came, and makes them fit to be shown when they are asked for. */
export function createJournal(contract: () => Contract): Journal {
  let kept: Kept[] = [];
  let number = 0;
  let made: { readonly contract: Contract; readonly redactor: Redactor } | undefined;
  const redactor = (): Redactor => {
    const current = contract();
    if (made?.contract !== current) made = { contract: current, redactor: createRedactor(current) };
    return made.redactor;
  };
  const listeners: ((entry: JournalEntry) => void)[] = [];
  return {
    record(request, answer, started) {
      number++;
      if (kept.length >= capacity * 2) kept = kept.slice(-capacity);
      const duration = performance.now() - started;
      // What is cut must be read as a whole before.
      const short = isShort(request) ? request : withoutBulk(redactor().message(request));
      const record = { number, at: Date.now() - duration, duration, request: short, answer };
      kept.push(record);
      for (const listener of listeners) listener(entryOf(record, redactor()));
    },
    entries({ after, operation } = {}) {
      const isLater = laterThan(after);
      if (operation !== undefined) operationNamed(contract(), operation);
      return kept
        .slice(-capacity)
        .filter(
          (one) =>
            isLater(one) && (operation === undefined || one.answer.why.operation === operation),
        )
        .map((one) => entryOf(one, redactor()));
    },
    clear() {
      kept = [];
      number = 0;
    },
    onRecord: (listener) => listeners.push(listener),
  };
}

function laterThan(after: JournalFilter["after"]): (one: Kept) => boolean {
  if (after === undefined) return () => true;
  if (/^\d+$/.test(String(after))) return ({ number }) => number > Number(after);
  const time = Date.parse(String(after));
  if (Number.isNaN(time))
    throw new Error(
      `after is the number of a request or a time such as 2030-01-31T12:00:00Z, not ${JSON.stringify(after)}`,
    );
  return ({ at }) => at > time;
}

/** Whoever reads only a few of the members does not wait for the others. */
function entryOf(
  { answer, at, duration, number, request }: Kept,
  redactor: Redactor,
): JournalEntry {
  let shown: HttpRequest | undefined;
  const read = (): HttpRequest => {
    shown ??= redactor.message(request);
    return shown;
  };
  return {
    number,
    get at() {
      return new Date(at).toISOString();
    },
    duration: Math.round(duration * 10) / 10,
    method: request.method,
    get target() {
      return redactor.target(request.target);
    },
    get headers() {
      return read().headers;
    },
    get body() {
      return read().body;
    },
    status: answer.status,
    dropped: answer.dropped,
    why: answer.why,
    get answer() {
      const { body, headers } = redactor.message<HttpMessage>(answer);
      return { headers, body: cut(body) };
    },
  };
}

function isShort({ body, headers, target }: HttpRequest): boolean {
  const texts = [body, target, ...Object.values(headers)];
  return texts.every((text) => text.length <= longest);
}

function withoutBulk(request: HttpRequest): HttpRequest {
  const entries = Object.entries(request.headers).slice(0, 50);
  return {
    ...request,
    target: cut(request.target),
    body: cut(request.body),
    headers: Object.fromEntries(entries.map(([name, value]) => [name, cut(value)])),
  };
}

/** The beginning of a text. A part of a text would hold on to all of it, so this is a copy. */
function cut(text: string): string {
  return text.length <= longest ? text : structuredClone(`${text.slice(0, longest)}…`);
}
