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
 * How much of a target, a header or a body is kept, in characters: hundreds of long ones would fill
 * the memory.
 */
const longest = 4000;

/** What is kept of a request. */
interface Kept {
  readonly number: number;
  readonly at: number;
  readonly duration: number;
  readonly request: HttpRequest;
  /** Its body is made again by `makeBody`. */
  readonly response: Omit<MockResponse, "body">;
  readonly makeBody: () => string;
}

/** A class, because hundreds are kept: their functions take no memory. */
class Recorded implements RecordedRequest {
  readonly kept: Kept;
  readonly redactor: () => Redactor;

  constructor(kept: Kept, redactor: () => Redactor) {
    this.kept = kept;
    this.redactor = redactor;
  }

  summary(): RequestSummary {
    const { duration, number, request, response } = this.kept;
    return {
      number,
      method: request.method,
      target: this.redactor().target(requestTarget(request)),
      duration: Math.round(duration * 10) / 10,
      status: response.status,
      dropped: response.dropped,
      explanation: response.explanation,
    };
  }

  entry(): JournalEntry {
    const { message } = this.redactor();
    const { at, makeBody, request, response: head } = this.kept;
    const { body, headers } = message(request);
    const response = message<HttpMessage>({ ...head, body: makeBody() });
    return {
      ...this.summary(),
      at: new Date(at).toISOString(),
      headers,
      body,
      response: { headers: response.headers, body: cut(response.body) },
    };
  }
}

/** Keeps the last requests as they arrived, and redacts them when they are read. */
export function createJournal(contract: () => Contract): Journal {
  /** By their number, modulo the capacity. */
  const kept: Recorded[] = [];
  let number = 0;
  let made: { readonly contract: Contract; readonly redactor: Redactor } | undefined;
  const redactor = (): Redactor => {
    const current = contract();
    if (made?.contract !== current) made = { contract: current, redactor: createRedactor(current) };
    return made.redactor;
  };
  const listeners: ((recorded: RecordedRequest) => void)[] = [];
  return {
    record(request, made, started, makeBody = () => made.body) {
      number++;
      const duration = performance.now() - started;
      const { dropped, explanation, headers, status } = made;
      const response = { dropped, explanation, headers, status };
      // Redact before cutting: a cut body cannot be parsed.
      const short = isShort(request) ? request : withoutBulk(redactor().message(request));
      const at = Date.now() - duration;
      const one = { number, at, duration, request: short, response, makeBody };
      const recorded = new Recorded(one, redactor);
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

function isShort({ body, headers, path, query }: HttpRequest): boolean {
  if (body.length > longest || path.length > longest || query.length > longest) return false;
  for (const name in headers) if ((headers[name] ?? "").length > longest) return false;
  return true;
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
