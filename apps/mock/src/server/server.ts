import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import type { HttpRequest, HttpResponse, Violation } from "@workflow-api/contract";
import { parseTarget } from "@workflow-api/contract/http";
import { controlPath, isControl } from "../controls/control-api.ts";
import type { Mock } from "../mock.ts";
import { bodyTooLong, type Problem, type Rejection, rejectionProblem } from "../request/problem.ts";
import { explain, type MockResponse } from "../response/explanation.ts";
import type { HttpHeaders } from "../response/headers.ts";
import { problemOf } from "../response/response-template.ts";
import type { Upstream } from "../upstream/upstream.ts";
import {
  controlsOrigin,
  foreignOrigin,
  originNotes,
  refuseForeignOrigin,
  refuseHost,
  refuseHostCount,
} from "./access.ts";
import { createBody, decodeBody, hasBody, longestBody } from "./body.ts";
import { respondToClientError } from "./client-error.ts";
import type { Cors } from "./cors.ts";

// An import would also load Node's fetch, a third of the time until the mock listens.
const { createServer } = process.getBuiltinModule("node:http");

/** The parts that handle requests. */
export interface ServerParts {
  /** The current mock: a new one after the contract has changed. */
  readonly mock: () => Mock;
  readonly cors: Cors;
  /** Responds to requests below `/__mock`. */
  readonly control: (request: HttpRequest) => HttpResponse;
  /** Whether the page and the controls are served; health and readiness are in any case. */
  readonly hasControls: boolean;
  /** The host names in lower case under which a real service is reached, beside this machine's. */
  readonly hosts: ReadonlySet<string>;
  /** The real service behind the mock. `undefined`: there is none. */
  readonly upstream?: Upstream | undefined;
  /** Whether the server is being stopped, so that no connection is kept. */
  readonly isStopping: () => boolean;
}

/** A request in progress. */
interface ServerExchange {
  readonly parts: ServerParts;
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** The request without its body. */
  readonly head: HttpRequest;
}

const limits = {
  /** In milliseconds, after which the response is a 408. */
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 60_000,
  maxHeaderSize: 32 * 1024,
  // The mock reports a missing Host itself, and says what is wrong.
  requireHostHeader: false,
};

/**
 * Node's HTTP server in front of a mock, not listening yet. No input stops it.
 *
 * @param options - What is not as usual.
 */
export function createHttpServer(parts: ServerParts, options: ServerOptions = {}): Server {
  const server = createServer({ ...limits, ...options }, (incoming, response) => {
    // A broken connection concerns the client alone.
    response.on("error", () => response.destroy());
    void serveRequest({ parts, incoming, response, head: readHead(incoming) });
  });
  server.on("clientError", (error, socket) => {
    respondToClientError(error, socket, (request, reason) => refusal(parts, request, reason));
  });
  return server;
}

async function serveRequest(exchange: ServerExchange): Promise<void> {
  try {
    await handle(exchange);
  } catch (error) {
    console.error(error);
    refuseRequest(exchange, internal);
  }
}

async function handle(exchange: ServerExchange): Promise<void> {
  const { head, incoming, parts, response } = exchange;
  const { control, mock, upstream } = parts;
  const { headers, path } = head;
  const refused = refuseHostCount(incoming) ?? refuseForeign(parts, head);
  if (refused !== undefined) return rejectRequest(exchange, refused);
  if (isPreflight(head)) return respondToPreflight(exchange);
  const isOfControls = isControl(path);
  const forward = isOfControls ? undefined : upstream?.forwarderFor(mock(), head);
  if (forward !== undefined) {
    const cors = (made: HttpHeaders): HttpHeaders => sharingHeaders(exchange, made);
    return await forward({ incoming, response, cors });
  }
  const body = hasBody(head) ? await readRequestBody(incoming) : "";
  if (body === undefined) return;
  if (typeof body !== "string") return refuseRequest(exchange, body);
  const request = body === "" ? head : { ...head, body };
  if (isOfControls) return write(exchange, control(request));
  if (isNavigation(exchange)) return write(exchange, controlsPage);
  const made = await mock().respond(request, originNotes(parts.cors, headers));
  if (made.dropped) response.destroy();
  else write(exchange, made, sharingHeaders(exchange, made.headers));
}

