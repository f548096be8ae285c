import { negotiate } from "@workflow-api/contract/http";
import {
  type BaseRequest,
  casesOf,
  createCase,
  expect,
  requestOf,
  validStatuses,
  withHeaders,
} from "./base-request.ts";
import type { Case } from "./case.ts";

/** Content negotiation (RFC 9110, 12.5.1): any media type is accepted, or only a foreign one. */
export function acceptCases(base: BaseRequest): Case[] {
  const { responses } = base.operation;
  const success = responses.find(({ isSuccess }) => isSuccess);
  if (success === undefined || success.content.length === 0) return [];
  const attemptOf = (accept: string) => ({
    name: `with Accept ${accept}`,
    pointer: success.pointer,
    request: withHeaders(requestOf(base), { accept }),
  });
  const right = casesOf(base, "accept", [attemptOf("*/*")]);
  const offered = responses.flatMap(({ content }) => content.map(({ mediaType }) => mediaType));
  if (negotiate("text/html", offered) !== undefined) return right;
  // A server may ignore an `Accept` that it cannot fulfil, unless its contract has a 406 for that.
  const isRefusing = responses.some(({ status }) => status === 406);
  const expected = expect("unacceptable", "406", ...(isRefusing ? [] : validStatuses(base)));
  return [...right, createCase(base, "accept", attemptOf("text/html"), expected)];
}
