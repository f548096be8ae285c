import type { PanelData } from "../model/panel-data.ts";
import { type Call, wireRequest } from "../samples/samples.ts";

/** A request that was sent, and what came of it. */
export interface Sent {
  /** The request as it went over the wire, without credentials. */
  readonly wire: string;
  /** `undefined`: nothing answered. */
  readonly reply: Reply | undefined;
  /** Milliseconds until the whole answer was there. */
  readonly duration: number;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  /** The parsed body. `undefined`: it has none, or it is no JSON. */
  readonly body: unknown;
}

/** How long a server may take, in milliseconds. */
const patience = 30_000;

/** Sends a call as it is: nothing is corrected, so that the server says what is wrong. */
export async function send(
  data: PanelData,
  call: Call,
  rawBody: string | undefined,
): Promise<Sent> {
  const { method, target, headers } = wireRequest(data, { ...call, secrets: filled(call) });
  const type = data.requestBody?.content[0]?.mediaType;
  const sent = {
    ...headers,
    ...(rawBody !== undefined && type !== undefined && { "Content-Type": type }),
  };
  const started = performance.now();
  const reply = await exchange(call.address + target, {
    method,
    headers: sent,
    ...(rawBody !== undefined && { body: rawBody }),
    credentials: "omit",
    redirect: "manual",
    signal: AbortSignal.timeout(patience),
  });
  const duration = Math.round(performance.now() - started);
  return { wire: wireText(method, target, masked(sent, call), rawBody), reply, duration };
}

/** An empty credential could not be sent at all. */
function filled({ way, secrets }: Call): Map<string, string> {
  return new Map(way.map(({ name }) => [name, secrets.get(name) || "anything"]));
}

async function exchange(address: string, init: RequestInit): Promise<Reply | undefined> {
  const unsent = (text: string): Reply => ({ status: 0, text, body: undefined });
  if (!/^https?:\/\/./.test(address))
    return unsent("The address has to begin with http:// or https://.");
  let request: Request;
  try {
    request = new Request(address, init);
  } catch (error) {
    return unsent(`This request cannot be sent. ${error instanceof Error ? error.message : ""}`);
  }
  try {
    const response = await fetch(request);
    if (response.type === "opaqueredirect") return unsent("A redirect, which is not followed.");
    const text = await response.text();
    return { status: response.status, text, body: parsed(text) };
  } catch {
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function masked(headers: Readonly<Record<string, string>>, { way }: Call): [string, string][] {
  const secret = new Set(way.map(({ header }) => header));
  return Object.entries(headers).map(([name, value]) => [
    name,
    secret.has(name) ? value.replace(/(Bearer )?.*/, "$1••••") : value,
  ]);
}

function wireText(
  method: string,
  target: string,
  headers: readonly [string, string][],
  body: string | undefined,
): string {
  const lines = [`${method} ${target}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return body === undefined ? lines.join("\n") : `${lines.join("\n")}\n\n${body}`;
}
