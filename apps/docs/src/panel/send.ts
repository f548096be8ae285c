import { requestTarget } from "@workflow-api/contract";
import type { PanelData } from "../model/panel-data.ts";
import { type Call, wireRequest } from "../samples/samples.ts";
import { parseJson } from "./form.ts";

/** A request that was sent, and its outcome. */
export interface Sent {
  /** The head of the response, and the request as it was sent, without credentials. */
  readonly wire: string;
  /** The response, or why there is none and the remedy if it is known. */
  readonly outcome: Reply | string;
  /** Time until the response was complete, in milliseconds. */
  readonly duration: number;
}

/** A response. */
export interface Reply {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** The parsed body. `undefined`: it has none, or it is not JSON. */
  readonly body: unknown;
  readonly headers: readonly (readonly [string, string])[];
}

/** The timeout in milliseconds. */
const patience = 30_000;

/** Sends a call without validating it, so that the server says what is wrong. */
export async function send(
  data: PanelData,
  call: Call,
  rawBody: string | undefined,
): Promise<Sent> {
  const ready = wireRequest(data, readyCall(data, call));
  const { method, headers } = ready;
  const target = requestTarget(ready);
  const type = data.requestBody?.content[0]?.mediaType;
  const sent = {
    ...headers,
    ...(rawBody !== undefined && type !== undefined && { "Content-Type": type }),
  };
  const started = performance.now();
  const outcome = await exchange(call.address + target, adviceFor(data, call), {
    method,
    headers: sent,
    ...(rawBody !== undefined && { body: rawBody }),
    credentials: "omit",
    redirect: "manual",
    signal: AbortSignal.timeout(patience),
  });
  const duration = Math.round(performance.now() - started);
  const request = [`${method} ${target}`, ...linesOf(masked(sent, call))];
  const response =
    typeof outcome === "object" ? [outcome.title, ...linesOf(outcome.headers), ""] : [];
  return { wire: [...response, ...request].join("\n"), outcome, duration };
}

/** The mock accepts any credential; another server gets only those that were entered. */
function readyCall({ mockUrl }: PanelData, call: Call): Call {
  const secretOf = (name: string): string =>
    call.secrets.get(name) || (call.address === mockUrl ? "anything" : "");
  const requirement = call.requirement.filter(({ name }) => secretOf(name) !== "");
  return {
    ...call,
    requirement,
    secrets: new Map(requirement.map(({ name }) => [name, secretOf(name)])),
  };
}

function adviceFor({ mockCommand, mockUrl }: PanelData, { address }: Call): string {
  return address === mockUrl ? ` To start the mock, run ${mockCommand}.` : "";
}

async function exchange(url: string, advice: string, init: RequestInit): Promise<Reply | string> {
  if (!/^https?:\/\/./.test(url)) return "The base URL has to begin with http:// or https://.";
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
    const title = `${status} ${statusText}`.trim();
    return { status, title, text, body: parseJson(text, undefined), headers: [...headers] };
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
    await fetch(origin, { mode: "no-cors", signal: AbortSignal.timeout(patience) });
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
