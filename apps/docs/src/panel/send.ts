import { requestTarget } from "@workflow-api/contract/http";
import type { PanelData } from "../model/panel-data.ts";
import { type Call, wireRequest } from "../samples/samples.ts";

/** The response of a server. */
export interface ReceivedResponse {
  readonly status: number;
  /** The status with its reason phrase. */
  readonly title: string;
  readonly text: string;
  /** A line for each that the server lets this page read. */
  readonly headers: string;
  /** Time until the response was complete, in milliseconds. */
  readonly duration: number;
}

const timeoutMs = 30_000;

/**
 * Sends a call without validating it, so that the server says what is wrong.
 *
 * @returns The response, or why there is none and the remedy if it is known.
 */
export async function send(data: PanelData, call: Call): Promise<ReceivedResponse | string> {
  const { body, headers, method, ...target } = wireRequest(data, readyCall(data, call));
  const url = call.baseUrl + requestTarget(target);
  let request: Request;
  try {
    const options = { credentials: "omit", redirect: "manual" } as const;
    const content = body === "" ? {} : { body };
    const signal = AbortSignal.timeout(timeoutMs);
    request = new Request(url, { method, headers, signal, ...content, ...options });
  } catch (error) {
    return `This request cannot be sent. ${error instanceof Error ? error.message : ""}`;
  }
  const started = performance.now();
  try {
    return await receive(await fetch(request), started);
  } catch {
    return await reasonFor(url, data);
  }
}

async function receive(response: Response, started: number): Promise<ReceivedResponse | string> {
  if (response.type === "opaqueredirect") return "The server redirects, which is not followed.";
  const { status, statusText, headers } = response;
  const text = await response.text();
  return {
    status,
    title: `${status} ${statusText}`.trim(),
    text,
    headers: [...headers].map(([name, value]) => `${name}: ${value}`).join("\n"),
    duration: Math.round(performance.now() - started),
  };
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
  const requirement = call.requirement.filter(({ name }) => entered.has(name));
  return { ...call, requirement, secrets: entered };
}

/** The browser gives no reason for a failure; a request without CORS reveals more. */
async function reasonFor(url: string, data: PanelData): Promise<string> {
  const { origin } = new URL(url);
  try {
    await fetch(origin, { mode: "no-cors", signal: AbortSignal.timeout(timeoutMs) });
    return `${origin} answers, but does not allow this page to read it (CORS).`;
  } catch {
    const advice = ` To start the mock, run ${data.mockCommand}.`;
    return `Nothing answers at ${origin}.${url.startsWith(data.mockUrl) ? advice : ""}`;
  }
}
