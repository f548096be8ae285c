import type { Case } from "../case.ts";
import { type CaseDraft, createCase, expect, requestOf, withoutPart } from "../draft.ts";

const commonMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** An undeclared path below a declared one. */
export function pathCases(draft: CaseDraft): Case[] {
  const request = requestOf(draft);
  const below = { ...request, path: `${request.path}/unknown` };
  if (draft.contract.judge(below).methods.length > 0) return [];
  const { pointer } = draft.operation;
  const attempt = { name: "with a further segment", pointer, request: below };
  return [createCase(draft, "path", attempt, expect("unknown", "4XX"))];
}

/** Undeclared methods, once for each path. HEAD, OPTIONS and TRACE are up to the server. */
export function methodCases(draft: CaseDraft): Case[] {
  const request = requestOf(draft);
  const bare = requestOf(draft, { values: withoutPart(draft.values, "body") });
  const { methods, operation } = draft.contract.judge(request);
  if (operation !== draft.operation || methods[0] !== operation.method) return [];
  const { pointer } = operation;
  // A server may say that it implements a method nowhere (RFC 9110, 15.6.2).
  const expected = expect("unknown", "4XX", "501");
  return commonMethods
    .filter((method) => !methods.includes(method))
    .map((method) => {
      const base = method.startsWith("P") ? request : bare;
      const attempt = { name: `by ${method}`, pointer, request: { ...base, method } };
      return createCase(draft, "method", attempt, expected);
    });
}
