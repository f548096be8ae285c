import type { IncomingMessage } from "node:http";
import {
  type HttpRequest,
  type JudgedRequest,
  judgeResponse,
  type Note,
  type Violation,
} from "@workflow-api/contract";
import type { Mock } from "../mock.ts";
import { ofResponse } from "../prepared.ts";
import { withoutPatterns } from "../problem.ts";
import { type Explanation, explain } from "../response.ts";
import { type Body, decodeBody, longestBody } from "./body.ts";
import { joined } from "./headers.ts";

// What a request to the real service and its response break, as far as both have arrived.

/** A request, and its body as far as it has arrived. */
export interface Sent {
  readonly mock: Mock;
  readonly request: HttpRequest;
  readonly body: Body;
}

/** A response, and its body as far as it has arrived. */
export interface Received {
  readonly message: IncomingMessage;
  readonly content: Body;
}

/** A request with its body as far as it is known; `undefined` parts of it are not judged. */
export function judgeSent({ body, mock, request }: Sent): JudgedRequest {
  const text = textOf(body, request.headers["content-encoding"]);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const judged = mock.contract.judge({ ...request, method, body: text ?? "" });
  const isUnread = text === undefined;
  const violations = judged.violations.filter(({ part }) => !(isUnread && part === "body"));
  return { ...judged, violations: withoutPatterns(violations) };
}

/** What both messages break, as far as they are known. */
export function explainExchange(sent: Sent, received?: Received): Explanation {
  const { request } = sent;
  const judged = judgeSent(sent);
  const { notes, omitted, operation, unauthenticated: missing, violations } = judged;
  const unknown = omitted === undefined ? "has no such operation" : "omits this operation";
  const unvalidated = { part: "path", message: `is sent unchecked: the contract ${unknown}` };
  const ofRequest = [...missing, ...violations].map((each) => ({
    ...each,
    part: `request ${each.part}`,
  }));
  return explain("forwarded", {
    operation: operation?.operationId,
    violations: [...ofRequest, ...judgeReceived(received, judged, request)],
    notes: [...(operation === undefined ? [unvalidated] : notes), ...unreadNotes(sent, received)],
  });
}

/** What a response breaks, as far as it is known. A HEAD and a 304 have no body to judge. */
function judgeReceived(
  received: Received | undefined,
  { operation, values }: JudgedRequest,
  { method }: HttpRequest,
): Violation[] {
  const { headers, statusCode = 0 } = received?.message ?? {};
  if (operation === undefined || headers === undefined || statusCode === 304) return [];
  const text = received && textOf(received.content, headers["content-encoding"]);
  const isUnread = text === undefined || method === "HEAD";
  const response = { status: statusCode, headers: joined(headers), body: text ?? "" };
  return judgeResponse(operation, response, values)
    .filter(({ part }) => !(isUnread && part === "body"))
    .map(ofResponse);
}

/** The bodies that have ended and cannot be judged. */
function unreadNotes({ body, request }: Sent, received: Received | undefined): Note[] {
  const bodies = [
    ["request", body, request.headers["content-encoding"]],
    ["response", received?.content, received?.message.headers["content-encoding"]],
  ] as const;
  return bodies.flatMap(([name, content, encoding]) =>
    content?.isEnded() === true && textOf(content, encoding) === undefined
      ? [
          {
            part: `${name} body`,
            message: "is not validated: it is too long, or cannot be decoded",
          },
        ]
      : [],
  );
}

/** A body as a string. `undefined`: it has not ended, is too long, or cannot be decoded. */
export function textOf(body: Body, contentEncoding: string | undefined): string | undefined {
  const bytes = body.bytes();
  const text = bytes && decodeBody(bytes, contentEncoding, mostDecoded);
  return typeof text === "string" ? text : undefined;
}

/** How long a decoded body may be, in bytes. */
const mostDecoded = 50 * longestBody;
