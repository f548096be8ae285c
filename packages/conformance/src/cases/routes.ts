import type { Case } from "../case.ts";
import { createCase, type Draft, requestOf, withHeaders } from "../draft.ts";

const tried = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Paths close to one of the contract that it does not have, once for each path. */
export function pathCases(draft: Draft): Case[] {
  if (!isFirstOfPath(draft)) return [];
  const request = requestOf(draft);
  const [path = "", query] = request.target.split("?");
  const segments = path.split("/").slice(1);
  const templates = draft.operation.path.split("/").slice(1);
  const changed = templates.flatMap((template, index) =>
    template === "" || template.includes("{")
      ? []
      : [[`with ${template}_ as segment ${index + 1}`, segments.with(index, `${template}_`)] as const],
  );
  const near = [...changed, ["with a further segment", [...segments, "unknown"]] as const];
  const wrong = near.map(([name, other]) => ({ name, segments: other, statuses: ["4XX"] }));
  // Of a thing the list, and the same path in upper case: a server may have more than its contract.
  const doubtful = [
    ["without the last segment", segments.slice(0, -1)] as const,
    [
      "with its path in upper case",
      segments.map((segment) => (templates.includes(segment) ? segment.toUpperCase() : segment)),
    ] as const,
  ].map(([name, other]) => ({ name, segments: other, statuses: ["2XX", "3XX", "4XX"] }));
  return [...wrong, ...doubtful].flatMap(({ name, segments: other, statuses }) => {
    const target = `/${other.join("/")}`;
    if (draft.contract.route(request.method, target).methods.length > 0) return [];
    return [
      createCase(draft, {
        group: "path",
        name,
        pointer: draft.operation.pointer,
        kind: "unknown",
        statuses,
        request: { ...request, target: query === undefined ? target : `${target}?${query}` },
      }),
    ];
  });
}

/** Methods that a path does not have, once for each path. HEAD, OPTIONS and TRACE are the server's own business. */
export function methodCases(draft: Draft): Case[] {
  if (!isFirstOfPath(draft)) return [];
  const request = withHeaders({ ...requestOf(draft), body: "" }, { "content-type": undefined });
  const [path = ""] = request.target.split("?");
  const { methods } = draft.contract.route(request.method, path);
  return tried
    .filter((method) => !methods.includes(method))
    .map((method) =>
      createCase(draft, {
        group: "method",
        name: `by ${method}`,
        pointer: draft.operation.pointer,
        kind: "unknown",
        // A method that a server has nowhere it may say that it does not have (RFC 9110, 15.6.2).
        statuses: ["4XX", "501"],
        request: { ...request, method },
      }),
    );
}

function isFirstOfPath(draft: Draft): boolean {
  const { method, target } = requestOf(draft);
  const { methods, operation } = draft.contract.route(method, target.split("?")[0] ?? "");
  return operation === draft.operation && methods[0] === method;
}
