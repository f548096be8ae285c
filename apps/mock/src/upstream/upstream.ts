import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpMessage, HttpRequest, JudgedRequest, Note } from "@workflow-api/contract";
import type { OpenEntry } from "../controls/journal.ts";
import { failedResponse, type Mock } from "../mock.ts";
import { rejectionProblem } from "../request/problem.ts";
import { type Explanation, explain, type MockResponse } from "../response/explanation.ts";
import { explanationHeaders, problemOf } from "../response/prepared-response.ts";
import { type Body, createBody, longestBody } from "../server/body.ts";
import {
  explainExchange,
  isJudgeable,
  judgeSent,
  longestToRead,
  type ReceivedResponse,
  type SentRequest,
} from "./exchange.ts";
import { endToEnd, joined } from "./headers.ts";
import { keepAtMock } from "./rewrite.ts";
import { createService, failureOf, type Service } from "./service.ts";
import { parseUpstream, type ServicePath, servicePathOf } from "./service-path.ts";

/** The real service behind the mock. */
export interface UpstreamOptions {
  /** Its base URL. Nothing is sent to another host. */
  readonly url: string;
  /** The operationIds of the operations that the mock responds to. Default: none. */
  readonly mocked?: readonly string[] | undefined;
  /** Whether what breaks the contract is refused, in either direction. Default: no. */
  readonly isStrict?: boolean | undefined;
  /** Whether redirects and cookies are rewritten so that clients stay at the mock. Default: no. */
  readonly isRewriting?: boolean | undefined;
  /** How long it may take to respond, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
}

/** A request that is forwarded; its body is not read yet. */
export interface ForwardedRequest {
  readonly mock: Mock;
  readonly request: HttpRequest;
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** The headers that let a page read a response with these. */
  readonly cors: (headers: HttpMessage["headers"]) => HttpMessage["headers"];
}

/** Forwards requests to the real service, and validates both directions. */
export interface Upstream {
  /** Its base URL, without a trailing slash. */
  readonly url: string;
  /** Whether a request is forwarded; otherwise the mock responds to it. */
  takes(mock: Mock, request: HttpRequest): boolean;
  forward(forwarded: ForwardedRequest): Promise<void>;
}

/** How long a body may take to arrive before its head is given back, in milliseconds. */
const longestWait = 1000;

/**
 * @throws {SettingError} The URL has more than a path, or is none.
 * @throws {UsageError} The proxy that the environment names is no URL.
 */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { isRewriting = false, isStrict = false, mocked = [], timeoutMs = 30_000 } = options;
  const url = parseUpstream(options.url);
  const service = createService(new URL(url.origin), timeoutMs);
  return {
    url: url.href.replace(/\/+$/, ""),
    takes(mock, { method, path }) {
      const { operation } = mock.contract.route(method === "HEAD" ? "GET" : method, path);
      if (operation === undefined) return true;
      const { operationId } = operation;
      return !mocked.includes(operationId) && !mock.controls.hasSequence(operationId);
    },
    async forward(forwarded) {
      const { incoming, mock, request, response } = forwarded;
      const { contract } = mock;
      const parts = {
        body: hasBody(request)
          ? createBody(incoming, request.headers["content-encoding"])
          : undefined,
        entry: mock.journal.begin(request),
        servicePath: servicePathOf(contract, url, request.method, request.path),
        client: watchClient(response),
      };
      await forward({ ...forwarded, ...parts, url, service, isRewriting, isStrict });
    },
  };
}

function hasBody({ headers }: HttpRequest): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/** Who waits for a response. */
interface Client {
  /** Whether it has closed the connection before its response was complete. */
  hasLeft(): boolean;
  onLeave(listener: () => void): void;
}

function watchClient(response: ServerResponse): Client {
  let hasLeft = false;
  const listeners: (() => void)[] = [];
  response.once("close", () => {
    if (response.writableFinished) return;
    hasLeft = true;
    for (const listener of listeners) listener();
  });
  return { hasLeft: () => hasLeft, onLeave: (listener) => listeners.push(listener) };
}

interface Forwarding extends ForwardedRequest, SentRequest {
  readonly client: Client;
  readonly entry: OpenEntry;
  readonly isRewriting: boolean;
  readonly isStrict: boolean;
  readonly service: Service;
  readonly servicePath: ServicePath;
  readonly url: URL;
}

async function forward(forwarding: Forwarding): Promise<void> {
  const { body, client, entry, isStrict, mock } = forwarding;
  entry.wait();
  let judged: JudgedRequest | undefined;
  const judge = (): JudgedRequest => {
    judged ??= judgeSent(forwarding);
    return judged;
  };
  try {
    if (isStrict) await body?.read(longestBody);
    if (isStrict && breaksContract(judge(), forwarding.request))
      return give(forwarding, await mock.respond(withBody(forwarding), [], entry));
    const { delay, failure } = mock.controls.decide();
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    if (failure !== undefined) {
      await body?.read(longestBody);
      return respondBy(forwarding, failedResponse(failure, explainExchange(forwarding, judge())));
    }
    if (client.hasLeft()) throw new Error("The client has left.");
    await giveBack(forwarding, await send(forwarding), judge);
  } catch (error) {
    fail(forwarding, explainExchange(forwarding, judge()), error);
  }
}

function send({ body, client, incoming, request, service, servicePath }: Forwarding) {
  const { rawHeaders } = incoming;
  return service.send({
    request,
    path: servicePath.path,
    rawHeaders,
    body,
    onLeave: client.onLeave,
  });
}

