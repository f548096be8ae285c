import {
  type Contract,
  isObject,
  type JsonValue,
  type Operation,
  type Parameter,
} from "@workflow-api/contract";
import { type MockAnswer, type MockRequest, refusalHeader } from "../message.ts";

/** A part of a request, and what came of holding it against the contract. */
export interface Check {
  /** Such as `header X-Domain`, `credentials` or `body`. */
  readonly part: string;
  /** `unchecked`: something before it was wrong already. */
  readonly outcome: "valid" | "absent" | "invalid" | "unchecked";
  /** What is wrong. */
  readonly expected?: string;
}

/** What of a request was validated, in the order in which the mock does it. None: no operation was addressed. */
export function validated({ operations }: Contract, request: MockRequest, answer: MockAnswer): Check[] {
  const operation = operations.find(({ operationId }) => operationId === answer.operationId);
  if (operation === undefined) return [];
  const found = violationsOf(answer);
  const unauthenticated = answer.scenario === undefined && answer.status === 401;
  const { security, parameters, requestBody } = operation;
  const parts = [
    ...parameters.map((parameter) => ({
      part: `${parameter.in} ${parameter.name}`,
      sent: isSent(parameter, request),
    })),
    ...(requestBody === undefined && !hasBody(request) ? [] : [{ part: "body", sent: hasBody(request) }]),
  ];
  return [
    ...(security.length === 0 ? [] : [credentials(operation, answer, unauthenticated)]),
    ...parts.map(({ part, sent }): Check => {
      const expected = found.get(part.toLowerCase());
      if (expected !== undefined) return { part, outcome: "invalid", expected };
      if (unauthenticated) return { part, outcome: "unchecked" };
      return { part, outcome: sent ? "valid" : "absent" };
    }),
  ];
}

function credentials({ security }: Operation, { headers }: MockAnswer, refused: boolean): Check {
  if (!refused) return { part: "credentials", outcome: "valid" };
  const ways = security.map((way) => way.map(({ key }) => key).join(" and ")).join(", or ");
  return { part: "credentials", outcome: "invalid", expected: headers[refusalHeader] ?? ways };
}

/** What is wrong, by the part of the request in lower case. */
function violationsOf({ headers, body = "", scenario }: MockAnswer): Map<string, string> {
  if (scenario !== undefined) return new Map();
  const problem = parse(headers["content-type"] === "application/problem+json" ? body : "");
  const errors = isObject(problem) ? problem["errors"] : undefined;
  if (Array.isArray(errors)) {
    return joined(errors.filter(isObject).map((error) => [partOf(error), String(error["expected"])]));
  }
  const violations = parse(headers["sl-violations"] ?? "");
  return joined(
    (Array.isArray(violations) ? violations : []).filter(isObject).flatMap(({ location, message }) => {
      const [side, ...place] = Array.isArray(location) ? location.map(String) : [];
      const part = place[0] === "body" ? "body" : place.slice(0, 2).join(" ");
      return side === "request" ? [[part.toLowerCase(), String(message)] as const] : [];
    }),
  );
}

/** Several things may be wrong with one part. */
function joined(pairs: readonly (readonly [string, string])[]): Map<string, string> {
  const all = new Map<string, string>();
  for (const [part, text] of pairs) {
    const before = all.get(part);
    all.set(part, before === undefined ? text : `${before}; ${text}`);
  }
  return all;
}

function partOf(error: { readonly [name: string]: JsonValue | undefined }): string {
  return (
    error["name"] === undefined ? String(error["in"]) : `${error["in"]} ${error["name"]}`
  ).toLowerCase();
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function hasBody({ body }: MockRequest): boolean {
  return body !== undefined && body.length > 0;
}

function isSent({ in: place, name }: Parameter, { headers, target }: MockRequest): boolean {
  if (place === "path") return true;
  if (place === "header") return headers[name.toLowerCase()] !== undefined;
  if (place === "cookie") return new RegExp(`(^|;)\\s*${escaped(name)}=`).test(headers["cookie"] ?? "");
  const [, query = ""] = target.split("?", 2);
  return [...new URLSearchParams(query).keys()].some((key) => key === name || key.startsWith(`${name}[`));
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
}
