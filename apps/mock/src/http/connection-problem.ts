import type { Problem } from "../problem.ts";
import { headTooLong } from "../request/head-limit.ts";
import { bodyTooSlow } from "./read-body.ts";

/** What Node tells of bytes that it cannot read. */
export interface ClientError extends Error {
  readonly code?: string;
  /** What is wrong, in words that repeat nothing of what came. */
  readonly reason?: string;
  readonly rawPacket?: Buffer;
  /** How many bytes of the packet could be read. */
  readonly bytesParsed?: number;
}

/**
 * What is wrong with bytes that Node cannot read.
 * @param isKnown Whether the request is known but for its body.
 */
export function connectionProblem({ code, reason, rawPacket }: ClientError, isKnown: boolean): Problem {
  if (code === "HPE_HEADER_OVERFLOW") return headTooLong();
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return isKnown ? bodyTooSlow : headersTooSlow;
  if (code === "HPE_INVALID_EOF_STATE") return ended;
  // How a TLS handshake begins (RFC 8446, 5.1).
  if (rawPacket?.[0] === 0x16 && rawPacket[1] === 0x03) return encrypted;
  return {
    status: 400,
    code: "not-http",
    title: notHttp,
    detail: `The bytes that came do not follow HTTP/1.1: ${inWords(reason)}. A request begins with a line such as GET /path HTTP/1.1, whose path is percent-encoded; headers and an empty line follow.`,
  };
}

/** What Node says is wrong. Of a line that does not go on as it should, what that means. */
function inWords(reason = "they cannot be read"): string {
  return reason.startsWith("Expected HTTP/")
    ? "the version does not follow the path, as when a space stands in it"
    : reason;
}

const headersTooSlow: Problem = {
  status: 408,
  code: "headers-too-slow",
  title: "The headers did not arrive",
  detail:
    "The request line and headers must arrive within a second of the first byte. Is the empty line there that ends them?",
};

const ended: Problem = {
  status: 400,
  code: "ended",
  title: "The request ended too early",
  detail: "The connection was closed before all of it had come. Is the Content-Length right?",
};

const notHttp = "This is not an HTTP request";

const encrypted: Problem = {
  status: 400,
  code: "not-http",
  title: notHttp,
  detail:
    "The bytes that came are those of TLS. Use an address with http://, or start the mock with --cert and --key.",
};

/** What is wrong with a request without TLS where it is served. */
export const unencrypted: Problem = {
  status: 400,
  code: "not-https",
  title: "This is not HTTPS",
  detail: "The mock was started with a certificate. Use an address with https://.",
};
