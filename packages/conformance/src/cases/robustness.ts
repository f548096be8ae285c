import type { HttpRequest, Operation } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { type CaseDraft, createCase, expect, requestOf, withHeaders } from "../draft.ts";

/**
 * What is unusual about a request, the same text in every operation, and the parameter that has it.
 */
type UnusualRequest = readonly [kind: string, request: HttpRequest, at?: string];

/**
 * Unusual requests, most of them legal. A server may accept or refuse them, but must not fail: a
 * mistake of the client is not a 5xx (RFC 9110, 15.5).
 */
export function robustnessCases(draft: CaseDraft): Case[] {
  const request = requestOf(draft);
  const { pointer } = draft.operation;
  const requests = [
    ...segments(draft.operation, request),
    ...queries(draft.operation, request),
    ...bodies(draft, request),
  ];
  return requests.map(([part, sent, at]: UnusualRequest) => {
    const name = `no 5XX with ${part}${at === undefined ? "" : ` for ${at}`}`;
    const expected = expect("robustness", "2XX", "3XX", "4XX");
    return createCase(draft, "robustness", { name, pointer, part, request: sent }, expected);
  });
}

/** Strings that a server may decode, store or look up before it validates them. */
const strings: readonly (readonly [kind: string, text: string])[] = [
  ["bytes that are no UTF-8", "%FF"],
  ["a percent sign alone", "%"],
  ["a zero byte", "%00"],
  ["an encoded slash", "a%2Fb"],
  ["3000 characters", "x".repeat(3000)],
];

function segments({ path: template }: Operation, request: HttpRequest): UnusualRequest[] {
  return template.split("/").flatMap((part, index) => {
    const at = /\{([^}]+)\}/.exec(part)?.[1];
    if (at === undefined) return [];
    return strings.map(([kind, text]): UnusualRequest => {
      const changed = request.path.split("/").with(index, part.replaceAll(/\{[^}]+\}/g, text));
      return [kind, { ...request, path: changed.join("/") }, at];
    });
  });
}

function queries({ parameters }: Operation, request: HttpRequest): UnusualRequest[] {
  const pairs = request.query.split("&").filter((pair) => pair !== "");
  const asking = (...all: string[]): HttpRequest => ({ ...request, query: all.join("&") });
  const known = parameters.filter((parameter) => parameter.in === "query");
  return [
    ["an unknown query parameter", asking(...pairs, "unknown_parameter=1")],
    ...known.flatMap(({ name: at }): UnusualRequest[] => {
      const name = encodeURIComponent(at);
      const others = pairs.filter((pair) => !pair.startsWith(`${name}=`));
      const sent = pairs.find((pair) => pair.startsWith(`${name}=`)) ?? `${name}=1`;
      return [
        ...strings.map(
          ([kind, text]): UnusualRequest => [kind, asking(...others, `${name}=${text}`), at],
        ),
        ["a member", asking(...others, `${name}%5Bx%5D=1`), at],
        ["a second value", asking(...others, sent, sent), at],
      ];
    }),
  ];
}

/** Deep enough to overflow a recursive parser (RFC 8259, section 9). */
const depth = 2000;

function bodies({ body, operation }: CaseDraft, request: HttpRequest): UnusualRequest[] {
  // A body that the contract gives no meaning (RFC 9110, 9.3.1).
  if (operation.requestBody === undefined || body === undefined) {
    const sent = { ...withHeaders(request, { "content-type": "application/json" }), body: "{}" };
    return [["a body that is not asked for", sent]];
  }
  const withZeros = JSON.stringify(body, (_, value: unknown) =>
    typeof value === "string" ? "\0" : value,
  );
  const nested = "[".repeat(depth) + "]".repeat(depth);
  return [
    ["a body without Content-Type", withHeaders(request, { "content-type": undefined })],
    ["a zero character in every string", { ...request, body: withZeros }],
    ["a body that is nested deeply", { ...request, body: nested }],
  ];
}
