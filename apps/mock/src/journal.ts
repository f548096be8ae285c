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

/** The most recent requests. */
export interface Journal {
  /** @param started - When the request arrived, by `performance.now()`. */
  record(request: HttpRequest, response: MockResponse, started: number): void;
  entries(): JournalEntry[];
  clear(): void;
  /** Called for each request from now on. What is said of it is made when it is read. */
  onRecord(listener: (summary: () => RequestSummary) => void): void;
}

/** How many requests are kept. */
const capacity = 200;

/** How much of a header or a body is shown, in characters. */
const longest = 4000;

/** Of a longer body only what is shown is kept: hundreds would fill the memory. */
const longestKept = 100_000;

/** A body, redacted and cut already if it is long: what is cut cannot be parsed. */
interface KeptBody {
  readonly text: string;
  readonly isShown: boolean;
}

/** What is kept of a request. */
interface Kept {
  readonly number: number;
  readonly at: number;
  readonly duration: number;
  readonly request: Omit<HttpRequest, "body">;
  readonly body: KeptBody;
  readonly response: Omit<MockResponse, "body">;
  readonly responseBody: KeptBody;
}

/** Redacts what is recorded while a contract is served. */
interface Redaction {
  readonly contract: Contract;
  readonly redactor: Redactor;
  target(request: Pick<HttpRequest, "path" | "query">): string;
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
  const kept: Kept[] = [];
  let number = 0;
  let current: Redaction | undefined;
  const redaction = (): Redaction => {
    if (current?.contract !== contract()) current = createRedaction(contract());
    return current;
  };
  const listeners: ((summary: () => RequestSummary) => void)[] = [];
  const shown = (body: string): string => cut(redaction().redactor.body(body));
  const keep = (body: string): KeptBody =>
    body.length <= longestKept
      ? { text: body, isShown: false }
      : { text: shown(body), isShown: true };
  const messageOf = (
    headers: HttpMessage["headers"],
    { isShown, text }: KeptBody,
  ): Pick<JournalEntry, "body" | "headers"> => {
    const message = redaction().redactor.message({ headers, body: "" });
    const entries = Object.entries(message.headers).map(([name, value]) => [name, cut(value)]);
    return { headers: Object.fromEntries(entries), body: isShown ? text : shown(text) };
  };
  const summaryOf = ({ duration, number, request, response }: Kept): RequestSummary => ({
    number,
    method: request.method,
    target: redaction().target(request),
    duration: Math.round(duration * 10) / 10,
    status: response.status,
    dropped: response.dropped,
    explanation: response.explanation,
  });
  return {
    record({ body, ...request }, { body: made, ...response }, started) {
      number++;
      const duration = performance.now() - started;
      const at = Date.now() - duration;
      const bodies = { body: keep(body), responseBody: keep(made) };
      const entry = { number, at, duration, request, response, ...bodies };
      kept[number % capacity] = entry;
      for (const listener of listeners) listener(() => summaryOf(entry));
    },
    entries: () =>
      Object.values(kept)
        .sort((before, after) => before.number - after.number)
        .map((entry) => ({
          ...summaryOf(entry),
          at: new Date(entry.at).toISOString(),
          ...messageOf(entry.request.headers, entry.body),
          response: messageOf(entry.response.headers, entry.responseBody),
        })),
    clear() {
      kept.length = 0;
      number = 0;
    },
    onRecord: (listener) => listeners.push(listener),
  };
}

/** The beginning of a string, as a copy: a substring would keep all of it in memory. */
function cut(text: string): string {
  return text.length <= longest ? text : structuredClone(`${text.slice(0, longest)}…`);
}
