import { requestTarget } from "@workflow-api/contract/http";
import type { PanelData } from "../model/panel-data.ts";
import { type PanelCall, wireRequest } from "../samples/samples.ts";

/** The response of a server. */
export interface ReceivedResponse {
  readonly status: number;
  /** The status with its reason phrase. */
  readonly title: string;
  readonly text: string;
  /** Why `text` is only the beginning of the body. The empty string: it is complete. */
  readonly cut: string;
  /** A line for each that the server lets this page read. */
  readonly headers: string;
  /** Time until the response was complete, in milliseconds. */
  readonly duration: number;
}

/** How long a response may take, in milliseconds. */
const timeoutMs = 60_000;
/** How long a server may take to show that it is there. */
const probeTimeoutMs = 5_000;

/**
 * Sends a call without validating it, so that the server says what is wrong.
 *
 * @param cancel - Ends the call.
 * @returns The response, or why there is none and the remedy if it is known.
 */
export async function sendCall(
  data: PanelData,
  call: PanelCall,
  cancel: AbortSignal,
): Promise<ReceivedResponse | string> {
  const { body, headers, method, ...target } = wireRequest(data, readyCall(data, call));
  const url = call.baseUrl + requestTarget(target);
  const signal = AbortSignal.any([cancel, AbortSignal.timeout(timeoutMs)]);
  let request: Request;
  try {
    const options = { credentials: "omit", redirect: "manual", cache: "no-store" } as const;
    const content = body === "" ? {} : { body };
    request = new Request(url, { method, headers, signal, ...content, ...options });
  } catch (error) {
    return `This request cannot be sent. ${error instanceof Error ? error.message : ""}`;
  }
  const started = performance.now();
  try {
    return await receive(await fetch(request), signal, started);
  } catch {
    if (signal.aborted) return `There was no response. ${endOf(signal)}`;
    return await reasonFor(url, method, data);
  }
}

async function receive(
  response: Response,
  signal: AbortSignal,
  started: number,
): Promise<ReceivedResponse | string> {
  if (response.type === "opaqueredirect") return "The server redirects, which is not followed.";
  const { status, statusText, headers } = response;
  const { cut, text } = await readBody(response, signal);
  return {
    status,
    title: `${status} ${statusText}`.trim(),
    text,
    cut,
    headers: [...headers].map(([name, value]) => `${name}: ${value}`).join("\n"),
    duration: Math.round(performance.now() - started),
  };
}

/** The body, or what has come of it: a stream may never end. */
async function readBody(
  { body, headers }: Response,
  signal: AbortSignal,
): Promise<Pick<ReceivedResponse, "cut" | "text">> {
  const decoder = decoderFor(headers.get("content-type") ?? "");
  const reader = body?.getReader();
  let text = "";
  try {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      text += decoder.decode(part.value, { stream: true });
    return { text: text + decoder.decode(), cut: "" };
  } catch {
    return { text, cut: signal.aborted ? endOf(signal) : "The connection broke before its end." };
  }
}

/** Decodes by the charset that a server names, as browsers do. Default: UTF-8. */
function decoderFor(contentType: string): TextDecoder {
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

function endOf({ reason }: AbortSignal): string {
  const isTimeout = reason instanceof DOMException && reason.name === "TimeoutError";
  return isTimeout ? `It took longer than ${timeoutMs / 1000} seconds.` : "It was cancelled.";
}

/** The mock accepts any credential; another server gets only those that were entered. */
function readyCall({ mockUrl }: PanelData, call: PanelCall): PanelCall {
  const any = ({ type }: PanelCall["requirement"][number]): string =>
    type === "basic" ? "any:thing" : "anything";
  const secrets = call.requirement.map((scheme) => {
    const other = call.baseUrl === mockUrl ? any(scheme) : "";
    return [scheme.name, call.secrets.get(scheme.name) || other] as const;
  });
  const entered = new Map(secrets.filter(([, secret]) => secret !== ""));
  const requirement = call.requirement.filter(({ name }) => entered.has(name));
  return { ...call, requirement, secrets: entered };
}

/**
 * Why a request has failed. The browser gives no reason; requests without CORS reveal more. Only a
 * GET is repeated.
 */
async function reasonFor(url: string, method: string, data: PanelData): Promise<string> {
  const { hostname, origin, protocol } = new URL(url);
  const isLocal = /^(localhost|127\..*|\[::1\])$/.test(hostname);
  if (location.protocol === "https:" && protocol === "http:" && !isLocal)
    return `A page of https may not call ${origin}: browsers refuse http there.`;
  const cors = `${origin} answers, but does not allow this page to read it (CORS).`;
  if (method === "GET" && (await isReached(url))) return cors;
  if (await isReached(origin))
    return method === "GET"
      ? `${origin} answers, but the connection broke before the response to this request.`
      : `${cors.slice(0, -1)}, or the connection broke.`;
  const advice = ` To start the mock, run ${data.mockCommand}.`;
  return `Nothing answers at ${origin}.${url.startsWith(data.mockUrl) ? advice : ""}`;
}

async function isReached(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(probeTimeoutMs);
  try {
    await fetch(url, { mode: "no-cors", credentials: "omit", signal });
    return true;
  } catch {
    return signal.aborted;
  }
}
