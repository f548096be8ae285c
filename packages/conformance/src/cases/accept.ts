import { type BaseRequest, casesOf, withHeaders } from "./base-request.ts";
import type { Case } from "./case.ts";

/** Any media type is accepted, as `curl` does (RFC 9110, 12.5.1). */
export function acceptCases(base: BaseRequest): Case[] {
  const success = base.operation.responses.find(({ isSuccess }) => isSuccess);
  if (success === undefined || success.content.length === 0) return [];
  const accept = "*/*";
  const attempt = {
    name: `with Accept ${accept}`,
    pointer: success.pointer,
    alter: (request: Case["request"]) => withHeaders(request, { accept }),
  };
  return casesOf(base, "accept", [attempt]);
}
