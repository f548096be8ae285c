import { isUtf8 } from "node:buffer";
import {
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from "node:http";
import { request as requestHttps } from "node:https";
import type { Answer, CaseRequest, Target } from "./case.ts";
import { decoded } from "./content-coding.ts";
import { targetParts } from "./target-parts.ts";

/** How long, and how far, an answer is read. */
export interface HttpTargetOptions {
  /** How long to wait for an answer, in milliseconds. Default 10 000. */
  readonly timeout?: number;
  /** How many bytes of a body are read. Default 10 MiB. */
  readonly longestBody?: number;
  /** Ends every request that is under way. */
  readonly interrupted?: AbortSignal | undefined;
}

/** So much of a path is told, in characters. */
const longestTold = 300;

/** No answer came that can be read: the server cannot be reached, hung up, took too long, or does not end. */
export class NoAnswer extends Error {
  override readonly name: string = "NoAnswer";

  /** Why, without what was asked for: `socket hang up`. */
  readonly reason: string;

  constructor(method: string, target: string, options: ErrorOptions) {
    const told = target.length > longestTold ? `${target.slice(0, longestTold)}…` : target;
    const reason = reasonOf(options.cause);
    super(`No answer to ${method} ${told}: ${reason}.`, options);
    this.reason = reason;
  }

  /** Whether the server has ended the connection or sent what is no answer: at once, and it may be there still. */
  get isHangUp(): boolean {
    const { cause } = this;
    return hasEnded(cause) || (cause instanceof Error && "code" in cause && /^HPE_/.test(String(cause.code)));
  }
}

/**
 * A server by its address. The request is sent by node:http as it is: no header is added or corrected, the target
 * is not normalised, and no redirect is followed.
 * @param baseUrl The address, with a prefix of the paths if there is one.
 * @throws {NoAnswer} From `send`.
 */
export function createHttpTarget(
  baseUrl: string,
  { interrupted, longestBody = 10 * 2 ** 20, timeout = 10_000 }: HttpTargetOptions = {},
): Target {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, "");
  const start = protocol === "https:" ? requestHttps : requestHttp;
  const sendOnce = (request: CaseRequest, isAnew = false): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { body, headers, method, target } = request;
      const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
      const options: RequestOptions = {
        hostname: hostname.replace(/^\[|\]$/g, ""),
        port,
        method,
        path: `${prefix}${target}`,
        headers: { ...headers, ...length },
        signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(interrupted ? [interrupted] : [])]),
        // What may write goes over a connection of its own, since it cannot be repeated if the old one has ended.
        ...(isRead(method) && !isAnew ? {} : { agent: false }),
      };
      const sent: ClientRequest = start(options, (message) => {
        readAnswer(message, longestBody).then(resolve, reject);
      });
      sent.on("error", (cause) =>
        reject(sent.reusedSocket ? new StaleConnection("It has ended.", { cause }) : cause),
      );
      sent.end(body);
    });
  return {
    send: async ({ request }) => {
      try {
        return await sendOnce(request).catch((error: unknown) => {
          if (error instanceof StaleConnection && isRead(request.method) && hasEnded(error.cause))
            // Others that were used before may have ended as well.
            return sendOnce(request, true);
          throw error;
        });
      } catch (error) {
        const cause = error instanceof StaleConnection ? error.cause : error;
        const why = isTimeout(cause) ? new Error(`nothing came within ${timeout} ms (--timeout)`) : cause;
        // A query can carry an API key, so it stays out of messages.
        throw new NoAnswer(request.method, targetParts(request.target).path, { cause: why });
      }
    },
  };
}

/** A connection that was used before has failed: the server may have closed it meanwhile. */
class StaleConnection extends Error {}

function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

function hasEnded(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && (cause.code === "ECONNRESET" || cause.code === "EPIPE");
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && (cause.name === "TimeoutError" || cause.name === "AbortError");
}

/** Of several addresses that were tried, the first failure: what holds them together has no message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause ? String(cause.code) : "";
  if (code === "EPROTO" || code.startsWith("ERR_SSL"))
    return "it does not speak TLS (is it an http address?)";
  const bodiless =
    code.startsWith("HPE_") && "rawPacket" in cause ? bodilessStatus(cause.rawPacket) : undefined;
  if (bodiless !== undefined) return `${bodiless} has no body (RFC 9112, 6.3), and something came behind it`;
  const isCertificate = /CERT|SIGNED|ALTNAME|ISSUER/.test(code);
  const more = isCertificate ? " (NODE_EXTRA_CA_CERTS names a file of further authorities)" : "";
  if (cause.message === "aborted") return "the connection ended before the answer did";
  // What Node.js advises after a semicolon is said shorter here.
  return `${cause.message.replace(/;.*$|\.$/s, "")}${more}`;
}

/** The status of an answer that ends with its headers, if that is what a packet holds and something more. */
function bodilessStatus(packet: unknown): string | undefined {
  if (!Buffer.isBuffer(packet)) return undefined;
  return /^HTTP\/1\.\d (1\d\d|204|304) .*?\r\n\r\n./s.exec(packet.toString("latin1"))?.[1];
}

async function readAnswer(message: IncomingMessage, longestBody: number): Promise<Answer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > longestBody) {
      message.destroy();
      throw new Error(`the body is longer than ${longestBody} bytes`);
    }
  }
  // What may stand only once, as an ETag may, Node.js would drop from the second on.
  const headers = Object.entries(message.headersDistinct).map(([name, values = []]) => [
    name,
    values.join(", "),
  ]);
  const bytes = decoded(Buffer.concat(chunks), message.headers["content-encoding"] ?? "", longestBody);
  return {
    status: message.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: bytes.toString("utf8"),
    ...(isUtf8(bytes) ? {} : { isUtf8: false }),
  };
}
