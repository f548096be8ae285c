import type { Case } from "../case.ts";
import { type CaseDraft, createCase, expect, requestOf, withoutBody } from "../draft.ts";

const commonMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Undeclared paths close to a declared one, once for each path. */
export function pathCases(draft: CaseDraft): Case[] {
  if (!isFirstOfPath(draft)) return [];
  const request = requestOf(draft);
  const segments = request.path.split("/").slice(1);
  const templates = draft.operation.path.split("/").slice(1);
  const variants = [
    ...templates.map(
      (template, index) =>
        [
          `with ${template}_ as segment ${index + 1}`,
          segments.with(index, `${template}_`),
        ] as const,
    ),
    ["with a further segment", [...segments, "unknown"]] as const,
  ];
  return variants.flatMap(([name, other]) => {
    const sent = { ...request, path: `/${other.join("/")}` };
    if (draft.contract.judge(sent).methods.length > 0) return [];
    const attempt = { name, pointer: draft.operation.pointer, request: sent };
    return [createCase(draft, "path", attempt, expect("unknown", "4XX"))];
  });
}

/** Undeclared methods, once for each path. HEAD, OPTIONS and TRACE are up to the server. */
export function methodCases(draft: CaseDraft): Case[] {
  if (!isFirstOfPath(draft)) return [];
  const request = withoutBody(requestOf(draft));
  const { methods } = draft.contract.judge(request);
  const { pointer } = draft.operation;
  return commonMethods
    .filter((method) => !methods.includes(method))
    .map((method) =>
      // A server may say that it implements a method nowhere (RFC 9110, 15.6.2).
      createCase(
        draft,
        "method",
        { name: `by ${method}`, pointer, request: { ...request, method } },
        expect("unknown", "4XX", "501"),
      ),
    );
}

function isFirstOfPath(draft: CaseDraft): boolean {
  const { methods, operation } = draft.contract.judge(requestOf(draft));
  return operation === draft.operation && methods[0] === operation.method;
}
