import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { HttpRequest, HttpResponse } from "@workflow-api/contract";

/** What requests are sent to: a server by its address, or one in this process. */
export interface Target {
  /**
   * Sends a request as it is.
   *
   * @throws {NoResponse} No response comes, or not all of it.
   */
  send(request: HttpRequest): Promise<HttpResponse>;
}

/** No response came. Its message says why, and names method and path without the query. */
export class NoResponse extends Error {
  constructor(method: string, path: string, reason: string, options?: ErrorOptions) {
    super(`${method} ${path}: ${reason}`, options);
    this.name = "NoResponse";
  }
}

/** How a server is talked to. */
export interface HttpTargetOptions {
  /** How long a response may take, in milliseconds. Default: 10,000. */
  readonly timeout?: number;
  /** How large the body of a response may be, in bytes. Default: 10,000,000. */
  readonly maxBody?: number;
  /** Ends all requests. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A server by its address. It follows no redirect and adds no header but those of the connection.
 * Each request has a connection of its own, so that one which the server spoils does not reach the
 * next.
 *
 * @param baseUrl - With a path, if the contract is served below one.
 * @throws {TypeError} It is no http or https address.
 */
export function createHttpTarget(baseUrl: string, options: HttpTargetOptions = {}): Target {
  const { maxBody = 10_000_000, signal, timeout = 10_000 } = options;
  const base = new URL(baseUrl);
  if (base.protocol !== "http:" && base.protocol !== "https:")
    throw new TypeError(
      `${baseUrl} is no address of a server: write one that begins with http:// or https://`,
    );
  const prefix = base.pathname.replace(/\/+$/, "");
  return {
    send: async (request) => {
      const late = AbortSignal.timeout(timeout);
      try {
        const ends = [late, ...(signal === undefined ? [] : [signal])];
        return await readResponse(
          await send(base, prefix, request, AbortSignal.any(ends)),
          maxBody,
        );
      } catch (cause) {
        const [path = ""] = request.target.split("?");
        const reason = late.aborted ? `nothing came within ${timeout} ms` : reasonOf(cause);
        throw new NoResponse(request.method, path, reason, { cause });
      }
    },
  };
}

function send(
  base: URL,
  prefix: string,
  { body, headers, method, target }: HttpRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const content = Buffer.from(body);
  const isLengthStated = content.length > 0 || !["GET", "DELETE"].includes(method);
  return new Promise((resolve, reject) => {
    const open = base.protocol === "https:" ? requestHttps : requestHttp;
    const sent = open(base, {
      method,
      path: `${prefix}${target}`,
      headers: { ...headers, ...(isLengthStated && { "content-length": content.length }) },
      agent: false,
      signal,
    });
    sent.on("response", resolve).on("error", reject).end(content);
  });
}

async function readResponse(message: IncomingMessage, maxBody: number): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBody) throw new Error(`the body is longer than ${maxBody} bytes`);
  }
  // Of a header that may stand only once Node.js would drop the second.
  const headers = Object.entries(message.headersDistinct).map(([name, values = []]) => [
    name,
    values.join(", "),
  ]);
  return {
    status: message.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

/**
 * Of several addresses that were tried, the first failure: what holds them together has no message.
 */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause ? String(cause.code) : "";
  if (code === "EPROTO" || code.startsWith("ERR_SSL"))
    return "the server does not speak TLS: use an http address";
  return cause.message === "aborted"
    ? "the connection ended before the response did"
    : cause.message;
}