/** The headers that let a page read a response with these. */
function sharingHeaders({ head, parts }: ServerExchange, made: HttpHeaders): HttpHeaders {
  const { origin } = head.headers;
  return origin === undefined ? none : parts.cors.headersFor(origin, made);
}

const none: HttpHeaders = {};

function isPreflight({ headers, method }: HttpRequest): boolean {
  return (
    method === "OPTIONS" &&
    headers["origin"] !== undefined &&
    "access-control-request-method" in headers
  );
}

/** Every page that a person visits could otherwise call the service behind the mock. */
function refuseForeign(
  { cors, hosts, upstream }: ServerParts,
  { headers, path }: HttpRequest,
): Rejection | undefined {
  if (upstream === undefined || isControl(path)) return undefined;
  return refuseHost(headers, hosts) ?? refuseForeignOrigin(headers, cors);
}

/** A request before its body is read. */
function readHead({ headers, method = "", url = "" }: IncomingMessage): HttpRequest {
  // Node lists the values of this header alone, which no request should have.
  if (headers["set-cookie"] !== undefined) delete headers["set-cookie"];
  const { path, query } = parseTarget(url);
  return { method, path, query, headers: headers as Record<string, string>, body: "" };
}

/**
 * Whether a person opened the root in a browser, where no operation is. Scripts cannot send this
 * header.
 */
function isNavigation({ head, parts }: ServerExchange): boolean {
  const { headers, method, path, query } = head;
  const isRoot = path === "/" && query === "" && headers["sec-fetch-mode"] === "navigate";
  return (
    isRoot && parts.hasControls && parts.mock().contract.route(method, "/").operation === undefined
  );
}

const controlsPage = { status: 302, headers: { location: `${controlPath}/` }, body: "" };

/** The body as a string, or what is wrong with it. `undefined`: the client has disconnected. */
async function readRequestBody(incoming: IncomingMessage): Promise<string | Problem | undefined> {
  const body = createBody(incoming);
  try {
    if (!(await body.read(longestBody))) return bodyTooLong;
    return decodeBody(body.bytes() ?? Buffer.alloc(0), incoming.headers["content-encoding"]);
  } catch {
    return undefined;
  }
}

function write(
  { parts, response }: ServerExchange,
  { body, headers, status }: HttpResponse,
  more: HttpHeaders = none,
): void {
  if (response.destroyed || response.headersSent) return;
  // A 204 has no Content-Length (RFC 9110, 8.6), and a HEAD has that of its GET.
  const hasLength = status !== 204 && !(response.req.method === "HEAD" && body === "");
  const all: Record<string, string | number> = { ...headers, ...more };
  if (hasLength) all["content-length"] = Buffer.byteLength(body);
  if (parts.isStopping()) all["connection"] = "close";
  response.writeHead(status, all).end(body);
}

function respondToPreflight(exchange: ServerExchange): void {
  const { head, parts } = exchange;
  const { allowed, headers } = parts.cors.preflight(head.headers);
  // Pages of other origins never reach the controls, whatever --cors allows.
  const isClosed = isControl(head.path);
  if (allowed && !isClosed) write(exchange, { status: 204, headers, body: "" });
  else {
    const rejected = isClosed ? controlsOrigin : foreignOrigin;
    const made = refusal(parts, head, rejectionProblem(rejected), rejected.violations);
    write(exchange, made, { vary: headers["vary"] ?? "" });
  }
}

/** Refuses a request that does not reach the mock, and records it in the journal. */
function refuseRequest(
  exchange: ServerExchange,
  problem: Problem,
  violations: readonly Violation[] = [],
): void {
  const { head, parts } = exchange;
  const made = refusal(parts, head, problem, violations);
  write(exchange, made, parts.cors.headersFor(head.headers["origin"], made.headers));
}

/** The same for what a request has to be. */
function rejectRequest(exchange: ServerExchange, rejected: Rejection): void {
  refuseRequest(exchange, rejectionProblem(rejected), rejected.violations);
}

function refusal(
  { mock }: ServerParts,
  request: HttpRequest,
  problem: Problem,
  violations: readonly Violation[] = [],
): MockResponse {
  const made = problemOf(problem, explain("refused", { violations }));
  mock().journal.begin(request).end(made);
  return made;
}

/** A bug must fail one request, not the server. */
const internal: Problem = {
  status: 500,
  code: "internal",
  title: "The mock failed",
  detail: "This is a defect. Its output has the cause.",
};
