import type { HttpRequest, Parameter } from "@workflow-api/contract";
import { type BaseRequest, createCase, expect, withHeaders, withoutPart } from "./base-request.ts";
import { withNumbers } from "./bodies.ts";
import type { Case } from "./case.ts";

/** What is unusual about a request, the same in every operation, and the parameter at fault. */
interface UnusualRequest {
  readonly kind: string;
  readonly alter: (request: HttpRequest) => HttpRequest;
  readonly parameter?: Parameter;
}

/**
 * Unusual requests, most of them legal. A server may accept or refuse them, but must not fail: a
 * mistake of the client is not a 5xx (RFC 9110, 15.5).
 */
export function robustnessCases(base: BaseRequest): Case[] {
  const { parameters, pointer } = base.operation;
  const requests = [
    ...parameters.flatMap((parameter) => malformed(parameter)),
    ...unusualBodies(base),
  ];
  return requests.map(({ alter, kind: part, parameter }) => {
    const name = `no 5XX with ${part}${parameter === undefined ? "" : ` for ${parameter.name}`}`;
    const at = parameter?.key ?? "";
    const attempt = { name, pointer, part, alter, at, values: withoutPart(base.values, at) };
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
function malformed(parameter: Parameter): UnusualRequest[] {
  const { in: place, name } = parameter;
  const inPath =
    (text: string): UnusualRequest["alter"] =>
    (request) => ({ ...request, path: request.path.replaceAll(`{${name}}`, () => text) });
  const query = encodeURIComponent(name);
  const inQuery =
    (...pairs: string[]): UnusualRequest["alter"] =>
    (request) => {
      const sent = [request.query, ...pairs.map((pair) => query + pair)];
      return { ...request, query: sent.filter((pair) => pair !== "").join("&") };
    };
  if (place === "path")
    return strings.map(([kind, text]) => ({ kind, alter: inPath(text), parameter }));
  if (place !== "query") return [];
  return [
    ...strings.map(([kind, text]) => ({ kind, alter: inQuery(`=${text}`), parameter })),
    { kind: "a member", alter: inQuery("%5Bx%5D=1"), parameter },
    { kind: "a second value", alter: inQuery("=1", "=1"), parameter },
  ];
}

/** Deep enough to overflow a recursive parser (RFC 8259, section 9). */
const depth = 2000;

function unusualBodies({ operation, values }: BaseRequest): UnusualRequest[] {
  const withBody =
    (change: (body: string) => string): UnusualRequest["alter"] =>
    (request) => ({ ...request, body: change(request.body) });
  if (!values.has("body")) {
    const alter: UnusualRequest["alter"] = (request) => ({
      ...withHeaders(request, { "content-type": "application/json" }),
      body: "{}",
    });
    // A body that the contract gives no meaning (RFC 9110, 9.3.1).
    return [{ kind: "a body that is not asked for", alter }];
  }
  if (!operation.requestBody?.content.length) return [];
  const withZeros = (body: string): string =>
    JSON.stringify(JSON.parse(body), (_, value: unknown) =>
      typeof value === "string" ? "\0" : value,
    );
  const nested = "[".repeat(depth) + "]".repeat(depth);
  return [
    {
      kind: "a body without Content-Type",
      alter: (request) => withHeaders(request, { "content-type": undefined }),
    },
    { kind: "a zero character in every string", alter: withBody(withZeros) },
    {
      kind: "20 digits in every number",
      alter: withBody((body) => withNumbers(body, "9".repeat(20))),
    },
    { kind: "a body that is nested deeply", alter: withBody(() => nested) },
  ];
}
