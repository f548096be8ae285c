import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";
import type { HttpRequest, HttpResponse } from "@workflow-api/contract";
import type { MockAnswer, Why } from "../answer.ts";
import { type Mock, problemAnswer } from "../mock.ts";
import type { Problem } from "../problem.ts";
import { controlPath, isControl } from "./control-api.ts";
import type { Cors } from "./cors.ts";

/** What a server answers with. */
export interface ServerParts {
  /** The mock of the moment: another one after the contract has changed. */
  readonly mock: () => Mock;
  readonly cors: Cors;
  /** Answers the requests below `/__mock`. */
  readonly control: (request: HttpRequest) => HttpResponse;
}

/** A request that is under way. */
interface Exchange extends ServerParts {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
}

const limits = {
  /** In milliseconds. What arrives later is answered with 408. */
  headersTimeout: 1000,
  requestTimeout: 2000,
  connectionsCheckingInterval: 250,
  keepAliveTimeout: 60_000,
  maxHeaderSize: 32 * 1024,
  // The mock answers this itself, and says what is wrong.
  requireHostHeader: false,
};

/** The longest body that is read, in bytes. */
const longestBody = 1024 * 1024;

/** Node's HTTP server before a mock. It does not listen yet. Whatever comes, it goes on. */
export function createHttpServer(parts: ServerParts): Server {
  const server = createServer(limits, (request, response) => {
    // A connection that breaks is the client's affair.
    response.on("error", () => response.destroy());
    const exchange = { ...parts, incoming: request, response };
    handle(exchange).catch((error: unknown) => {
      console.error(error);
      refuse(exchange, internal);
    });
  });
  server.on("clientError", (error, socket) => answerClientError(parts, error, socket));
  server.on("connect", (request, socket) => {
    socket.on("error", () => socket.destroy());
    writeRaw(socket, refusal(parts, known(request), tunnel));
  });
  // Node itself would refuse it without a word.
  server.on("checkExpectation", (incoming, response) =>
    refuse({ ...parts, incoming, response }, expectation),
  );
  return server;
}

async function handle(exchange: Exchange): Promise<void> {
  const { control, cors, incoming, mock, response } = exchange;
  const { headers, method, target } = known(incoming);
  if (headers["host"] === undefined && incoming.httpVersion === "1.1")
    return refuse(exchange, noHost);
  if (
    method === "OPTIONS" &&
    headers["origin"] !== undefined &&
    "access-control-request-method" in headers
  )
    return sendPreflight(exchange);
  const body = await readBody(incoming);
  if (body === undefined) return;
  if (typeof body !== "string") return refuse(exchange, body);
  const request = { method, target, headers, body };
  if (isControl(target)) return send(response, control(request));
  if (target === "/" && isNavigation(request, mock()))
    return send(response, { status: 302, headers: { location: `${controlPath}/` }, body: "" });
  const answer = await mock().answer(request);
  if (answer.dropped) response.destroy();
  else send(response, answer, cors.headersFor(headers["origin"], answer.headers));
}

/** What is known of a request before its body. */
function known({ headers, method = "", url = "" }: IncomingMessage): HttpRequest {
  // Node lists the values of this header only, which no request should have.
  if (headers["set-cookie"] !== undefined) delete headers["set-cookie"];
  return { method, target: url, headers: headers as Record<string, string>, body: "" };
}

/**
 * Whether somebody opened the bare address in a browser, where no operation is. No script can send
 * this header.
 */
function isNavigation({ headers, method }: HttpRequest, { contract }: Mock): boolean {
  return (
    headers["sec-fetch-mode"] === "navigate" && contract.route(method, "/").operation === undefined
  );
}

/** The body as text, or what is wrong with it. `undefined`: the client went away. */
function readBody(incoming: IncomingMessage): Promise<string | Problem | undefined> {
  const { headers } = incoming;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined)
    return Promise.resolve("");
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > longestBody) resolve(bodyTooLong);
      else chunks.push(chunk);
    });
    incoming.once("end", () => resolve(Buffer.concat(chunks).toString()));
    incoming.once("close", () => resolve(undefined));
    incoming.once("error", () => resolve(undefined));
  });
}

