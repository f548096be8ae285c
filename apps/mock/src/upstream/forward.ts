import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpMessage, HttpRequest, JudgedRequest, Note } from "@workflow-api/contract";
import type { OpenEntry } from "../controls/journal.ts";
import { failedResponse, type Mock } from "../mock.ts";
import { rejectionProblem } from "../request/problem.ts";
import { type Explanation, explain, type MockResponse } from "../response/explanation.ts";
import { explanationHeaders, problemOf } from "../response/response-template.ts";
import { type Body, createBody, longestBody } from "../server/body.ts";
import {
  type ExchangeJudge,
  isJudgeable,
  longestToRead,
  type ReceivedResponse,
  type SentRequest,
} from "./exchange.ts";
import { endToEnd, joined } from "./headers.ts";
import { keepAtMock } from "./rewrite.ts";
import { failureOf, type Service } from "./service.ts";
import type { ServicePath } from "./service-path.ts";

/** A request that is forwarded; its body is not read yet. */
export interface ForwardedRequest {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** The headers that let a page read a response with these. */
  readonly cors: (headers: HttpMessage["headers"]) => HttpMessage["headers"];
}

/** Who waits for a response. */
export interface Client {
  /** Whether it has closed the connection before its response was complete. */
  hasLeft(): boolean;
  onLeave(listener: () => void): void;
}

/** A request on its way, with everything that its response depends on. */
export interface Forwarding extends ForwardedRequest, SentRequest {
  readonly mock: Mock;
  readonly client: Client;
  readonly entry: OpenEntry;
  readonly judge: ExchangeJudge;
  readonly servicePath: ServicePath;
  readonly settings: {
    readonly isRewriting: boolean;
    readonly isStrict: boolean;
    readonly service: Service;
    readonly url: URL;
  };
}

/** How long a body may take to arrive before its head is given back, in milliseconds. */
const longestWait = 1000;

/** Sends a request to the service, and gives its response back. */
export async function forward(forwarding: Forwarding): Promise<void> {
  const { body, client, entry, judge, mock, request, settings } = forwarding;
  entry.wait();
  let found: JudgedRequest | undefined;
  const judged = (): JudgedRequest => {
    found ??= judge.judgeRequest(forwarding);
    return found;
  };
  try {
    if (settings.isStrict) await body?.read(longestBody);
    if (settings.isStrict && breaksContract(judged(), request))
      return give(forwarding, await mock.respond(withBody(forwarding), [], entry));
    const { delay, failure } = mock.controls.decide();
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    if (failure !== undefined) {
      await body?.read(longestBody);
      const explanation = judge.explain(forwarding, judged());
      return respondInstead(forwarding, failedResponse(failure, explanation));
    }
    if (client.hasLeft()) throw new Error("The client has left.");
    await giveBack(forwarding, await sendToService(forwarding), judged);
  } catch (error) {
    fail(forwarding, judge.explain(forwarding, judged()), error);
  }
}

function sendToService(forwarding: Forwarding): Promise<IncomingMessage> {
  const { body, client, incoming, request, servicePath, settings } = forwarding;
  const { rawHeaders } = incoming;
  const { onLeave } = client;
  return settings.service.send({ request, path: servicePath.path, rawHeaders, body, onLeave });
}

/** Says why there is no response, to a client that is still there. */
function fail(forwarding: Forwarding, explanation: Explanation, error: unknown): void {
  const { body, client, settings } = forwarding;
  if (client.hasLeft() || body?.isBroken() === true) {
    // There is no status for it; servers log this one.
    const made = { status: 499, headers: {}, body: "", dropped: true };
    forwarding.response.destroy();
    record(forwarding, { ...made, explanation: addNotes(explanation, [clientLeft]) });
    return;
  }
  const { isLate, message } = failureOf(error);
  const remedy = isLate ? " --upstream-timeout changes that." : "";
  const problem = {
    status: isLate ? 504 : 502,
    code: isLate ? "upstream-timeout" : "upstream",
    title: "The service gives no response",
    detail: `The service at ${settings.url.origin} ${message}.${remedy}`,
  };
  const explained = addNotes(explanation, [{ part: "service", message }]);
  respondInstead(forwarding, problemOf(problem, explained));
}

const clientLeft = { part: "client", message: "closed the connection" };

/** Gives a response back as it came, and says what breaks the contract. */
async function giveBack(
  forwarding: Forwarding,
  message: IncomingMessage,
  judged: () => JudgedRequest,
): Promise<void> {
  const { client, cors, judge, response, settings } = forwarding;
  const { isRewriting, isStrict, url } = settings;
  const { rawHeaders, statusCode = 502, statusMessage } = message;
  const headers = joined(message.headers);
  const content = createBody(message, headers["content-encoding"]);
  const received = { status: statusCode, headers, content };
  await readAhead(received, isStrict);
  const kept = keepAtMock(message.headers, { ...forwarding, url }, isRewriting);
  const explainAll = (): Explanation =>
    addNotes(judge.explain(forwarding, judged(), received), kept.notes);
  const early = canBeJudged(forwarding, received) ? explainAll() : undefined;
  const broken = early?.violations.filter(({ part }) => part.startsWith("response ")) ?? [];
  if (isStrict && early !== undefined && broken.length > 0) {
    const problem = rejectionProblem({ ...brokenResponse, violations: broken });
    return respondInstead(forwarding, problemOf(problem, early));
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
    explanation: addNotes(early ?? explainAll(), endings),
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
function canBeJudged(
  { body, request }: Forwarding,
  { content, headers }: ReceivedResponse,
): boolean {
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
function respondInstead(forwarding: Forwarding, made: MockResponse): void {
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

function addNotes(explanation: Explanation, notes: readonly Note[]): Explanation {
  return notes.length === 0
    ? explanation
    : { ...explanation, notes: [...explanation.notes, ...notes] };
}

/** The request with its body as far as it is known. */
function withBody({ body, request }: Forwarding): HttpRequest {
  return { ...request, body: body?.text() ?? "" };
}
