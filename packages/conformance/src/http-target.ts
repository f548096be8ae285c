import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import type { Answer, Target } from "./case.ts";
import { targetParts } from "./target-parts.ts";

export interface HttpTargetOptions {
  /** How long to wait for an answer, in milliseconds. Default 10 000. */
  readonly timeout?: number;
}

/** No answer came: the server cannot be reached, hung up, or took too long. */
export class NoAnswer extends Error {
  override readonly name: string = "NoAnswer";

  constructor(method: string, target: string, options: ErrorOptions) {
    const cause = options.cause instanceof Error ? options.cause.message : String(options.cause);
    super(`No answer to ${method} ${target}: ${cause}.`, options);
  }
}

/**
 * A server by its address. The request is sent by node:http as it is: no header is added or corrected, and the target
 * is not normalised.
 * @param baseUrl The address, with a prefix of the paths if there is one.
 * @throws {NoAnswer} From `send`.
 */
export function createHttpTarget(baseUrl: string, { timeout = 10_000 }: HttpTargetOptions = {}): Target {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, "");
  const send = protocol === "https:" ? requestHttps : requestHttp;
  return {
    send: (request) =>
      new Promise<Answer>((resolve, reject) => {
        const { method, target, headers, body } = request;
        // A query can carry an API key, so it stays out of messages.
        const fail = (cause: unknown): void =>
          reject(new NoAnswer(method, targetParts(target).path, { cause }));
        const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
        const sent = send(
          {
            hostname: hostname.replace(/^\[|\]$/g, ""),
            port,
            method,
            path: `${prefix}${target}`,
            headers: { ...headers, ...length },
            signal: AbortSignal.timeout(timeout),
          },
          (message) => void readAnswer(message).then(resolve, fail),
        );
        sent.on("error", fail);
        sent.end(body);
      }),
  };
}

async function readAnswer(message: IncomingMessage): Promise<Answer> {
  const body = await text(message);
  const headers = Object.entries(message.headers).map(([name, value]) => [
    name,
    [value ?? []].flat().join(", "),
  ]);
  return { status: message.statusCode ?? 0, headers: Object.fromEntries(headers), body };
}
