import type { Contract, HttpRequest, HttpResponse, Violation } from "@workflow-api/contract";
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
  constructor(method: string, path: string, reason: string) {
    super(`${method} ${path}: ${reason}`);
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
 * A server by its address. It follows no redirect and adds no header but those of the connection.
 *
 * @param baseUrl - With a path, if the contract is served below one.
 * @throws {TypeError} It is no http or https address.
 */
export function createHttpTarget(baseUrl: string, _options: HttpTargetOptions = {}): Target {
  return { send: ({ method, target }) => Promise.reject(new NoResponse(method, target, baseUrl)) };
}

/** A contract that judges messages, be they derived from it or from another one. */
export interface Judge {
  /** What it refuses a request for; nothing if the request is valid, with all credentials that it needs. */
  request(request: HttpRequest): readonly Violation[];
  /** What it refuses a response for. */
  response(one: Pick<ResponseCase, "operation" | "values" | "response">): readonly Violation[];
}

/** Makes a contract the judge of messages. Of an operation that it does not have it refuses all (part `path` or `method`). */
export function createJudge(_contract: Contract): Judge {
  return { request: () => [], response: () => [] };
}
