import { negotiate } from "@workflow-api/contract/http";
import type { Case } from "../case.ts";
import {
  type CaseDraft,
  casesOf,
  createCase,
  expect,
  requestOf,
  validStatuses,
  withHeaders,
} from "../draft.ts";

/** Content negotiation (RFC 9110, 12.5.1): any media type is accepted, or only a foreign one. */
export function acceptCases(draft: CaseDraft): Case[] {
  const { responses } = draft.operation;
  const success = responses.find(({ isSuccess }) => isSuccess);
  if (success === undefined || success.content.length === 0) return [];
  const attemptOf = (accept: string) => ({
    name: `with Accept ${accept}`,
    pointer: success.pointer,
    request: withHeaders(requestOf(draft), { accept }),
  });
  const right = casesOf(draft, "accept", [attemptOf("*/*")]);
  const offered = responses.flatMap(({ content }) => content.map(({ mediaType }) => mediaType));
  if (negotiate("text/html", offered) !== undefined) return right;
  // A server may ignore an `Accept` that it cannot fulfil, unless its contract has a 406 for that.
  const isRefusing = responses.some(({ status }) => status === 406);
  const expected = expect("unacceptable", "406", ...(isRefusing ? [] : validStatuses(draft)));
  return [...right, createCase(draft, "accept", attemptOf("text/html"), expected)];
}
