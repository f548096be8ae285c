import { type ClientRequest, Agent as HttpAgent, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { createConnection, failureReason, isHttpError } from "@workflow-api/conformance/connection";
import type { HttpRequest } from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import type { Body } from "../server/body.ts";
import { endToEnd } from "./headers.ts";

/** A request on its way to the service. */
export interface Outgoing {
  readonly request: HttpRequest;
  /** The path that it has there. */
  readonly path: string;
  /** Names and values in turns, as they arrived. */
  readonly rawHeaders: readonly string[];
  readonly body: Body | undefined;
  /** Calls back if the client leaves before its response is complete. */
  onLeave(listener: () => void): void;
}

/** The real service. */
export interface Service {
  /**
   * Sends a request while its body arrives. A response may come before all of it was sent.
   *
   * @throws {ServiceError} There is no response.
   */
  send(outgoing: Outgoing): Promise<IncomingMessage>;
}

/** Why the service gives no response. */
export class ServiceError extends Error {
  /** Whether it had the time to. */
  readonly isLate: boolean;

  constructor(message: string, isLate: boolean = false) {
    super(message);
    this.isLate = isLate;
  }
}

/**
 * How long a connection is kept for the next request, in milliseconds. It is short, since a service
 * may serve one connection at a time.
 */
const keptMs = 100;

/**
 * The service at an origin, through the proxy that the environment names.
 *
 * @param timeoutMs - How long it may take to respond once it has got the request.
 * @throws {UsageError} The proxy is no URL.
 */
export function createService(origin: URL, timeoutMs: number): Service {
  const { by, open } = createConnection(origin, process.env);
  const Agent = origin.protocol === "https:" ? HttpsAgent : HttpAgent;
  const agent = by === "" && new Agent({ keepAlive: true, timeout: keptMs });
  const connect = ({ path, rawHeaders, request }: Outgoing, kept: typeof agent): ClientRequest => {
    const headers = {
      ...endToEnd(rawHeaders, ["host", "expect"]),
      host: origin.host,
      // Node.js chooses it for itself where a method usually has a body alone.
      ...("transfer-encoding" in request.headers && { "transfer-encoding": "chunked" }),
    };
    const target = requestTarget({ path, query: request.query });
    return open({ method: request.method, path: target, headers, agent: kept });
  };
  return {
    async send(outgoing) {
      if (!isRepeatable(outgoing)) {
        if (agent) closeIdle(agent);
        return awaitResponse(connect(outgoing, false), outgoing, timeoutMs);
      }
      const sent = connect(outgoing, agent);
      return awaitResponse(sent, outgoing, timeoutMs).catch((error: unknown) => {
        // The service may close a connection while a request is on its way.
        if (!sent.reusedSocket || !isReset(error)) throw error;
        return awaitResponse(connect(outgoing, false), outgoing, timeoutMs);
      });
    },
  };
}

/** Whether a request may be sent again: only then can it have a connection that was kept. */
function isRepeatable({ body, request }: Outgoing): boolean {
  return body === undefined && ["GET", "HEAD", "OPTIONS"].includes(request.method);
}

/** A service that serves one connection at a time waits for the end of those that are idle. */
function closeIdle({ freeSockets }: HttpAgent | HttpsAgent): void {
  for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
}

function isReset(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && /^(?:ECONNRESET|EPIPE)$/.test(`${error.code}`)
  );
}

function awaitResponse(
  sent: ClientRequest,
  { body, onLeave }: Outgoing,
  timeoutMs: number,
): Promise<IncomingMessage> {
  onLeave(() => sent.destroy());
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      if (isProgressing()) timer.refresh();
      else sent.destroy(new ServiceError(`did not respond within ${timeoutMs / 1000} s`, true));
    }, timeoutMs);
    const isProgressing = createProgress(sent, body);
    sent.once("close", () => clearTimeout(timer)).on("error", reject);
    sent.once("response", (message) => {
      clearTimeout(timer);
      resolve(message);
    });
    if (body === undefined) sent.end();
    else body.passTo(sent).then(() => sent.end(), reject);
  });
}

/** Tells whether more of a body has arrived since the last time, or the client lets wait. */
function createProgress(sent: ClientRequest, body: Body | undefined): () => boolean {
  let before = 0;
  return () => {
    if (body === undefined) return false;
    const isMore = body.length() > before;
    before = body.length();
    return isMore || !(body.isEnded() || sent.writableNeedDrain);
  };
}

/** Why the service gives no response, in words that may follow its name. */
export function failureOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const [failure, reason] = failureReason(error);
  if (failure === "closed" || failure === "cut")
    return new ServiceError("closed the connection without a response");
  const isHttp = error instanceof Error && isHttpError(error);
  return new ServiceError(`${isHttp ? "gives no response" : "cannot be reached"}: ${reason}`);
}
