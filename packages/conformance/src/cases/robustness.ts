import type { HttpRequest, Parameter } from "@workflow-api/contract";
import {
  type BaseRequest,
  createCase,
  expect,
  requestOf,
  withHeaders,
  withoutPart,
} from "./base-request.ts";
import { withNumbers } from "./bodies.ts";
import type { Case } from "./case.ts";

/** What is unusual about a request, the same in every operation, and the parameter at fault. */
type UnusualRequest = readonly [kind: string, request: HttpRequest, parameter?: Parameter];

/**
 * Unusual requests, most of them legal. A server may accept or refuse them, but must not fail: a
 * mistake of the client is not a 5xx (RFC 9110, 15.5).
 */
export function robustnessCases(base: BaseRequest): Case[] {
  const { parameters, pointer } = base.operation;
  const requests = [...parameters.flatMap((each) => malformed(base, each)), ...bodies(base)];
  return requests.map(([part, request, parameter]) => {
    const name = `no 5XX with ${part}${parameter === undefined ? "" : ` for ${parameter.name}`}`;
    const attempt = { name, pointer, part, request, at: parameter?.key ?? "" };
    return createCase(base, "robustness", attempt, expect("robustness", "2XX", "3XX", "4XX"));
  });
}

/** Strings that a server may decode, store or look up before it validates them. */
const strings: readonly (readonly [kind: string, text: string])[] = [
  ["bytes that are no UTF-8", "%FF"],
  ["a percent sign alone", "%"],
  ["a zero byte", "%00"],
  ["3000 characters", "x".repeat(3000)],
  ["20 digits", "9".repeat(20)],
];

/** A parameter in the path or in the query as it should not be written. */
function malformed(base: BaseRequest, parameter: Parameter): UnusualRequest[] {
  const { in: place, key, name } = parameter;
  if (place === "header") return [];
  const rest = requestOf(base, { values: withoutPart(base.values, key) });
  const inQuery = (...pairs: string[]): HttpRequest => ({
    ...rest,
    query: [rest.query, ...pairs].filter((pair) => pair !== "").join("&"),
  });
  const query = encodeURIComponent(name);
  const written = strings.map(([kind, text]): UnusualRequest => {
    const path = rest.path.replaceAll(`{${name}}`, () => text);
    return [kind, place === "path" ? { ...rest, path } : inQuery(`${query}=${text}`), parameter];
  });
  if (place === "path") return written;
  return [
    ...written,
    ["a member", inQuery(`${query}%5Bx%5D=1`), parameter],
    ["a second value", inQuery(`${query}=1`, `${query}=1`), parameter],
  ];
}

/** Deep enough to overflow a recursive parser (RFC 8259, section 9). */
const depth = 2000;

function bodies(base: BaseRequest): UnusualRequest[] {
  const body = base.values.get("body");
  const request = requestOf(base);
  // A body that the contract gives no meaning (RFC 9110, 9.3.1).
  if (body === undefined) {
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
    ["20 digits in every number", { ...request, body: withNumbers(body, "9".repeat(20)) }],
    ["a body that is nested deeply", { ...request, body: nested }],
  ];
}
