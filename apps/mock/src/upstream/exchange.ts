import {
  type Contract,
  type HttpRequest,
  type JudgedRequest,
  type JudgedResponse,
  judgeResponse,
  type Note,
  type Violation,
} from "@workflow-api/contract";
import { isJson } from "@workflow-api/contract/http";
import { withoutPatterns } from "../request/problem.ts";
import { createRequestKeys, headerKey } from "../request/request-key.ts";
import { type Explanation, explain } from "../response/explanation.ts";
import type { HttpHeaders } from "../response/headers.ts";
import { ofResponse } from "../response/response-template.ts";
import { type Body, longestBody } from "../server/body.ts";

// What a request to the real service and its response break. What is the same is judged once.

/** A request, and its body as far as it has arrived. */
export interface SentRequest {
  readonly request: HttpRequest;
  /** `undefined`: it has none. */
  readonly body: Body | undefined;
}

/** A response, and its body as far as it has arrived. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly content: Body;
}

/** Judges what a client and a service send to each other. */
export interface ExchangeJudge {
  readonly contract: Contract;
  /** Judges a request by what has arrived of it. Of a body that cannot be read, nothing is said. */
  judgeRequest(sent: SentRequest): JudgedRequest;
  /** What both messages break. Without a response: what the request breaks. */
  explain(sent: SentRequest, judged: JudgedRequest, received?: ReceivedResponse): Explanation;
}

/** How many different requests are remembered, and for each how many responses. */
const mostRequests = 200;
const mostResponses = 5;
/** The longest response that is remembered, in characters. */
const longestResponse = 4000;

/** A judge by a contract, which remembers what it has judged. */
export function createExchangeJudge(contract: Contract): ExchangeJudge {
  const keyOf = createRequestKeys(contract);
  const names = headersOfResponses(contract);
  const requests = new Map<string, JudgedRequest>();
  const explanations = new WeakMap<JudgedRequest, Map<string, Explanation>>();
  return {
    contract,
    judgeRequest(sent) {
      const { body, request } = sent;
      const text = body === undefined ? "" : body.text();
      const key = text === undefined ? undefined : keyOf({ ...request, body: text }, request.path);
      return remember(requests, mostRequests, key, () => judgeRequest(contract, sent));
    },
    explain(sent, judged, received) {
      const text = received?.content.text();
      const make = (): Explanation => explainExchange(sent, judged, received);
      if (received === undefined || text === undefined || text.length > longestResponse)
        return make();
      const known = explanations.get(judged) ?? new Map<string, Explanation>();
      explanations.set(judged, known);
      const key = `${received.status}${headerKey(names, received.headers)}\n${text}`;
      return remember(known, mostResponses, key, make);
    },
  };
}

/** @param key - `undefined`: it is not remembered. */
function remember<Value>(
  known: Map<string, Value>,
  most: number,
  key: string | undefined,
  make: () => Value,
): Value {
  const found = key === undefined ? undefined : known.get(key);
  if (found !== undefined) return found;
  const made = make();
  if (known.size >= most) known.clear();
  if (key !== undefined) known.set(key, made);
  return made;
}

/** The headers of responses that the contract can say something of, in lower case. */
function headersOfResponses({ operations }: Contract): readonly string[] {
  const documented = operations.flatMap(({ responses }) =>
    responses.flatMap((each) => each.headers),
  );
  return [...new Set(["content-type", ...documented.map(({ name }) => name.toLowerCase())])];
}

/**
 * Whether what has arrived of a body is enough to judge its message: of JSON all that is validated,
 * of another media type whether there is a body at all.
 */
export function isJudgeable(headers: HttpHeaders, body: Body | undefined): boolean {
  return body === undefined || body.isEnded() || body.length() > longestToRead(headers);
}

/** How much of a body is read before its message is judged, in bytes. */
export function longestToRead(headers: HttpHeaders): number {
  return isJson(headers["content-type"] ?? "") ? longestBody : 0;
}

function judgeRequest(contract: Contract, { body, request }: SentRequest): JudgedRequest {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const judged = contract.judge({ ...request, method, body: judgedText(body) });
  const violations = judged.violations.filter((each) => isKnown(each, body));
  return { ...judged, violations: withoutPatterns(violations) };
}

/** Whatever is not empty stands for a body that is not read. */
function judgedText(body: Body | undefined): string {
  return body === undefined ? "" : (body.text() ?? (body.length() > 0 ? " " : ""));
}

/** Whether a violation does not only come from a body that is not read. */
function isKnown({ keyword, part }: Violation, body: Body | undefined): boolean {
  if (part !== "body" || body === undefined || body.text() !== undefined) return true;
  return keyword === "content" && body.length() > 0;
}

function explainExchange(
  sent: SentRequest,
  judged: JudgedRequest,
  received?: ReceivedResponse,
): Explanation {
  const { omitted, operation, unauthenticated: missing, violations } = judged;
  const unknown = omitted === undefined ? "has no such operation" : "omits this operation";
  const unvalidated = { part: "path", message: `is sent unchecked: the contract ${unknown}` };
  const ofRequest = [...missing, ...violations].map((each) => ({
    ...each,
    part: `request ${each.part}`,
  }));
  const ofBodies = [
    ...unreadNotes("request", sent.request.headers, sent.body),
    ...(received === undefined ? [] : unreadNotes("response", received.headers, received.content)),
  ];
  const response = judgeReceived(received, judged, sent.request);
  const notes = [...judged.notes, ...response.notes, ...ofBodies];
  return explain("forwarded", {
    operation: operation?.operationId,
    violations: [...ofRequest, ...response.violations],
    notes: operation === undefined ? [unvalidated] : notes,
  });
}

/** What a response breaks. A HEAD and a 304 have no body to judge. */
function judgeReceived(
  received: ReceivedResponse | undefined,
  { operation, values }: JudgedRequest,
  { method }: HttpRequest,
): Pick<JudgedResponse, "notes" | "violations"> {
  const nothing = { violations: [], notes: [] };
  if (operation === undefined || received === undefined) return nothing;
  const { content, headers, status } = received;
  if (status === 304) return nothing;
  const response = { status, headers, body: judgedText(content) };
  const { notes, violations } = judgeResponse(operation, response, values);
  return {
    violations: violations
      .filter((each) => isKnown(each, content) && !(method === "HEAD" && each.part === "body"))
      .map(ofResponse),
    notes: notes.map((note) => ({ ...note, part: `response ${note.part}` })),
  };
}

/** A note on a JSON body that is not validated. */
function unreadNotes(name: string, headers: HttpHeaders, body: Body | undefined): Note[] {
  if (body === undefined || !isJson(headers["content-type"] ?? "")) return [];
  const isTooLong = body.length() > longestBody;
  if (!isTooLong && (!body.isEnded() || body.text() !== undefined)) return [];
  const message = isTooLong
    ? "is not validated: it is longer than 1 MiB"
    : "is not validated: it cannot be decoded, or is longer than 1 MiB when it is";
  return [{ part: `${name} body`, message }];
}
