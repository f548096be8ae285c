import type { HttpRequest } from "@workflow-api/contract";
import {
  type BaseRequest,
  casesOf,
  createCase,
  expect,
  requestOf,
  withHeaders,
  withoutPart,
} from "./base-request.ts";
import type { Case } from "./case.ts";

const commonMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** An undeclared path below a declared one. */
export function pathCases(base: BaseRequest): Case[] {
  const alter = (request: HttpRequest): HttpRequest => ({
    ...request,
    path: `${request.path}/unknown`,
  });
  if (base.contract.judge(requestOf(base, { alter })).methods.length > 0) return [];
  const { pointer } = base.operation;
  const attempt = { name: "with a further segment", pointer, alter };
  return [createCase(base, "path", attempt, expect("unknown", "4XX"))];
}

/** Undeclared methods, once for each path. HEAD, OPTIONS and TRACE are up to the server. */
export function methodCases(base: BaseRequest): Case[] {
  const request = requestOf(base);
  const bare = withoutPart(base.values, "body");
  const { methods, operation } = base.contract.judge(request);
  if (operation !== base.operation || methods[0] !== operation.method) return [];
  const { pointer } = operation;
  // A server may say that it implements a method nowhere (RFC 9110, 15.6.2).
  const expected = expect("unknown", "4XX", "501");
  return commonMethods
    .filter((method) => !methods.includes(method))
    .map((method) => {
      const values = method.startsWith("P") ? base.values : bare;
      const alter = (sent: HttpRequest): HttpRequest => ({ ...sent, method });
      return createCase(base, "method", { name: `by ${method}`, pointer, values, alter }, expected);
    });
}

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
