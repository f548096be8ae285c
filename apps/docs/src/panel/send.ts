import { requestTarget } from "@workflow-api/contract/http";
import type { PanelData } from "../model/panel-data.ts";
import { type Call, wireRequest } from "../samples/samples.ts";

/** A request that was sent, and its outcome. */
export interface Exchange {
  /** The head of the response, and the request as it was sent, without credentials. */
  readonly wire: string;
  /** The response, or why there is none and the remedy if it is known. */
  readonly outcome: ReceivedResponse | string;
  /** Time until the response was complete, in milliseconds. */
  readonly duration: number;
}

/** A response. */
export interface ReceivedResponse {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly headers: readonly (readonly [string, string])[];
}

const timeoutMs = 30_000;

/** Sends a call without validating it, so that the server says what is wrong. */
export async function send(data: PanelData, call: Call): Promise<Exchange> {
  const request = wireRequest(data, readyCall(data, call));
  const { method, headers } = request;
  const target = requestTarget(request);
  const started = performance.now();
  const outcome = await exchange(call.baseUrl + target, adviceFor(data, call), {
    method,
    headers,
    ...(call.body !== undefined && { body: call.body }),
    credentials: "omit",
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
  const duration = Math.round(performance.now() - started);
  const sent = [`${method} ${target}`, ...linesOf(masked(headers, call))];
  const received =
    typeof outcome === "object" ? [outcome.title, ...linesOf(outcome.headers), ""] : [];
  return { wire: [...received, ...sent].join("\n"), outcome, duration };
}

/** The mock accepts any credential; another server gets only those that were entered. */
function readyCall({ mockUrl }: PanelData, call: Call): Call {
  const any = ({ type }: Call["requirement"][number]): string =>
    type === "basic" ? "any:thing" : "anything";
  const secrets = call.requirement.map((scheme) => {
    const other = call.baseUrl === mockUrl ? any(scheme) : "";
    return [scheme.name, call.secrets.get(scheme.name) || other] as const;
  });
  const entered = new Map(secrets.filter(([, secret]) => secret !== ""));
  return {
    ...call,
    requirement: call.requirement.filter(({ name }) => entered.has(name)),
    secrets: entered,
  };
}

function adviceFor({ mockCommand, mockUrl }: PanelData, { baseUrl }: Call): string {
  return baseUrl === mockUrl ? ` To start the mock, run ${mockCommand}.` : "";
}

async function exchange(
  url: string,
  advice: string,
  init: RequestInit,
): Promise<ReceivedResponse | string> {
  let request: Request;
  try {
    request = new Request(url, init);
  } catch (error) {
    return `This request cannot be sent. ${error instanceof Error ? error.message : ""}`;
  }
  try {
    const response = await fetch(request);
    if (response.type === "opaqueredirect") return "The server redirects, which is not followed.";
    const { status, statusText, headers } = response;
    const text = await response.text();
    return { status, title: `${status} ${statusText}`.trim(), text, headers: [...headers] };
  } catch {
    return await reasonFor(url, advice);
  }
}

/** The browser gives no reason for a failure; a request without CORS reveals more. */
async function reasonFor(url: string, advice: string): Promise<string> {
  const { hostname, origin, protocol } = new URL(url);
  // Browsers let a secure page call the local machine.
  const isLocal = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  if (location.protocol === "https:" && protocol === "http:" && !isLocal)
    return `A page on https may not call ${origin}, which is on http.`;
  try {
    await fetch(origin, { mode: "no-cors", signal: AbortSignal.timeout(timeoutMs) });
    return `${origin} answers, but does not allow this page to read it (CORS).`;
  } catch {
    return `Nothing answers at ${origin}.${advice}`;
  }
}

function masked(
  headers: Readonly<Record<string, string>>,
  { requirement }: Call,
): [string, string][] {
  const secret = new Set(requirement.map(({ header }) => header));
  return Object.entries(headers).map(([name, value]) => [
    name,
    secret.has(name) ? value.replace(/^(\w+ )?.*/, "$1••••") : value,
  ]);
}

function linesOf(headers: readonly (readonly [string, string])[]): string[] {
  return headers.map(([name, value]) => `${name}: ${value}`);
}
