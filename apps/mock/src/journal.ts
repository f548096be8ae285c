import type { Contract, HttpRequest } from "@workflow-api/contract";
import type { MockAnswer, Why } from "./answer.ts";
import { createRedact, type Redact } from "./credentials.ts";

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

/** The last requests. */
export interface Journal {
  /** @param started - When the request came, by `performance.now()`. */
  record(request: HttpRequest, answer: MockAnswer, started: number): void;
  entries(): JournalEntry[];
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
  const listeners: ((entry: JournalEntry) => void)[] = [];
  return {
    record(request, answer, started) {
      number++;
      if (kept.length >= capacity * 2) kept = kept.slice(-capacity);
      const duration = performance.now() - started;
      const record = {
        number,
        at: Date.now() - duration,
        duration,
        request: withoutBulk(request),
        answer,
      };
      kept.push(record);
      for (const listener of listeners) listener(entryOf(record, createRedact(contract())));
    },
    entries() {
      const redact = createRedact(contract());
      return kept.slice(-capacity).map((record) => entryOf(record, redact));
    },
    clear() {
      kept = [];
      number = 0;
    },
    onRecord: (listener) => listeners.push(listener),
  };
}

function entryOf({ answer, at, duration, number, request }: Kept, redact: Redact): JournalEntry {
  return {
    number,
    at: new Date(at).toISOString(),
    duration: Math.round(duration * 10) / 10,
    ...redact(request),
    status: answer.status,
    dropped: answer.dropped,
    why: answer.why,
    answer: { headers: answer.headers, body: cut(answer.body) },
  };
}

function withoutBulk(request: HttpRequest): HttpRequest {
  const { body, headers, target } = request;
  const isShort = Object.values(headers).every((value) => value.length <= longest);
  if (isShort && body.length <= longest && target.length <= longest) return request;
  const entries = Object.entries(headers).slice(0, 50);
  return {
    ...request,
    target: cut(target),
    body: cut(body),
    headers: Object.fromEntries(entries.map(([name, value]) => [name, cut(value)])),
  };
}

/** The beginning of a text. A part of a text would hold on to all of it, so this is a copy. */
function cut(text: string): string {
  return text.length <= longest ? text : structuredClone(`${text.slice(0, longest)}…`);
}
