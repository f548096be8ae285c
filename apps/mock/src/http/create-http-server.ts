import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { createServer as createSecureServer } from "node:https";
import { setTimeout } from "node:timers/promises";
import type { ControlledServer } from "../controls/api.ts";
import type { Controls } from "../controls/controls.ts";
import { controlsPath, isControl } from "../controls/path.ts";
import type { Mock } from "../create-mock.ts";
import type { MockAnswer, MockRequest } from "../message.ts";
import { type Problem, problemAnswer } from "../problem.ts";
import { headProblem, longestReadHead } from "../request/head-limit.ts";
import { answerClientError, refuseTunnel } from "./client-error.ts";
import type { Cors } from "./cors.ts";
import { noteRefusal } from "./note-refusal.ts";
import { readBody } from "./read-body.ts";
import { plainHeaders, refusedRequest } from "./refused-request.ts";
import { wireForm } from "./wire-form.ts";

/** What a server answers with. */
export interface HttpParts {
  /** The mock of the moment: another one after the contract has changed. */
  readonly mock: () => Pick<Mock, "answer">;
  readonly cors: Cors;
  readonly controls: Controls;
  /** What the controls tell of the server. */
  readonly server: () => Promise<ControlledServer>;
  /** The certificate and its key (PEM). `undefined`: plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Told of each request that was answered or refused. */
  readonly onAnswer?: ((request: MockRequest, answer: MockAnswer, dropped: boolean) => void) | undefined;
}

const limits: ServerOptions = {
  // A header that does not arrive within this time, in milliseconds, is answered with 408.
  headersTimeout: 800,
  connectionsCheckingInterval: 100,
  keepAliveTimeout: 60_000,
  maxHeaderSize: longestReadHead,
  // The mock answers this by itself, and says what is wrong.
  requireHostHeader: false,
};

/** Node's HTTP server before a mock. It does not listen yet. */
export function createHttpServer(parts: HttpParts): Server {
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    response.on("error", destroy);
    handle(parts, request, response).catch((error: unknown) => fail(parts, request, response, error));
  };
  const server =
    parts.tls === undefined
      ? createServer(limits, listener)
      : createSecureServer({ ...limits, ...parts.tls }, listener);
  server.on("clientError", (error, socket) => answerClientError(parts, error, socket));
  server.on("connect", (request, socket) => refuseTunnel(parts, request, socket));
  // Node itself would refuse it without a word.
  server.on("checkExpectation", (request, response) => refuse(parts, request, response, unmetExpectation));
  return server;
}

/** A connection that breaks is the client's affair. Of a request's own errors Node tells only those who listen. */
function destroy(this: ServerResponse): void {
  this.destroy();
}

async function handle(parts: HttpParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = plainHeaders(request);
  if (headers["host"] === undefined && request.httpVersion === "1.1")
    return refuse(parts, request, response, noHost);
  if (
    request.method === "OPTIONS" &&
    headers["origin"] !== undefined &&
    headers["access-control-request-method"] !== undefined
  ) {
    return sendPreflight(parts, request, response);
  }
  const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  const body = hasBody ? await readBody(request) : undefined;
  if (hasBody && body === undefined) return;
  if (body !== undefined && !(body instanceof Uint8Array)) return refuse(parts, request, response, body);
  const { method = "GET", url = "/", rawHeaders } = request;
  const tooLong = headProblem(url, rawHeaders);
  if (tooLong !== undefined) return refuse(parts, request, response, tooLong);
  const asked: MockRequest = { method, target: url, headers, body };
  if (isControl(url)) return sendControl(parts, asked, response);
  await sendAnswer(parts, asked, request, response);
}

/** Answers a request that the mock itself does not see. */
function refuse(
  parts: HttpParts,
  request: IncomingMessage,
  response: ServerResponse,
  problem: Problem,
): void {
  const answer = problemAnswer(problem);
  noteRefusal(parts, refusedRequest(request), answer);
  send(parts, request, response, answer);
}

async function sendAnswer(
  parts: HttpParts,
  asked: MockRequest,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { controls } = parts;
  const next = controls.hasSequences ? controls.next : undefined;
  const answer = await parts.mock().answer(asked, next);
  if (isLost(asked, answer)) return leadToControls(response);
  const outcome = controls.decide(answer);
  controls.journal.record(asked, outcome.answer, outcome.dropped);
  if (outcome.wait > 0) await setTimeout(outcome.wait);
  if (outcome.dropped) response.destroy();
  else send(parts, request, response, outcome.answer);
  parts.onAnswer?.(asked, outcome.answer, outcome.dropped);
}

/** Whether somebody opened the bare address in a browser, where no operation is. No script can send this header. */
function isLost({ headers, method, target }: MockRequest, { operationId, status }: MockAnswer): boolean {
  const isPage = method === "GET" && headers["sec-fetch-mode"] === "navigate";
  return isPage && target === "/" && status === 404 && operationId === undefined;
}

function leadToControls(response: ServerResponse): void {
  response.writeHead(302, { location: `${controlsPath}/` }).end();
}

/** No header of CORS: pages of other origins have no business with the controls. */
async function sendControl(parts: HttpParts, asked: MockRequest, response: ServerResponse): Promise<void> {
  // What a mock that has just started can do without.
  const { answerControls } = await import("../controls/api.ts");
  const { status, headers, body } = answerControls(parts.controls, await parts.server(), asked);
  response.writeHead(status, headers).end(body);
}

function send(
  { cors }: HttpParts,
  request: IncomingMessage,
  response: ServerResponse,
  answer: MockAnswer,
): void {
  if (response.destroyed || response.headersSent) return;
  const { origin } = request.headers;
  const { head, body } = wireForm(cors, origin, answer);
  if (body === undefined) {
    // Of an answer without a body Node says the length, if it may have one, unless the head is written before.
    response.statusCode = answer.status;
    response.setHeaders(new Map(Object.entries(head))).end();
    return;
  }
  response.writeHead(answer.status, head);
  response.end(request.method === "HEAD" ? undefined : body);
}

function sendPreflight(parts: HttpParts, request: IncomingMessage, response: ServerResponse): void {
  const preflight = parts.cors.preflight(plainHeaders(request));
  if (preflight.allowed) {
    response.writeHead(204, preflight.headers).end();
    return;
  }
  const answer = problemAnswer(foreignOrigin);
  noteRefusal(parts, refusedRequest(request), answer);
  response.writeHead(answer.status, { ...answer.headers, ...preflight.headers }).end(answer.body);
}

const foreignOrigin: Problem = {
  status: 403,
  code: "origin",
  title: "Pages of this origin may not read the answers",
  detail:
    "Only pages of this machine may, unless the mock is started with --cors-origin and the origin of the page.",
};

const noHost: Problem = {
  status: 400,
  code: "host",
  title: "The header Host is missing",
  detail: "A request of HTTP/1.1 names the host that it is sent to.",
};

const unmetExpectation: Problem = {
  status: 417,
  code: "expectation",
  title: "The header Expect asks for what nobody can meet",
  detail: "It may ask for 100-continue, and for nothing else (RFC 9110, 10.1.1). Send that, or leave it out.",
};

/** Nothing above should throw. If it does, this request fails and the next does not. */
function fail(parts: HttpParts, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  console.error(error);
  const problem = {
    status: 500,
    code: "internal",
    title: "The mock failed",
    detail: "See its output. This is a defect of the mock.",
  };
  send(parts, request, response, problemAnswer(problem));
}
