import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { MockAnswer } from "../message.ts";
import { problemAnswer } from "../problem.ts";
import { type ClientError, connectionProblem, unencrypted } from "./connection-problem.ts";
import { noteRefusal, type Told } from "./note-refusal.ts";
import { refusedRequest, unreadRequest } from "./refused-request.ts";

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
  const answer = problemAnswer(connectionProblem(error, request.target !== ""));
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
