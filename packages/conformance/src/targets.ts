import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { HttpRequest, HttpResponse, Violation } from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import { readBody, unreadable } from "./bodies.ts";
import { proxyFor, requestByProxy, tunnelBy } from "./proxy.ts";

/** A response as a client reads it. */
export interface ReadResponse extends HttpResponse {
  /** Why clients cannot read its body, which is then empty. Absent: they can. */
  readonly faults?: readonly Violation[];
}

/** Receives requests: a server by its URL, or one in this process. */
export interface Target {
  /**
   * Sends a request as it is.
   *
   * @throws {NoResponse} No response comes, or not all of it.
   */
  send(request: HttpRequest): Promise<ReadResponse>;
}

/**
 * Why there is no response: nothing listens at the URL, TLS is missing where it is expected, the
 * connection was closed before or during the response, or it took too long.
 */
export type Failure = "refused" | "tls" | "closed" | "cut" | "late" | "other";

/** There is no response. Its message says why, and names method and path without the query. */
export class NoResponse extends Error {
  /** Why, in words. */
  readonly reason: string;
  readonly failure: Failure;
  constructor(
    method: string,
    path: string,
    reason: string,
    options: ErrorOptions & { readonly failure?: Failure } = {},
  ) {
    super(`${method} ${path}: ${reason}`, options);
    this.name = "NoResponse";
    this.reason = reason;
    this.failure = options.failure ?? "closed";
  }
}

/** How requests are sent to a server. */
export interface HttpTargetOptions {
  /** How long a response may take, in milliseconds. Default: 10,000. */
  readonly timeout?: number;
  /** How large the body of a response may be, in bytes. Default: 10,000,000. */
  readonly maxBody?: number;
  /** Ends all requests. */
  readonly signal?: AbortSignal | undefined;
  /** Headers added to each request that does not have them, by name in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The client certificate and its key, in PEM. */
  readonly identity?: { readonly cert: string; readonly key: string } | undefined;
  /** The environment that names the proxy, such as `process.env`. Default: no proxy. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * A server by its URL. Redirects are not followed. Each request has a connection of its own, so
 * that a connection that the server spoils affects one request only.
 *
 * @param baseUrl - With a path, if the contract is served below one.
 * @throws {TypeError} It is no http or https URL.
 */
export function createHttpTarget(baseUrl: string, options: HttpTargetOptions = {}): Target {
  const { environment = {}, maxBody = 10_000_000, signal, timeout = 10_000 } = options;
  const base = new URL(baseUrl);
  if (base.protocol !== "http:" && base.protocol !== "https:")
    throw new TypeError(
      `${baseUrl} is no URL of a server: write one that begins with http:// or https://`,
    );
  const proxy = proxyFor(base, environment);
  return {
    send: async (request) => {
      const late = AbortSignal.timeout(timeout);
      const started = performance.now();
      let headersAfter: number | undefined;
      const ends = AbortSignal.any([late, ...(signal === undefined ? [] : [signal])]);
      try {
        const opened = open(base, request, options, proxy, ends);
        opened.once("response", () => {
          headersAfter = Math.round(performance.now() - started);
        });
        return await exchange(opened, request.body, maxBody);
      } catch (cause) {
        const [failure, reason] = late.aborted
          ? (["late", lateness(headersAfter, timeout)] as const)
          : reasonOf(cause);
        const by = proxy === undefined || failure === "late" ? "" : `by the proxy ${proxy.host}, `;
        const options = { cause, failure: by === "" ? failure : "other" } as const;
        throw new NoResponse(request.method, request.path, by + reason, options);
      }
    },
  };
}

/** @param headersAfter - When the headers came, in milliseconds. `undefined`: they did not. */
function lateness(headersAfter: number | undefined, timeout: number): string {
  return headersAfter === undefined
    ? `nothing came within ${timeout} ms`
    : `headers came after ${headersAfter} ms, and the body did not end within ${timeout} ms`;
}

/** Opens a request, of which only the body is not sent yet. */
function open(
  base: URL,
  request: HttpRequest,
  { headers: own, identity }: HttpTargetOptions,
  proxy: URL | undefined,
  signal: AbortSignal,
): ClientRequest {
  const { body, headers, method } = request;
  const length = Buffer.byteLength(body);
  const isLengthStated = length > 0 || !["GET", "HEAD", "DELETE"].includes(method);
  const sent = {
    method,
    path: `${base.pathname.replace(/\/+$/, "")}${requestTarget(request)}`,
    headers: {
      "accept-encoding": "gzip",
      ...own,
      ...headers,
      ...(isLengthStated && { "content-length": length }),
    },
    signal,
  };
  if (base.protocol === "https:") {
    const agent = proxy === undefined ? false : tunnelBy(proxy, signal);
    return requestHttps(base, { ...sent, ...identity, agent });
  }
  return proxy === undefined
    ? requestHttp(base, { ...sent, agent: false })
    : requestByProxy(proxy, base, sent);
}

/** On a connection that is kept alive, these bytes would spoil the next response. */
const excess =
  "is followed by bytes that do not belong to it: the Content-Length is too small, or the " +
  "response to a HEAD, a 204 or a 304 has a body";

async function exchange(
  opened: ClientRequest,
  content: string,
  maxBody: number,
): Promise<ReadResponse> {
  let isTooLong = false;
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    opened
      .on("response", resolve)
      .on("error", (error) => {
        isTooLong = isHttpError(error);
        reject(error);
      })
      .end(content);
  });
  const response = await readResponse(message, maxBody);
  return isTooLong ? { ...response, ...unreadable("body", "length", excess) } : response;
}

