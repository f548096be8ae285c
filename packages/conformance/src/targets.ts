import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import {
  type Contract,
  type HttpRequest,
  type HttpResponse,
  judgeRequest,
  judgeResponse,
  type Violation,
} from "@workflow-api/contract";
import type { ResponseCase } from "./responses.ts";

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
}

/**
 * A server by its address. It follows no redirect and adds no header but those of the connection. Each request has a
 * connection of its own, so that one which the server spoils does not reach the next.
 *
 * @param baseUrl - With a path, if the contract is served below one.
 * @throws {TypeError} It is no http or https address.
 */
export function createHttpTarget(baseUrl: string, options: HttpTargetOptions = {}): Target {
  const { timeout = 10_000, maxBody = 10_000_000 } = options;
  const base = new URL(baseUrl);
  if (base.protocol !== "http:" && base.protocol !== "https:")
    throw new TypeError(
      `${baseUrl} is no address of a server: write one that begins with http:// or https://`,
    );
  const prefix = base.pathname.replace(/\/+$/, "");
  return {
    send: async (request) => {
      try {
        return await exchange(base, prefix, request, { timeout, maxBody });
      } catch (cause) {
        const [path = ""] = request.target.split("?");
        throw new NoResponse(request.method, path, reasonOf(cause, timeout), { cause });
      }
    },
  };
}

async function exchange(
  base: URL,
  prefix: string,
  { body, headers, method, target }: HttpRequest,
  { timeout, maxBody }: Required<HttpTargetOptions>,
): Promise<HttpResponse> {
  const content = Buffer.from(body);
  const isLengthStated = content.length > 0 || !["GET", "DELETE", "TRACE"].includes(method);
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const open = base.protocol === "https:" ? requestHttps : requestHttp;
    const sent = open(base, {
      method,
      path: `${prefix}${target}`,
      headers: { ...headers, ...(isLengthStated && { "content-length": content.length }) },
      agent: false,
      signal: AbortSignal.timeout(timeout),
    });
    sent.on("response", resolve).on("error", reject).end(content);
  });
  return await readResponse(message, maxBody);
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

/** Of several addresses that were tried, the first failure: what holds them together has no message. */
function reasonOf(cause: unknown, timeout: number): string {
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0], timeout);
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === "AbortError" || cause.name === "TimeoutError")
    return `nothing came within ${timeout} ms`;
  const code = "code" in cause ? String(cause.code) : "";
  if (code === "EPROTO" || code.startsWith("ERR_SSL"))
    return "the server does not speak TLS: use an http address";
  return cause.message === "aborted" ? "the connection ended before the response did" : cause.message;
}

/** A contract that judges messages, be they derived from it or from another one. */
export interface Judge {
  /** What it refuses a request for; nothing if the request is valid, with all credentials that it needs. */
  request(request: HttpRequest): readonly Violation[];
  /** What it refuses a response for. */
  response(one: Pick<ResponseCase, "operation" | "values" | "response">): readonly Violation[];
}

/** Makes a contract the judge of messages. Of an operation that it does not have it refuses all (part `path` or `method`). */
export function createJudge(contract: Contract): Judge {
  const unknown = (part: "method" | "path"): Violation => ({
    part,
    pointer: "",
    keyword: part,
    message: "must be one of the contract",
  });
  return {
    request: (request) => {
      const [path = ""] = request.target.split("?");
      const { methods, operation, segments } = contract.route(request.method, path);
      if (operation === undefined) return [unknown(methods.length === 0 ? "path" : "method")];
      const { unauthenticated, violations } = judgeRequest(contract, operation, request, segments);
      return [...unauthenticated, ...violations];
    },
    response: ({ operation: { method, path }, response, values }) => {
      // A template leads where its requests do.
      const { methods, operation } = contract.route(method, path);
      if (operation === undefined) return [unknown(methods.length === 0 ? "path" : "method")];
      return judgeResponse(contract, operation, response, values);
    },
  };
}
