import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { createConnection, reasonOf } from "@workflow-api/conformance/connection";
import type { HttpMessage, HttpRequest, JudgedRequest } from "@workflow-api/contract";
import { isJson, requestTarget } from "@workflow-api/contract/http";
import { failedResponse, type Mock } from "../mock.ts";
import { explanationHeaders, problemOf } from "../prepared.ts";
import { rejectionProblem } from "../problem.ts";
import type { MockResponse } from "../response.ts";
import { createBody, longestBody } from "./body.ts";
import { endToEnd, joined } from "./headers.ts";
import { explainExchange, judgeSent, type Sent, textOf } from "./verdict.ts";

/** The real service behind the mock. */
export interface UpstreamOptions {
  /** Its base URL. Nothing is sent to another host. */
  readonly url: string;
  /** The operationIds of the operations that the mock responds to. Default: none. */
  readonly mocked?: readonly string[] | undefined;
  /** Whether what breaks the contract is refused, in either direction. Default: no. */
  readonly isStrict?: boolean;
}

/** A request that is forwarded; its body is not read yet. */
export interface Exchange extends Omit<Sent, "body"> {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** The headers that let a page read a response with these. */
  readonly cors: (headers: HttpMessage["headers"]) => HttpMessage["headers"];
}

/** Forwards requests to the real service, and validates both directions. */
export interface Upstream {
  /** Whether a request is forwarded; otherwise the mock responds to it. */
  takes(mock: Mock, request: HttpRequest): boolean;
  forward(exchange: Exchange): Promise<void>;
}

/** How long a JSON body may take to arrive before its head is given back, in milliseconds. */
const longestWait = 1000;

/** @throws {Error} The proxy that the environment names is no URL. */
export function createUpstream({ isStrict = false, mocked = [], url }: UpstreamOptions): Upstream {
  const connect = createConnector(new URL(url));
  return {
    takes(mock, { method, path }) {
      const { operation } = mock.contract.route(method === "HEAD" ? "GET" : method, path);
      if (operation === undefined) return true;
      const { operationId } = operation;
      return !mocked.includes(operationId) && !mock.controls.hasSequence(operationId);
    },
    async forward(exchange) {
      const body = createBody(exchange.incoming);
      await forward({ ...exchange, body, isStrict, connect, started: performance.now() });
    },
  };
}

interface Forwarding extends Exchange, Sent {
  readonly isStrict: boolean;
  readonly started: number;
  readonly connect: Connect;
}

/** Opens a request to the service. */
type Connect = (incoming: IncomingMessage, request: HttpRequest) => ClientRequest;

/**
 * Opens requests below a base URL, through the proxy that the environment names. Each has a
 * connection of its own: one that was kept may be closed while a request is sent.
 */
function createConnector(base: URL): Connect {
  const { open } = createConnection(base, process.env);
  return ({ rawHeaders }, request) => {
    const headers = { ...endToEnd(rawHeaders, ["host", "expect"]), host: base.host };
    return open({ method: request.method, path: requestTarget(request), headers });
  };
}

async function forward(forwarding: Forwarding): Promise<void> {
  const { body, isStrict, mock, request } = forwarding;
  try {
    if (isStrict) await body.read(Number.POSITIVE_INFINITY);
    else if (isJson(request.headers["content-type"] ?? "")) await body.read(longestBody);
    if (isStrict && breaksContract(judgeSent(forwarding)))
      return give(forwarding, await mock.respond(withText(forwarding)));
    const { delay, failure } = mock.controls.decide();
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    if (failure !== undefined)
      return respondBy(forwarding, failedResponse(failure, explainExchange(forwarding)));
    await giveBack(forwarding, await send(forwarding));
  } catch (error) {
    const [, reason] = reasonOf(error);
    const problem = { status: 502, code: "upstream", title: "The service gives no response" };
    const detail = `The service behind the mock cannot be reached: ${reason}.`;
    const { notes, ...explanation } = explainExchange(forwarding);
    const note = { part: "service", message: `cannot be reached: ${reason}` };
    respondBy(
      forwarding,
      problemOf({ ...problem, detail }, { ...explanation, notes: [...notes, note] }),
    );
  }
}

/** Sends a request while its body arrives. A response may come before all of it was sent. */
function send({
  body,
  connect,
  incoming,
  request,
  response,
}: Forwarding): Promise<IncomingMessage> {
  const sent = connect(incoming, request);
  response.once("close", () => sent.destroy());
  return new Promise((resolve, reject) => {
    sent.once("response", resolve).on("error", reject);
    pipeline(body.chunks(), sent).catch(reject);
  });
}

/** Gives a response back as it came, and says what breaks the contract. */
async function giveBack(forwarding: Forwarding, message: IncomingMessage): Promise<void> {
  const { cors, isStrict, response } = forwarding;
  const content = createBody(message);
  const received = { message, content };
  const { headers, statusCode = 502, statusMessage } = message;
  if (isStrict) await content.read(Number.POSITIVE_INFINITY);
  else if (isJson(headers["content-type"] ?? "")) await content.read(longestBody, longestWait);
  const explanation = explainExchange(forwarding, received);
  const violations = explanation.violations.filter(({ part }) => part.startsWith("response "));
  if (isStrict && violations.length > 0) {
    const problem = rejectionProblem({ ...brokenResponse, violations });
    return respondBy(forwarding, problemOf(problem, explanation));
  }
  const further = { ...cors(joined(headers)), ...explanationHeaders(explanation) };
  const passed = endToEnd(message.rawHeaders, Object.keys(further));
  response.writeHead(statusCode, statusMessage, { ...passed, ...further });
  await pipeline(content.chunks(), response, { end: false }).catch(() => response.destroy());
  if (!response.destroyed) {
    response.addTrailers(Object.entries(message.trailers) as [string, string][]);
    response.end();
  }
  record(forwarding, {
    status: statusCode,
    headers: joined(headers),
    body: textOf(content, headers["content-encoding"]) ?? "",
    explanation: explainExchange(forwarding, received),
    dropped: response.destroyed,
  });
}

const brokenResponse = {
  status: 502,
  code: "upstream-invalid",
  title: "The response of the service breaks the contract",
};

function breaksContract({ operation, unauthenticated, violations }: JudgedRequest): boolean {
  return operation === undefined || unauthenticated.length > 0 || violations.length > 0;
}

/** Responds in place of the service, and records it. */
function respondBy(forwarding: Forwarding, made: MockResponse): void {
  const dropped = made.dropped || forwarding.response.headersSent || forwarding.response.destroyed;
  give(forwarding, { ...made, dropped });
  record(forwarding, { ...made, dropped });
}

function give(
  { cors, response }: Forwarding,
  { body, dropped, headers, status }: MockResponse,
): void {
  const length = { "content-length": String(Buffer.byteLength(body)) };
  if (dropped) response.destroy();
  else response.writeHead(status, { ...headers, ...cors(headers), ...length }).end(body);
}

function record(forwarding: Forwarding, response: MockResponse): void {
  forwarding.mock.journal.record(withText(forwarding), response, forwarding.started);
}

/** The request with its body as far as it is known. */
function withText({ body, request }: Forwarding): HttpRequest {
  return { ...request, body: textOf(body, request.headers["content-encoding"]) ?? "" };
}
