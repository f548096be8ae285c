import type { Contract, Parameter } from "@workflow-api/contract";
import { type MockAnswer, type MockRequest, type RequestError, refusalHeader } from "../message.ts";

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
  const found = expectations(answer);
  const refusal = answer.headers[refusalHeader];
  const { security, parameters, requestBody } = operation;
  const parts = [
    ...parameters.map((parameter) => ({
      part: `${parameter.in} ${parameter.name}`,
      sent: isSent(parameter, request),
    })),
    ...(requestBody === undefined && !hasBody(request) ? [] : [{ part: "body", sent: hasBody(request) }]),
  ];
  return [
    ...(security.length === 0 ? [] : [credentials(refusal)]),
    ...parts.map(({ part, sent }): Check => {
      if (refusal !== undefined) return { part, outcome: "unchecked" };
      const expected = expectedOf(found, part.toLowerCase());
      if (expected !== undefined) return { part, outcome: "invalid", expected };
      return { part, outcome: sent ? "valid" : "absent" };
    }),
  ];
}

function credentials(refusal: string | undefined): Check {
  return refusal === undefined
    ? { part: "credentials", outcome: "valid" }
    : { part: "credentials", outcome: "invalid", expected: refusal };
}

/** What is wrong, by the part of the request in lower case. Several things may be wrong with one part. */
function expectations({ errors = [] }: MockAnswer): Map<string, string> {
  const all = new Map<string, string>();
  for (const error of errors) {
    const part = partOf(error);
    const before = all.get(part);
    all.set(part, before === undefined ? error.expected : `${before}; ${error.expected}`);
  }
  return all;
}

/** What is wrong with a part, or with what was sent for it under a name with brackets. */
function expectedOf(found: ReadonlyMap<string, string>, part: string): string | undefined {
  const bracketed = (): string | undefined => [...found].find(([key]) => key.startsWith(`${part}[`))?.[1];
  return found.get(part) ?? bracketed();
}

function partOf({ in: place, name }: RequestError): string {
  const part = (name === undefined ? place : `${place} ${name}`).toLowerCase();
  return part === "header content-type" ? "body" : part;
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
