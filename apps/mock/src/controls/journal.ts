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
  /** Registers what is called when a request arrives. */
  onBegin(listener: JournalListener): void;
  /** Registers what is called when a request has got its response. */
  onEnd(listener: JournalListener): void;
}

/** How many requests are kept. */
const capacity = 200;

/** How much of a header or a body is shown, in characters. */
const longest = 4000;

/**
 * How much of a body is kept, in characters: a credential that begins in what is shown is complete
 * in it, so that its form tells it.
 */
export const longestKept = 16_000;

/** The beginning of a body. */
interface KeptBody {
  readonly text: string;
  readonly isCut: boolean;
}

/** What is kept of a request. */
interface Kept {
  readonly number: number;
  readonly at: number;
  readonly started: number;
  readonly request: Omit<HttpRequest, "body">;
  body: KeptBody;
  /** `undefined`: it is under way. */
  response: EndedResponse | undefined;
  /** What is shown of it, by the redaction that made it. */
  shown?: { readonly redaction: Redaction; readonly messages: Messages };
}

interface EndedResponse extends Omit<MockResponse, "body"> {
  readonly body: KeptBody;
  readonly duration: number;
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
  const beginListeners: JournalListener[] = [];
  const endListeners: JournalListener[] = [];
  return {
    begin({ body, ...request }) {
      number++;
      const times = { at: Date.now(), started: performance.now() };
      const entry: Kept = { number, ...times, request, body: keep(body), response: undefined };
      kept[number % capacity] = entry;
      const summary = (): RequestSummary => summaryOf(entry, redaction());
      for (const listener of beginListeners) listener(summary);
      return {
        end({ body: made, ...response }, requestBody) {
          const duration = performance.now() - entry.started;
          if (requestBody !== undefined) entry.body = keep(requestBody);
          entry.response = { ...response, body: keep(made), duration };
          for (const listener of endListeners) listener(summary);
        },
      };
    },
    entries: () =>
      Object.values(kept)
        .sort((before, after) => before.number - after.number)
        .map((entry) => ({
          ...summaryOf(entry, redaction()),
          at: new Date(entry.at).toISOString(),
          ...messagesOf(entry, redaction()),
        })),
    clear() {
      kept.length = 0;
      number = 0;
    },
    onBegin: (listener) => beginListeners.push(listener),
    onEnd: (listener) => endListeners.push(listener),
  };
}

function keep(body: string): KeptBody {
  return body.length <= longestKept
    ? { text: body, isCut: false }
    : { text: beginningOf(body, longestKept), isCut: true };
}

/** The beginning of a string, as a copy: a substring would keep all of it in memory. */
function beginningOf(text: string, length: number): string {
  return structuredClone(text.slice(0, length));
}

const pending = explain("pending");

function summaryOf(entry: Kept, { target }: Redaction): RequestSummary {
  const { number, request, response, started } = entry;
  const duration = response?.duration ?? performance.now() - started;
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
function messagesOf(entry: Kept, redaction: Redaction): Messages {
  if (entry.shown?.redaction === redaction) return entry.shown.messages;
  const { body, request, response } = entry;
  const messages = {
    ...messageOf(request.headers, body, redaction),
    response: messageOf(response?.headers ?? {}, response?.body ?? keep(""), redaction),
  };
  if (response !== undefined) entry.shown = { redaction, messages };
  return messages;
}

function messageOf(
  headers: HttpMessage["headers"],
  { isCut, text }: KeptBody,
  { redactor }: Redaction,
): HttpMessage {
  const message = redactor.message({ headers, body: "" });
  const entries = Object.entries(message.headers).map(([name, value]) => [name, shorten(value)]);
  const isCutJson = isCut && /^\s*[[{]/.test(text);
  const body = redactor.body(isCutJson ? completeJson(text) : text);
  const shown = isCut && body.length <= longest ? `${body}…` : shorten(body);
  return { headers: Object.fromEntries(entries), body: shown };
}

function shorten(text: string): string {
  return text.length <= longest ? text : `${beginningOf(text, longest)}…`;
}
