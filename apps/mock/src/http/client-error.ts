import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { MockAnswer } from "../message.ts";
import type { Problem } from "../problem.ts";
import { problemAnswer } from "../problem.ts";
import { headTooLong } from "../request/head-limit.ts";
import { noteRefusal, type Told } from "./note-refusal.ts";
import { bodyTooSlow } from "./read-body.ts";
import { refusedRequest, unreadRequest } from "./refused-request.ts";

/** What Node tells of bytes that it cannot read. */
export interface ClientError extends Error {
  readonly code?: string;
  /** What is wrong, in words that repeat nothing of what came. */
  readonly reason?: string;
  readonly rawPacket?: Buffer;
  /** How many bytes of the packet could be read. */
  readonly bytesParsed?: number;
}

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  405: "Method Not Allowed",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
};

/** Answers a connection whose bytes are no request, tells of it, and ends it. */
export function answerClientError(told: Told, error: ClientError, socket: Duplex): void {
  // Nothing can be answered before the handshake of TLS.
  if (error.code === "ERR_SSL_HTTP_REQUEST")
    noteRefusal(told, { method: "", target: "", headers: {} }, problemAnswer(unencrypted), true);
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  // A browser opens connections before it needs them: one on which nothing has come is not slow.
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && "bytesRead" in socket && socket.bytesRead === 0) return;
  const request = unreadRequest(socket, error.rawPacket, error.bytesParsed ?? 0);
  const answer = problemAnswer(problemFor(error, request.target !== ""));
  noteRefusal(told, request, answer);
  write(socket, answer);
}

/** A CONNECT request asks for a tunnel, and comes on a socket of its own. */
export function refuseTunnel(told: Told, request: IncomingMessage, socket: Duplex): void {
  // The client may go away at any time.
  socket.on("error", () => socket.destroy());
  const answer = problemAnswer({
    status: 405,
    code: "tunnel",
    title: "The mock is no proxy",
    detail: "CONNECT asks for a tunnel. Send requests to the mock itself.",
    headers: { allow: "" },
  });
  noteRefusal(told, refusedRequest(request), answer);
  write(socket, answer);
}

function write(socket: Duplex, { status, headers, body = "" }: MockAnswer): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  const head = [
    `HTTP/1.1 ${status} ${reasons[status] ?? ""}`,
    ...lines,
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join("\r\n")}\r\nconnection: close\r\n\r\n${body}`, () => socket.destroy());
}

function problemFor({ code, reason, rawPacket }: ClientError, isKnown: boolean): Problem {
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

const unencrypted: Problem = {
  status: 400,
  code: "not-https",
  title: "This is not HTTPS",
  detail: "The mock was started with a certificate. Use an address with https://.",
};
