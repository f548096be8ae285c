import {
  type Contract,
  createRedactor,
  type HttpMessage,
  type HttpRequest,
  type Redactor,
} from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import { type Explanation, explain, type MockResponse } from "../response/explanation.ts";
import { completeJson } from "./json-beginning.ts";

/** A request and its response in short, with `(credential)` in place of each. */
export interface RequestSummary {
  /** Counts the requests from 1. */
  readonly number: number;
  readonly method: string;
  /** The path and the query, without credentials. */
  readonly target: string;
  /** How long its response took, or has taken so far, in milliseconds. */
  readonly duration: number;
  /** `null`: the request is under way. */
  readonly status: number | null;
  /** Whether the connection was dropped before the response was complete. */
  readonly dropped: boolean;
  readonly explanation: Explanation;
}

/** The same with headers and bodies. Long strings are cut. */
export interface JournalEntry extends RequestSummary, HttpMessage {
  /** When the request arrived (ISO 8601). */
  readonly at: string;
  /** Without headers and body while the request is under way. */
  readonly response: HttpMessage;
}

/** The entry of a request that is under way. */
export interface OpenEntry {
  /** Says that the response takes its time. */
  wait(): void;
  /** @param requestBody - What has arrived of it since the entry began. */
  end(response: MockResponse, requestBody?: string): void;
}

/** Called with what gives the summary of a request as it is by then. */
export type JournalListener = (summary: () => RequestSummary) => void;

/** The most recent requests. */
export interface Journal {
  /** Begins the entry of a request. */
  begin(request: HttpRequest): OpenEntry;
  entries(): JournalEntry[];
  clear(): void;
  /** Registers what is called when a request has waited for its response for a while. */
  onWait(listener: JournalListener): void;
  /** Registers what is called when a request has got its response. */
  onEnd(listener: JournalListener): void;
}

/** How many requests are kept. */
const capacity = 200;

/** So soon a request is reported that has no response yet, in milliseconds. */
const longestSilence = 100;

/** How much of a header or a body is shown, in characters. */
const longest = 4000;

/**
 * How much of a body is kept, in characters: a credential that begins in what is shown is complete
 * in it, so that its form tells it.
 */
export const longestKept = 16_000;

/** A request as it arrived, and its response. Of a long body, only the beginning is kept. */
interface RecordedExchange {
  readonly number: number;
  readonly at: number;
  readonly started: number;
  request: HttpRequest;
  /** `undefined`: it is under way. */
  response: MockResponse | undefined;
  duration: number | undefined;
  /** The messages without credentials, by the redaction that made them. */
  redacted: { readonly redaction: Redaction; readonly messages: Messages } | undefined;
}

type Messages = Pick<JournalEntry, "body" | "headers" | "response">;

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
      let known = queries.get(query);
      if (known === undefined) {
        known = redactor.target(requestTarget({ path: "", query }));
        if (queries.size >= mostQueries) queries.clear();
        queries.set(query, known);
      }
      return redactor.target(path) + known;
    },
  };
}

/** Keeps the last requests as they arrived, and redacts them when they are read. */
export function createJournal(contract: () => Contract): Journal {
  /** By their number, modulo the capacity. */
  const exchanges: RecordedExchange[] = [];
  let number = 0;
  let current: Redaction | undefined;
  const redaction = (): Redaction => {
    if (current?.contract !== contract()) current = createRedaction(contract());
    return current;
  };
  const listeners: Listeners = { ofWait: [], ofEnd: [] };
  return {
    begin(request) {
      number++;
      const exchange = startExchange(number, request);
      exchanges[number % capacity] = exchange;
      return openEntry(exchange, listeners, () => summaryOf(exchange, redaction()));
    },
    entries: () =>
      Object.values(exchanges)
        .sort((before, after) => before.number - after.number)
        .map((exchange) => ({
          ...summaryOf(exchange, redaction()),
          at: new Date(exchange.at).toISOString(),
          ...messagesOf(exchange, redaction()),
        })),
    clear() {
      exchanges.length = 0;
      number = 0;
    },
    onWait: (listener) => listeners.ofWait.push(listener),
    onEnd: (listener) => listeners.ofEnd.push(listener),
  };
}

interface Listeners {
  readonly ofWait: JournalListener[];
  readonly ofEnd: JournalListener[];
}

function startExchange(number: number, request: HttpRequest): RecordedExchange {
  return {
    number,
    at: Date.now(),
    started: performance.now(),
    request: cut(request),
    response: undefined,
    duration: undefined,
    redacted: undefined,
  };
}

function openEntry(
  exchange: RecordedExchange,
  { ofEnd, ofWait }: Listeners,
  summary: () => RequestSummary,
): OpenEntry {
  const reportWait = (): void => {
    if (exchange.response !== undefined) return;
    for (const listener of ofWait) listener(summary);
  };
  return {
    wait() {
      if (ofWait.length > 0) setTimeout(reportWait, longestSilence);
    },
    end(response, requestBody) {
      exchange.duration = performance.now() - exchange.started;
      exchange.response = cut(response);
      if (requestBody !== undefined)
        exchange.request = cut({ ...exchange.request, body: requestBody });
      for (const listener of ofEnd) listener(summary);
    },
  };
}

/** A message with the beginning of its body: a long one keeps a character more than is allowed. */
function cut<Message extends HttpMessage>(message: Message): Message {
  const { body } = message;
  return body.length <= longestKept
    ? message
    : { ...message, body: beginningOf(body, longestKept + 1) };
}

/** The beginning of a string, as a copy: a substring would keep all of it in memory. */
function beginningOf(text: string, length: number): string {
  return structuredClone(text.slice(0, length));
}

const pending = explain("pending");

function summaryOf(exchange: RecordedExchange, { target }: Redaction): RequestSummary {
  const { number, request, response, started } = exchange;
  const duration = exchange.duration ?? performance.now() - started;
  return {
    number,
    method: request.method,
    target: target(request),
    duration: Math.round(duration * 10) / 10,
    status: response?.status ?? null,
    dropped: response?.dropped ?? false,
    explanation: response?.explanation ?? pending,
  };
}

/** Both messages as they are shown. They are read again and again, and change no more. */
function messagesOf(exchange: RecordedExchange, redaction: Redaction): Messages {
  if (exchange.redacted?.redaction === redaction) return exchange.redacted.messages;
  const { request, response = noMessage } = exchange;
  const messages = {
    ...redact(request, redaction),
    response: redact(response, redaction),
  };
  if (exchange.response !== undefined) exchange.redacted = { redaction, messages };
  return messages;
}

const noMessage: HttpMessage = { headers: {}, body: "" };

function redact({ body, headers }: HttpMessage, { redactor }: Redaction): HttpMessage {
  const message = redactor.message({ headers, body: "" });
  const entries = Object.entries(message.headers).map(([name, value]) => [name, shortCopy(value)]);
  const isCut = body.length > longestKept;
  const isCutJson = isCut && /^\s*[[{]/.test(body);
  const text = redactor.body(isCutJson ? completeJson(body) : body);
  const shown = isCut && text.length <= longest ? `${text}…` : shortCopy(text);
  return { headers: Object.fromEntries(entries), body: shown };
}

function shortCopy(text: string): string {
  return text.length <= longest ? text : `${beginningOf(text, longest)}…`;
}
