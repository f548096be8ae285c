import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { createConnection, reasonOf } from "@workflow-api/conformance/connection";
import {
  createRedactor,
  type HttpMessage,
  type HttpRequest,
  type JudgedRequest,
} from "@workflow-api/contract";
import { isJson, requestTarget } from "@workflow-api/contract/http";
import { challengeOf } from "../credentials.ts";
import { failedResponse, type Mock } from "../mock.ts";
import { explanationHeaders, problemOf } from "../prepared.ts";
import { invalid, rejectionProblem, unauthenticated, unrouted } from "../problem.ts";
import { explain, type MockResponse } from "../response.ts";
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
    const judged = judgeSent(forwarding);
    const refused = isStrict ? refusalOf(forwarding, judged) : undefined;
    if (refused !== undefined) return respondBy(forwarding, refused);
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

/** The mock's own response to a request that breaks the contract, if it does. */
function refusalOf({ mock, request }: Forwarding, judged: JudgedRequest): MockResponse | undefined {
  const { methods, notes, operation, unauthenticated: missing, violations } = judged;
  const { contract } = mock;
  const redactor = createRedactor(contract);
  const rejected =
    operation === undefined
      ? unrouted(contract, request, redactor.target(request.path), methods)
      : missing.length > 0
        ? unauthenticated(missing, challengeOf(operation))
        : invalid(violations);
  if (rejected.violations.length === 0) return undefined;
  const parts = { operation: operation?.operationId, violations: rejected.violations, notes };
  return problemOf(rejectionProblem(rejected, judged, redactor), explain("refused", parts));
}

/** Responds in place of the service. */
function respondBy(forwarding: Forwarding, made: MockResponse): void {
  const { cors, response } = forwarding;
  const isBroken = response.headersSent || response.destroyed;
  if (isBroken || made.dropped) response.destroy();
  else {
    const length = { "content-length": String(Buffer.byteLength(made.body)) };
    const headers = { ...made.headers, ...cors(made.headers), ...length };
    response.writeHead(made.status, headers).end(made.body);
  }
  record(forwarding, { ...made, dropped: isBroken || made.dropped });
}

function record({ body, mock, request, started }: Forwarding, response: MockResponse): void {
  const text = textOf(body, request.headers["content-encoding"]) ?? "";
  mock.journal.record({ ...request, body: text }, response, started);
}