/** Says why there is no response, to a client that is still there. */
function fail(forwarding: Forwarding, explanation: Explanation, error: unknown): void {
  const { body, client, url } = forwarding;
  const noted = (note: Note): Explanation => ({
    ...explanation,
    notes: [...explanation.notes, note],
  });
  if (client.hasLeft() || body?.isBroken() === true) {
    // There is no status for it; servers log this one.
    const made = { status: 499, headers: {}, body: "", dropped: true };
    forwarding.response.destroy();
    record(forwarding, { ...made, explanation: noted(clientLeft) });
    return;
  }
  const { isLate, message } = failureOf(error);
  const remedy = isLate ? " --upstream-timeout changes that." : "";
  const problem = {
    status: isLate ? 504 : 502,
    code: isLate ? "upstream-timeout" : "upstream",
    title: "The service gives no response",
    detail: `The service at ${url.origin} ${message}.${remedy}`,
  };
  respondBy(forwarding, problemOf(problem, noted({ part: "service", message })));
}

const clientLeft = { part: "client", message: "closed the connection" };

/** Gives a response back as it came, and says what breaks the contract. */
async function giveBack(
  forwarding: Forwarding,
  message: IncomingMessage,
  judge: () => JudgedRequest,
): Promise<void> {
  const { client, cors, isRewriting, isStrict, response } = forwarding;
  const { rawHeaders, statusCode = 502, statusMessage } = message;
  const headers = joined(message.headers);
  const content = createBody(message, headers["content-encoding"]);
  const received = { status: statusCode, headers, content };
  await readAhead(received, isStrict);
  const kept = keepAtMock(message.headers, forwarding, isRewriting);
  const explainAll = (): Explanation =>
    withNotes(explainExchange(forwarding, judge(), received), kept.notes);
  const early = isKnown(forwarding, received) ? explainAll() : undefined;
  const broken = early?.violations.filter(({ part }) => part.startsWith("response ")) ?? [];
  if (isStrict && early !== undefined && broken.length > 0) {
    const problem = rejectionProblem({ ...brokenResponse, violations: broken });
    return respondBy(forwarding, problemOf(problem, early));
  }
  const explained = explanationHeaders(early ?? explain("forwarded", { notes: kept.notes }));
  const added = { ...cors(headers), ...explained };
  const given = endToEnd(rawHeaders, [...Object.keys(kept.headers), ...Object.keys(added)]);
  response.writeHead(statusCode, statusMessage, { ...given, ...kept.headers, ...added });
  await passOn(content, message, response);
  const endings = endingNotes(client, received);
  record(forwarding, {
    status: statusCode,
    headers: { ...headers, ...joined(kept.headers) },
    body: content.beginning(),
    explanation: withNotes(early ?? explainAll(), endings),
    dropped: endings.length > 0,
  });
}

/** Reads what is necessary to judge a response, unless that takes long. */
async function readAhead({ content, headers }: ReceivedResponse, isStrict: boolean): Promise<void> {
  const isLong = Number(headers["content-length"] ?? 0) > longestBody;
  const isEventStream = headers["content-type"]?.startsWith("text/event-stream") === true;
  if (isLong || isEventStream) return;
  const mostMs = isStrict ? undefined : longestWait;
  // What has arrived of a response that breaks off is given back, too.
  await content.read(longestToRead(headers), mostMs).catch(() => {});
}

/** Whether both messages can be judged already. */
function isKnown({ body, request }: Forwarding, { content, headers }: ReceivedResponse): boolean {
  return isJudgeable(request.headers, body) && isJudgeable(headers, content);
}

/** Passes a body on while it arrives, and its trailers. A connection that breaks breaks both. */
async function passOn(
  content: Body,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await content.passTo(response);
  } catch {
    // What has arrived is given back first.
    response.socket?.destroySoon();
    return;
  }
  const trailers = Object.entries(message.trailers);
  if (trailers.length > 0) response.addTrailers(trailers as [string, string][]);
  response.end();
}

/** Who has ended a response before it was complete. Empty: nobody. */
function endingNotes(client: Client, { content, headers }: ReceivedResponse): Note[] {
  if (content.isBroken()) {
    const length = headers["content-length"];
    const all = length === undefined ? "" : ` of ${length}`;
    return [
      { part: "service", message: `ended the response after ${content.length()}${all} bytes` },
    ];
  }
  return client.hasLeft() ? [clientLeft] : [];
}

const brokenResponse = {
  status: 502,
  code: "upstream-invalid",
  title: "The response of the service breaks the contract",
};

/** Whether a request breaks the contract. What the contract omits is not known to. */
function breaksContract(
  { methods, omitted, operation, unauthenticated, violations }: JudgedRequest,
  { method, path }: HttpRequest,
): boolean {
  if (omitted !== undefined || path === "*") return false;
  if (operation === undefined) return method !== "OPTIONS" || methods.length === 0;
  return unauthenticated.length > 0 || violations.length > 0;
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

function record({ body, entry }: Forwarding, response: MockResponse): void {
  entry.end(response, body?.beginning());
}

function withNotes(explanation: Explanation, notes: readonly Note[]): Explanation {
  return notes.length === 0
    ? explanation
    : { ...explanation, notes: [...explanation.notes, ...notes] };
}

/** The request with its body as far as it is known. */
function withBody({ body, request }: Forwarding): HttpRequest {
  return { ...request, body: body?.text() ?? "" };
}