/** Whether the parser of Node.js refuses what came. */
function isHttpError(error: Error): boolean {
  return "code" in error && /^HPE_/.test(String(error.code));
}

async function readResponse(message: IncomingMessage, maxBody: number): Promise<ReadResponse> {
  const chunks: Buffer[] = [];
  let length = 0;
  const tooLong = new RangeError(`the body is longer than ${maxBody} bytes`);
  for await (const chunk of message as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBody) throw tooLong;
  }
  // Node.js drops the second of a header that may occur once.
  const all = Object.entries(message.headersDistinct).map(([name, values = []]) => [
    name,
    values.join(", "),
  ]);
  const headers: HttpResponse["headers"] = Object.fromEntries(all);
  const read = await readBody(Buffer.concat(chunks), headers, maxBody).catch(() => {
    throw tooLong;
  });
  return { status: message.statusCode ?? 0, headers, ...read };
}

/** The codes of Node.js and OpenSSL in words, with what to do. */
const reasons: readonly (readonly [code: RegExp, reason: string, failure?: Failure])[] = [
  [/^ECONNREFUSED$/, "nothing listens there (ECONNREFUSED)", "refused"],
  [/^ECONNRESET$/, "the connection was closed", "closed"],
  [
    /ALERT/,
    "the server refuses the TLS connection: it may want a client certificate (--cert and --key)",
  ],
  [
    /CERT|ISSUER|SIGNATURE/,
    "the authority that signed the certificate of the server is unknown: if you trust it, name " +
      "its file in NODE_EXTRA_CA_CERTS",
  ],
  [/^EPROTO$|SSL/, "the server does not speak TLS on this port: use an http URL", "tls"],
];

/**
 * Why no response came, in words. If several addresses were tried, the first failure is reported:
 * the error of all has no message.
 */
export function reasonOf(cause: unknown): readonly [Failure, string] {
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  if (!(cause instanceof Error)) return ["other", String(cause)];
  // A TLS server responds to plain HTTP with an alert.
  const packet = "rawPacket" in cause ? cause.rawPacket : undefined;
  if (packet instanceof Uint8Array && packet[0] === 0x15)
    return ["tls", "the server expects TLS on this port: use an https URL"];
  if (isHttpError(cause)) return ["other", `what came is not valid HTTP (${cause.message})`];
  if (cause.message === "aborted") return ["cut", "the connection ended before the response did"];
  const code = "code" in cause ? String(cause.code) : "";
  const known = reasons.find(([pattern]) => pattern.test(code));
  const [, reason = cause.message, failure = "other"] = known ?? [];
  return [failure, reason];
}
