import {
  type Contract,
  createRedactor,
  type HttpMessage,
  type HttpRequest,
  type Redactor,
} from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import type { Explanation, MockResponse } from "./response.ts";

/** A request and its response in short, with `(credential)` in place of each. */
export interface RequestSummary {
  /** Counts the requests from 1. */
  readonly number: number;
  readonly method: string;
  /** The path and the query, without credentials. */
  readonly target: string;
  /** How long its response took, in milliseconds. */
  readonly duration: number;
  readonly status: number;
  /** Whether the connection was dropped instead. */
  readonly dropped: boolean;
  readonly explanation: Explanation;
}

/** The same with headers and bodies. Long texts are cut. */
export interface JournalEntry extends RequestSummary, HttpMessage {
  /** When the request arrived (ISO 8601). */
  readonly at: string;
  readonly response: HttpMessage;
}

/** A request that was recorded. */
export interface RecordedRequest {
  summary(): RequestSummary;
  entry(): JournalEntry;
}

/** The most recent requests. */
export interface Journal {
  /**
   * @param started - When the request arrived, by `performance.now()`.
   * @param makeBody - Makes the body again, so that it need not be kept.
   */
  record(
    request: HttpRequest,
    response: MockResponse,
    started: number,
    makeBody?: () => string,
  ): void;
  entries(): JournalEntry[];
  clear(): void;
  /** Called for each request from now on. */
  onRecord(listener: (recorded: RecordedRequest) => void): void;
}

/** How many requests are kept. */
const capacity = 200;

/**
 * How much of a target, a header or a body is shown, in characters. Of a body no more is kept:
 * hundreds of long ones would fill the memory.
 */
const longest = 4000;

/** What is kept of a request. */
interface Kept {
  readonly number: number;
  readonly at: number;
  readonly duration: number;
  readonly request: HttpRequest;
  /** The beginning of a long body, redacted: the request has none then. */
  readonly longBody: string | undefined;
  /** Its body is made again by `makeBody`. */
  readonly response: Omit<MockResponse, "body">;
  readonly makeBody: () => string;
}

/** A class, because hundreds are kept: their functions take no memory. */
class Recorded implements RecordedRequest {
  readonly kept: Kept;
  readonly redaction: () => Redaction;

  constructor(kept: Kept, redaction: () => Redaction) {
    this.kept = kept;
    this.redaction = redaction;
  }

  summary(): RequestSummary {
    const { duration, number, request, response } = this.kept;
    return {
      number,
      method: request.method,
      target: this.redaction().target(request),
      duration: Math.round(duration * 10) / 10,
      status: response.status,
      dropped: response.dropped,
      explanation: response.explanation,
    };
  }

  entry(): JournalEntry {
    const { message } = this.redaction().redactor;
    const { at, longBody, makeBody, request, response } = this.kept;
    return {
      ...this.summary(),
      at: new Date(at).toISOString(),
      ...cutMessage(message(request)),
      ...(longBody !== undefined && { body: longBody }),
      response: cutMessage(message<HttpMessage>({ headers: response.headers, body: makeBody() })),
    };
  }
}

function cutMessage({ body, headers }: HttpMessage): HttpMessage {
  const entries = Object.entries(headers).map(([name, value]) => [name, cut(value)]);
  return { headers: Object.fromEntries(entries), body: cut(body) };
}

/** Redacts what is recorded while a contract is served. */
interface Redaction {
  readonly contract: Contract;
  readonly redactor: Redactor;
  target(request: HttpRequest): string;
}

/** Clients send few different queries, each of them often. */
const mostQueries = 1000;

function createRedaction(contract: Contract): Redaction {
  const redactor = createRedactor(contract);
  const queries = new Map<string, string>();
  return {
    contract,
    redactor,
    target({ path, query }) {
      const known = queries.get(query) ?? redactor.target(requestTarget({ path: "", query }));
      if (queries.size >= mostQueries) queries.clear();
      queries.set(query, known);
      return redactor.target(path) + known;
    },
  };
}

/** Keeps the last requests as they arrived, and redacts them when they are read. */
export function createJournal(contract: () => Contract): Journal {
  /** By their number, modulo the capacity. */
  const kept: Recorded[] = [];
  let number = 0;
  let current: Redaction | undefined;
  const redaction = (): Redaction => {
    if (current?.contract !== contract()) current = createRedaction(contract());
    return current;
  };
  const listeners: ((recorded: RecordedRequest) => void)[] = [];
  return {
    record(given, made, started, makeBody = () => made.body) {
      number++;
      const duration = performance.now() - started;
      const { dropped, explanation, headers, status } = made;
      const response = { dropped, explanation, headers, status };
      const at = Date.now() - duration;
      const { body } = given;
      const isLong = body.length > longest;
      const request = isLong ? { ...given, body: "" } : given;
      // Redact before cutting: a cut body cannot be parsed.
      const longBody = isLong ? cut(redaction().redactor.body(body)) : undefined;
      const entry = { number, at, duration, request, longBody, response, makeBody };
      const recorded = new Recorded(entry, redaction);
      kept[number % capacity] = recorded;
      for (const listener of listeners) listener(recorded);
    },
    entries: () =>
      Object.values(kept)
        .sort((before, after) => before.kept.number - after.kept.number)
        .map((recorded) => recorded.entry()),
    clear() {
      kept.length = 0;
      number = 0;
    },
    onRecord: (listener) => listeners.push(listener),
  };
}

/** The beginning of a string, as a copy: a substring would keep the whole string in memory. */
function cut(text: string): string {
  return text.length <= longest ? text : structuredClone(`${text.slice(0, longest)}…`);
}
