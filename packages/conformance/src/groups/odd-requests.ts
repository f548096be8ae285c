import { isJson, isObject, type JsonValue, type Operation, type Parameter } from "@workflow-api/contract";
import type { Case, CaseRequest, Group } from "../case.ts";
import { baseRequest, createCase, type Derivation, sendable, successStatuses } from "../derivation.ts";
import { targetParts } from "../target-parts.ts";

/** A request that differs from a right one in something odd. */
interface Odd {
  readonly group: Group;
  /** What is odd about it. */
  readonly name: string;
  readonly pointer: string;
  readonly request: CaseRequest;
}

/**
 * Requests that hardly anybody thinks of, legal ones and such as are not quite. Whether a server takes them is its own
 * business, but it is not to fail at one: an error of the client is no error of the server (RFC 9110, section 15.5).
 */
export function oddCases(derivation: Derivation, operation: Operation): Case[] {
  const base = baseRequest(derivation, operation);
  const request = sendable(derivation, operation, base);
  const odd = [
    ...oddSegments(operation, request),
    ...oddPairs(operation, request),
    ...oddHeaders(operation, request),
    ...oddBodies(operation, request, base.body),
  ];
  // What is there for a protocol of its own, and what is out of service.
  const others = successStatuses(operation).filter((status) => /^[15]/.test(status));
  return odd.map(({ name, ...parts }) =>
    createCase(derivation, {
      ...parts,
      operation,
      name: `no 5XX with ${name}`,
      verdict: "odd",
      statuses: ["2XX", "3XX", "4XX", ...others],
    }),
  );
}

/** Texts that a server decodes, keeps or looks up before it looks at them. */
const oddTexts: readonly [string, string][] = [
  ["bytes that are no UTF-8", "%FF"],
  ["a percent sign alone", "%"],
  ["a zero byte", "%00"],
  ["an encoded slash", "a%2Fb"],
  ["3000 characters", "x".repeat(3000)],
];

function oddSegments({ parameters, path: template }: Operation, request: CaseRequest): Odd[] {
  const { path, query } = targetParts(request.target);
  const segments = path.split("/");
  return template.split("/").flatMap((part, index) => {
    const [braced, name] = /\{([^}]+)\}/.exec(part) ?? [];
    const parameter = parameters.find((each) => each.in === "path" && each.name === name);
    if (braced === undefined || parameter === undefined) return [];
    return oddTexts.map(([told, text]) => {
      const changed = segments.with(index, part.replace(/\{[^}]+\}/g, text)).join("/");
      const target = query === undefined ? changed : `${changed}?${query}`;
      return about(parameter, told, { ...request, target });
    });
  });
}

function about({ in: place, name, parameterPointer }: Parameter, told: string, request: CaseRequest): Odd {
  const group = place === "path" ? "path" : "parameter";
  return { group, name: `${told} for ${place} ${name}`, pointer: parameterPointer, request };
}

function oddPairs({ parameters, pointer }: Operation, request: CaseRequest): Odd[] {
  const { path, query = "" } = targetParts(request.target);
  const pairs = query.split("&").filter((pair) => pair !== "");
  const having = (others: readonly string[], pair: string): CaseRequest => ({
    ...request,
    target: `${path}?${[...others, pair].join("&")}`,
  });
  const strange = { name: "a query that cannot be decoded", pointer, request: having(pairs, "%=%FF") };
  const known = parameters.filter((each) => each.in === "query");
  return [
    { group: "parameter", ...strange },
    ...known.flatMap((parameter) => {
      const name = encodeURIComponent(parameter.name);
      const others = pairs.filter((pair) => !pair.startsWith(`${name}=`) && !pair.startsWith(`${name}%5B`));
      const twice = pairs.find((pair) => pair.startsWith(`${name}=`)) ?? `${name}=1`;
      return [
        ...oddTexts.map(([told, text]) => about(parameter, told, having(others, `${name}=${text}`))),
        about(parameter, "a member", having(others, `${name}%5Bx%5D=1`)),
        about(parameter, "the same twice", having(pairs, twice)),
      ];
    }),
  ];
}

/** Headers of HTTP itself, which a server may read whether the contract has them or not. */
const oddFields: readonly [string, string][] = [
  ["Accept", ";"],
  ["If-Modified-Since", "yesterday"],
  ["Range", "bytes=5-1"],
];

function oddHeaders({ pointer }: Operation, request: CaseRequest): Odd[] {
  return oddFields.map(([field, value]) => ({
    group: field === "Accept" ? "accept" : "parameter",
    name: `${field}: ${value}`,
    pointer,
    request: { ...request, headers: { ...request.headers, [field]: value } },
  }));
}

/** So deep a list is nested that what reads it by calling itself may give up (RFC 8259, section 9). */
const depth = 2000;

function oddBodies({ requestBody }: Operation, request: CaseRequest, body: JsonValue | undefined): Odd[] {
  const type = request.headers["Content-Type"] ?? "";
  if (requestBody === undefined || body === undefined || !isJson(type)) return [];
  const texts: readonly [string, string][] = [
    ["a zero character in every text", JSON.stringify(withTexts(body, "\0"))],
    ["half a character in every text", JSON.stringify(withTexts(body, "\ud800"))],
    ["a body that is nested deeply", "[".repeat(depth) + "]".repeat(depth)],
    ["a member called __proto__", '{"__proto__":{"constructor":null}}'],
  ];
  const { pointer } = requestBody;
  return texts.map(([name, text]) => ({ group: "body", name, pointer, request: { ...request, body: text } }));
}

/** A value whose texts are all another. */
function withTexts(value: JsonValue, text: string): JsonValue {
  if (typeof value === "string") return text;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, text));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withTexts(member ?? null, text)]),
  );
}
