import type { Duplex } from "node:stream";
import type { Problem } from "../problem.ts";
import { problemAnswer } from "../problem.ts";
import { headTooLong } from "../request/head-limit.ts";

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  405: "Method Not Allowed",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
};

/** Answers a connection whose bytes are no request, and ends it. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  // A browser opens connections before it needs them: one on which nothing has come is not slow.
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && "bytesRead" in socket && socket.bytesRead === 0) return;
  writeProblem(socket, problemFor(error.code));
}

/** A CONNECT request asks for a tunnel, and comes on a socket of its own. */
export function refuseTunnel(socket: Duplex): void {
  // The client may go away at any time.
  socket.on("error", () => socket.destroy());
  writeProblem(socket, {
    status: 405,
    code: "tunnel",
    title: "The mock is no proxy",
    detail: "CONNECT asks for a tunnel. Send requests to the mock itself.",
    headers: { allow: "" },
  });
}

function writeProblem(socket: Duplex, problem: Problem): void {
  const { status, headers, body = "" } = problemAnswer(problem);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  const head = [
    `HTTP/1.1 ${status} ${reasons[status] ?? ""}`,
    ...lines,
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join("\r\n")}\r\nconnection: close\r\n\r\n${body}`, () => socket.destroy());
}

function problemFor(code: string | undefined): Problem {
  if (code === "HPE_HEADER_OVERFLOW") return headTooLong;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return {
      status: 408,
      code: "headers-too-slow",
      title: "The headers did not arrive",
      detail: "The request line and headers must arrive within a second of the first byte.",
    };
  }
  return {
    status: 400,
    code: "not-http",
    title: "This is not an HTTP request",
    detail: "The bytes that came do not follow HTTP/1.1.",
  };
}
