import { appendPointer, findOperation, type Operation, valueAt } from "@workflow-api/contract";
import type { FoundViolation } from "./engine/engine.ts";
import type { MockAnswer, RequestError } from "./message.ts";
import { withErrors } from "./problem.ts";
import { cookieValues } from "./request/cookies.ts";
import { misspelt } from "./request/query-shape.ts";
import type { ReadRequest } from "./request/read-request.ts";

/**
 * The answer to a request that breaks the contract, which says what came beside what Prism says.
 * @param credentials The names of what holds credentials, in lower case.
 */
export function explainViolations(
  answer: MockAnswer,
  violations: readonly FoundViolation[],
  read: ReadRequest,
  operation: Operation | undefined,
  credentials: ReadonlySet<string>,
): MockAnswer {
  if (operation === undefined || violations.length === 0) return answer;
  return withErrors(
    answer,
    violations.map((violation) => explain(violation, read, operation, credentials)),
  );
}

function explain(
  { location, code, message, received: came }: FoundViolation,
  read: ReadRequest,
  operation: Operation,
  credentials: ReadonlySet<string>,
): RequestError {
  if (code === "415") return wrongType(message, read);
  // Prism says of a body that is missing that it is, and not where.
  const [place = /^Body\b/.test(message) ? "body" : "request", ...path] = location;
  const [, missing] = /must have required property '(.+)'/.exec(message) ?? [];
  if (place === "body" || place === "request") {
    const pointer = appendPointer("", ...path);
    const received = missing === undefined ? shown(came ?? bodyValue(read.body, pointer)) : {};
    return { in: place, ...(pointer !== "" && { pointer }), expected: expectation(message), ...received };
  }
  const [sent = missing ?? "", ...inside] = path;
  if (code === misspelt) return { in: place, name: sent, expected: expectation(message) };
  const name = spelt(operation, place, sent);
  const pointer = appendPointer("", ...inside);
  const received = credentials.has(name.toLowerCase())
    ? {}
    : shown(came ?? parameterOf(read, operation, place, [name, ...inside]));
  const expected = path.length === 0 ? "must be sent" : expectation(message);
  return { in: place, name, ...(pointer !== "" && { pointer }), expected, ...received };
}

function wrongType(message: string, { headers }: ReadRequest): RequestError {
  const types = message.replace(/^.*?: /, "");
  return {
    in: "header",
    name: "Content-Type",
    expected: `must be ${types}`,
    ...shown(headers["content-type"]),
  };
}

/** What Prism's message says after it has said where. */
function expectation(message: string): string {
  return /\b(?:must|is)\b.*$/s.exec(message)?.[0] ?? message;
}

/** The name as the contract spells it: Prism says it in lower case. */
function spelt({ parameters }: Operation, place: string, name: string): string {
  const lower = name.toLowerCase();
  return (
    parameters.find((parameter) => parameter.in === place && parameter.name.toLowerCase() === lower)?.name ??
    name
  );
}

function parameterOf(
  read: ReadRequest,
  operation: Operation,
  place: string,
  [name = "", member]: readonly string[],
): unknown {
  if (place === "header") return read.headers[name.toLowerCase()];
  // A member of an object of the style deepObject travels by itself.
  if (place === "query") return read.target.query[name] ?? read.target.query[`${name}[${member}]`];
  if (place === "cookie") return cookieValues(read.headers["cookie"], name)[0];
  if (place !== "path") return undefined;
  return findOperation({ operations: [operation] }, read.method, read.target.path)?.pathValues.get(name);
}

function bodyValue(body: unknown, pointer: string): unknown {
  return body === null ? undefined : valueAt(JSON.parse(JSON.stringify(body)), pointer);
}

/** How much of what came is repeated, in characters of its JSON. */
const longest = 200;

function shown(received: unknown): { readonly received?: unknown } {
  if (received === undefined) return {};
  const text = JSON.stringify(received);
  return { received: text.length <= longest ? received : `${text.slice(0, longest)}…` };
}
