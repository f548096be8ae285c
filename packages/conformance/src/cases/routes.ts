import { type BaseRequest, createCase, expect, requestOf, withoutPart } from "./base-request.ts";
import type { Case } from "./case.ts";

const commonMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** An undeclared path below a declared one. */
export function pathCases(base: BaseRequest): Case[] {
  const request = requestOf(base);
  const below = { ...request, path: `${request.path}/unknown` };
  if (base.contract.judge(below).methods.length > 0) return [];
  const { pointer } = base.operation;
  const attempt = { name: "with a further segment", pointer, request: below };
  return [createCase(base, "path", attempt, expect("unknown", "4XX"))];
}

/** Undeclared methods, once for each path. HEAD, OPTIONS and TRACE are up to the server. */
export function methodCases(base: BaseRequest): Case[] {
  const request = requestOf(base);
  const bare = requestOf(base, { values: withoutPart(base.values, "body") });
  const { methods, operation } = base.contract.judge(request);
  if (operation !== base.operation || methods[0] !== operation.method) return [];
  const { pointer } = operation;
  // A server may say that it implements a method nowhere (RFC 9110, 15.6.2).
  const expected = expect("unknown", "4XX", "501");
  return commonMethods
    .filter((method) => !methods.includes(method))
    .map((method) => {
      const sent = method.startsWith("P") ? request : bare;
      const attempt = { name: `by ${method}`, pointer, request: { ...sent, method } };
      return createCase(base, "method", attempt, expected);
    });
}