function send(
  response: ServerResponse,
  answer: HttpResponse,
  more: HttpResponse["headers"] = {},
): void {
  if (response.destroyed || response.headersSent) return;
  const { body, headers, status } = answer;
  // A 204 has no such header (RFC 9110, 8.6).
  const length = status === 204 ? {} : { "content-length": Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...more, ...length }).end(body);
}

function sendPreflight({ cors, incoming, mock, response }: Exchange): void {
  const request = known(incoming);
  const { allowed, headers } = cors.preflight(request.headers);
  const answer = allowed
    ? { status: 204, headers: {}, body: "" }
    : refusal({ mock }, request, foreignOrigin);
  send(response, answer, headers);
}

/** Answers a request that the mock does not see, and tells the journal of it. */
function refuse({ cors, incoming, mock, response }: Exchange, problem: Problem): void {
  const request = known(incoming);
  const answer = refusal({ mock }, request, problem);
  send(response, answer, cors.headersFor(request.headers["origin"], answer.headers));
}

const refused: Why = {
  operation: undefined,
  scenario: undefined,
  reason: "refused",
  violations: [],
};

function refusal(
  { mock }: Pick<ServerParts, "mock">,
  request: HttpRequest,
  problem: Problem,
): MockAnswer {
  const answer = problemAnswer(problem, refused);
  mock().journal.record(request, answer, performance.now());
  return answer;
}

/** What Node tells of bytes that it cannot read. */
interface ClientError extends Error {
  readonly code?: string;
  /** In words that repeat nothing of what came. */
  readonly reason?: string;
  readonly rawPacket?: Buffer;
}

/** Answers a connection whose bytes are no request, and ends it. */
function answerClientError(parts: ServerParts, error: ClientError, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  // A browser opens connections before it needs them: one on which nothing has come is not slow.
  const isIdle = "bytesRead" in socket && socket.bytesRead === 0;
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && isIdle) return;
  // What follows the request line may be a credential, so nothing else of the packet is told.
  const line = /^([A-Z]{1,20}) (\/[^\s\p{Cc}]{0,1000}) /u.exec(
    error.rawPacket?.toString("latin1") ?? "",
  );
  const request = { method: line?.[1] ?? "", target: line?.[2] ?? "", headers: {}, body: "" };
  writeRaw(socket, refusal(parts, request, connectionProblem(error)));
}

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

function connectionProblem({ code, rawPacket, reason }: ClientError): Problem {
  if (code === "HPE_HEADER_OVERFLOW") return headersTooLong;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return tooSlow;
  // How a TLS handshake begins (RFC 8446, 5.1).
  const isTls = rawPacket?.[0] === 0x16 && rawPacket[1] === 0x03;
  const detail = isTls
    ? "These are the bytes of TLS. Use an address with http://."
    : `The bytes do not follow HTTP/1.1: ${reason ?? "they cannot be read"}. A request begins with a line such as GET /path HTTP/1.1, and its path is percent-encoded.`;
  return { status: 400, code: "not-http", title: "This is not an HTTP request", detail };
}

function problem(status: number, code: string, title: string, detail: string): Problem {
  return { status, code, title, detail };
}

const headersTooLong = problem(
  431,
  "headers-too-long",
  "The headers are too long",
  "They may have 32 KiB in all.",
);
const tooSlow = problem(
  408,
  "too-slow",
  "The request did not arrive",
  "Is the Content-Length right?",
);
const bodyTooLong = problem(
  413,
  "body-too-long",
  "The body is too long",
  "It may have up to 1 MiB.",
);
const tunnel = problem(405, "tunnel", "The mock is no proxy", "Send requests to the mock itself.");
const noHost = problem(400, "host", "The header Host is missing", "HTTP/1.1 asks for it.");
const expectation = problem(
  417,
  "expectation",
  "The header Expect cannot be met",
  "It may be 100-continue.",
);
const foreignOrigin = problem(
  403,
  "origin",
  "Pages of this origin may not read the answers",
  "Only pages of this machine may. To let others in, start the mock with --cors and their origin.",
);
/** Nothing should throw. If something does, this request fails and the next does not. */
const internal = problem(
  500,
  "internal",
  "The mock failed",
  "This is a defect. Its output has the cause.",
);
