import type { Duplex } from "node:stream";
import type { HttpRequest, HttpResponse } from "@workflow-api/contract";
import type { Problem } from "../request/problem.ts";

// Responses to what Node's parser takes for no request.

// As in server.ts, an import would load more.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/** Node's error for bytes that are not HTTP. */
interface ClientError extends Error {
  readonly code?: string;
  /** In words that repeat nothing of the input. */
  readonly reason?: string;
}

/**
 * Responds to bytes that are not a request, and closes the connection.
 *
 * @param refuse - Makes the response to what is known of the request.
 */
export function respondToClientError(
  error: ClientError,
  socket: Duplex,
  refuse: (request: HttpRequest, problem: Problem) => HttpResponse,
): void {
  const isEnded = error.code === "ECONNRESET" || error.code === "HPE_INVALID_EOF_STATE";
  if (isEnded || !socket.writable) {
    socket.destroy();
    return;
  }
  // Browsers open connections in advance: one without any bytes is idle, not slow.
  const isIdle = "bytesRead" in socket && socket.bytesRead === 0;
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && isIdle) return;
  // Nothing of it is shown: it may hold a credential anywhere.
  const request = { method: "", path: "", query: "", headers: {}, body: "" };
  writeRaw(socket, refuse(request, connectionProblem(error)));
}

/** Writes a response to a connection, and closes it. */
function writeRaw(socket: Duplex, { body, headers, status }: HttpResponse): void {
  const lines = Object.entries({
    ...headers,
    "content-length": Buffer.byteLength(body),
    connection: "close",
  });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}

function connectionProblem({ code, reason = "they cannot be read" }: ClientError): Problem {
  if (code === "HPE_HEADER_OVERFLOW") return headersTooLong;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return tooSlow;
  const detail = `The bytes do not follow HTTP/1.1 without TLS, which the mock speaks: ${reason}.`;
  return { status: 400, code: "not-http", title: "This is not an HTTP request", detail };
}

const headersTooLong: Problem = {
  status: 431,
  code: "headers-too-long",
  title: "The headers are too long",
  detail: "They may have 32 KiB in all.",
};
const tooSlow: Problem = {
  status: 408,
  code: "too-slow",
  title: "The request did not arrive",
  detail: "Is the Content-Length right?",
};
