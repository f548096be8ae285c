import {
  type Contract,
  createRedactor,
  type HttpMessage,
  type HttpRequest,
  type Redactor,
  requestTarget,
} from "@workflow-api/contract";
import { operationNamed } from "./controls.ts";
import type { Explanation, MockResponse } from "./response.ts";

/** A request, with `(credential)` in place of each, and its response. Long texts are cut. */
export interface JournalEntry extends Omit<HttpRequest, "path" | "query"> {
  /** The path and the query, without credentials. */
  readonly target: string;
  /** Counts the requests from 1. */
  readonly number: number;
  /** When it arrived (ISO 8601). */
  readonly at: string;
  /** How long its response took, in milliseconds. */
  readonly duration: number;
  readonly status: number;
  /** Whether the connection was dropped instead. */
  readonly dropped: boolean;
  readonly explanation: Explanation;
  readonly response: HttpMessage;
}

/** Selects requests. */
export interface JournalFilter {
  /** The operationId of the requests. */
  readonly operation?: string | undefined;
  /** Only requests after this number, or this time (ISO 8601). */
  readonly after?: number | string | undefined;
}

/** The most recent requests. */
export interface Journal {
  /** @param started - When the request arrived, by `performance.now()`. */
  record(request: HttpRequest, response: MockResponse, started: number): void;
  /** @throws {Error} `after` is neither a number nor a time, or there is no such operation. */
  entries(filter?: JournalFilter): JournalEntry[];
  clear(): void;
  /** Called for each request from now on, with what reads its entry. */
  onRecord(listener: (read: () => JournalEntry) => void): void;
}

/** How many requests are kept. */
const capacity = 200;

/**
 * How much of a target, a header or a body is kept, in characters: hundreds of long ones would fill
 * the memory.
 */
const longest = 4000;

type Kept = {
  number: number;
  at: number;
  duration: number;
  request: HttpRequest;
  response: MockResponse;
};

/** Keeps the last requests as they arrived, and redacts them when they are read. */
export function createJournal(contract: () => Contract): Journal {
  /** By their number, modulo the capacity. */
  const kept: Kept[] = [];
  let number = 0;
  let made: { readonly contract: Contract; readonly redactor: Redactor } | undefined;
  const redactor = (): Redactor => {
    const current = contract();
    if (made?.contract !== current) made = { contract: current, redactor: createRedactor(current) };
    return made.redactor;
  };
  const listeners: ((read: () => JournalEntry) => void)[] = [];
  return {
    record(request, response, started) {
      number++;
      const duration = performance.now() - started;
      // Redact before cutting: a cut body cannot be parsed.
      const short = isShort(request) ? request : withoutBulk(redactor().message(request));
      const record = { number, at: Date.now() - duration, duration, request: short, response };
      kept[number % capacity] = record;
      for (const listener of listeners) listener(() => entryOf(record, redactor()));
    },
    entries({ after, operation } = {}) {
      const isLater = laterThan(after);
      if (operation !== undefined) operationNamed(contract(), operation);
      return Object.values(kept)
        .sort((one, other) => one.number - other.number)
        .filter(
          (one) =>
            isLater(one) &&
            (operation === undefined || one.response.explanation.operation === operation),
        )
        .map((one) => entryOf(one, redactor()));
    },
    clear() {
      kept.length = 0;
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
      "after is the number of a request or a time such as 2030-01-31T12:00:00Z, " +
        `not ${JSON.stringify(after)}`,
    );
  return ({ at }) => at > time;
}

/** Members are computed when they are read. */
function entryOf(
  { at, duration, number, request, response }: Kept,
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
      return redactor.target(requestTarget(request));
    },
    get headers() {
      return read().headers;
    },
    get body() {
      return read().body;
    },
    status: response.status,
    dropped: response.dropped,
    explanation: response.explanation,
    get response() {
      const { body, headers } = redactor.message<HttpMessage>(response);
      return { headers, body: cut(body) };
    },
  };
}

function isShort({ body, headers, path, query }: HttpRequest): boolean {
  const texts = [body, path, query, ...Object.values(headers)];
  return texts.every((text) => text.length <= longest);
}

function withoutBulk(request: HttpRequest): HttpRequest {
  const entries = Object.entries(request.headers).slice(0, 50);
  return {
    ...request,
    path: cut(request.path),
    query: cut(request.query),
    body: cut(request.body),
    headers: Object.fromEntries(entries.map(([name, value]) => [name, cut(value)])),
  };
}

/** The beginning of a string, as a copy: a substring would keep the whole string in memory. */
function cut(text: string): string {
  return text.length <= longest ? text : structuredClone(`${text.slice(0, longest)}…`);
}
