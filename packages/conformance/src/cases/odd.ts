import { type HttpRequest, isObject, type Operation } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { createCase, type Draft, expect, requestOf, withHeaders } from "../draft.ts";

/** What is odd about a request, and the request. */
type Odd = readonly [name: string, request: HttpRequest];

/**
 * Requests that hardly anybody thinks of, legal ones and such as are not quite. A server takes them
 * or refuses them as it likes, but does not fail at them: an error of the client is no error of the
 * server (RFC 9110, 15.5).
 */
export function oddCases(draft: Draft): Case[] {
  const request = requestOf(draft);
  const odd = [
    ...(request.method === "GET" ? [["HEAD", { ...request, method: "HEAD" }] as const] : []),
    ...oddSegments(draft.operation, request),
    ...oddPairs(draft.operation, request),
    ...oddHeaders(request),
    ...oddBodies(draft, request),
  ];
  const { pointer } = draft.operation;
  return odd.map(([name, sent]) =>
    createCase(
      draft,
      "odd",
      { name: `no 5XX with ${name}`, pointer, request: sent },
      expect("odd", "2XX", "3XX", "4XX"),
    ),
  );
}

/** Texts that a server decodes, keeps or looks up before it looks at them. */
const oddTexts: readonly (readonly [name: string, text: string])[] = [
  ["bytes that are no UTF-8", "%FF"],
  ["a percent sign alone", "%"],
  ["a zero byte", "%00"],
  ["an encoded slash", "a%2Fb"],
  ["3000 characters", "x".repeat(3000)],
];

function oddSegments({ path: template }: Operation, request: HttpRequest): Odd[] {
  const [path = "", ...query] = request.target.split("?");
  return template.split("/").flatMap((part, index) => {
    const name = /\{([^}]+)\}/.exec(part)?.[1];
    if (name === undefined) return [];
    return oddTexts.map(([told, text]): Odd => {
      const changed = path.split("/").with(index, part.replaceAll(/\{[^}]+\}/g, text));
      return [
        `${told} for ${name}`,
        { ...request, target: [changed.join("/"), ...query].join("?") },
      ];
    });
  });
}

function oddPairs({ parameters }: Operation, request: HttpRequest): Odd[] {
  const [path = "", query = ""] = request.target.split("?");
  const pairs = query.split("&").filter((pair) => pair !== "");
  const asking = (...all: string[]): HttpRequest => ({
    ...request,
    target: `${path}?${all.join("&")}`,
  });
  const known = parameters.filter((parameter) => parameter.in === "query");
  return [
    ["a query that cannot be decoded", asking(...pairs, "%=%FF")],
    ["a query parameter of nobody", asking(...pairs, "unknown_parameter=1")],
    ...known.flatMap(({ name: raw }): Odd[] => {
      const name = encodeURIComponent(raw);
      const others = pairs.filter((pair) => !pair.startsWith(`${name}=`));
      const own = pairs.find((pair) => pair.startsWith(`${name}=`)) ?? `${name}=1`;
      return [
        ...oddTexts.map(
          ([told, text]): Odd => [`${told} for ${raw}`, asking(...others, `${name}=${text}`)],
        ),
        [`a member of ${raw}`, asking(...others, `${name}%5Bx%5D=1`)],
        [`${raw} twice`, asking(...others, own, own)],
        [`${raw} without a value`, asking(...others, name)],
      ];
    }),
  ];
}

/** Headers of HTTP itself, which a server may read whether the contract has them or not. */
function oddHeaders(request: HttpRequest): Odd[] {
  const fields = {
    accept: ";",
    "if-modified-since": "yesterday",
    range: "bytes=5-1",
    "x-unknown": "text",
  };
  return Object.entries(fields).map(([name, value]) => [
    `${name}: ${value}`,
    withHeaders(request, { [name]: value }),
  ]);
}

/**
 * So deep a list is nested that what reads it by calling itself may give up (RFC 8259, section 9).
 */
const depth = 2000;

function oddBodies({ body, operation }: Draft, request: HttpRequest): Odd[] {
  // Without a meaning in the contract (RFC 9110, 9.3.1).
  if (operation.requestBody === undefined || body === undefined) {
    const sent = { ...withHeaders(request, { "content-type": "application/json" }), body: "{}" };
    return [["a body that nobody asks for", sent]];
  }
  const [first] = isObject(body) ? Object.keys(body) : [];
  const twice = `{${JSON.stringify(first)}:null,${request.body.slice(1)}`;
  const withTexts = (text: string): string =>
    JSON.stringify(body, (_, value: unknown) => (typeof value === "string" ? text : value));
  const texts: readonly (readonly [string, string])[] = [
    ...(first === undefined ? [] : [[`the member ${first} twice`, twice] as const]),
    ["a zero character in every text", withTexts("\0")],
    ["half a character in every text", withTexts("\ud800")],
    ["a body that is nested deeply", "[".repeat(depth) + "]".repeat(depth)],
    ["a member called __proto__", '{"__proto__":{"constructor":null}}'],
  ];
  const untyped: Odd = [
    "a body without Content-Type",
    withHeaders(request, { "content-type": undefined }),
  ];
  return [untyped, ...texts.map(([name, text]): Odd => [name, { ...request, body: text }])];
}
