import type { ClientRequest, IncomingMessage } from "node:http";
import type { HttpRequest, HttpResponse, Violation } from "@workflow-api/contract";
import { requestTarget } from "@workflow-api/contract/http";
import {
  type Connection,
  createConnection,
  type Failure,
  failureReason,
  isHttpError,
} from "./connection.ts";
import { readRawBody, unreadable } from "./read-body.ts";

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
  const connection = createConnection(base, environment);
  return {
    send: async (request) => {
      const late = AbortSignal.timeout(timeout);
      const started = performance.now();
      let headersAfter: number | undefined;
      const ends = AbortSignal.any([late, ...(signal === undefined ? [] : [signal])]);
      try {
        const opened = open(connection, request, options, ends);
        opened.once("response", () => {
          headersAfter = Math.round(performance.now() - started);
        });
        return await exchange(opened, request.body, maxBody);
      } catch (cause) {
        const [failure, reason] = late.aborted
          ? (["late", lateness(headersAfter, timeout)] as const)
          : failureReason(cause);
        const by = failure === "late" ? "" : connection.by;
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
  { open: openBy }: Connection,
  request: HttpRequest,
  { headers: added }: HttpTargetOptions,
  signal: AbortSignal,
): ClientRequest {
  const { body, headers, method } = request;
  const length = Buffer.byteLength(body);
  const isLengthStated = length > 0 || !["GET", "HEAD", "DELETE"].includes(method);
  return openBy({
    method,
    path: requestTarget(request),
    headers: {
      "accept-encoding": "gzip",
      ...added,
      ...headers,
      ...(isLengthStated && { "content-length": length }),
    },
    signal,
  });
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
  const read = await readRawBody(Buffer.concat(chunks), headers, maxBody).catch(() => {
    throw tooLong;
  });
  return { status: message.statusCode ?? 0, headers, ...read };
}
