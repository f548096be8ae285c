import {
  appendPointer,
  findOperation,
  isObject,
  type JsonValue,
  type Operation,
  valueAt,
} from "@workflow-api/contract";
import type { MockAnswer } from "./message.ts";
import type { ReadRequest } from "./request/read-request.ts";

/** One thing that is wrong with a request: where it stands, what was expected, and what came. */
interface Explained {
  readonly in: string;
  /** The name of the parameter. */
  readonly name?: string;
  /** The JSON Pointer (RFC 6901) into the parameter or the body; absent: the whole of it. */
  readonly pointer?: string;
  readonly expected: string;
  /** What came; absent: nothing, or a credential. */
  readonly received?: unknown;
}

/**
 * The answer to a request that breaks the contract, with a member `errors` that says what came beside what Prism says
 * (RFC 9457, 3.2).
 */
export function explainViolations(
  answer: MockAnswer,
  read: ReadRequest,
  operation: Operation | undefined,
): MockAnswer {
  if (operation === undefined || answer.headers["content-type"] !== "application/problem+json") return answer;
  const problem: JsonValue = JSON.parse(answer.body ?? "null");
  const validation = isObject(problem) ? problem["validation"] : undefined;
  if (!isObject(problem) || !Array.isArray(validation)) return answer;
  const errors = validation.flatMap((violation) =>
    isObject(violation) ? [explain(violation, read, operation)] : [],
  );
  return { ...answer, body: JSON.stringify({ ...problem, errors }) };
}

function explain(
  violation: { readonly [name: string]: JsonValue | undefined },
  read: ReadRequest,
  operation: Operation,
): Explained {
  const message = String(violation["message"]);
  const location = [violation["location"] ?? []].flat().map(String);
  const [place = "request", ...path] = location;
  const [, missing] = /must have required property '(.+)'/.exec(message) ?? [];
  if (place === "body" || place === "request") {
    const pointer = appendPointer("", ...path);
    const received = missing === undefined ? shown(bodyValue(read.body, pointer)) : {};
    return { in: place, ...(pointer !== "" && { pointer }), expected: expectation(message), ...received };
  }
  const [sent = missing ?? "", ...inside] = path;
  const name = spelt(operation, place, sent);
  const pointer = appendPointer("", ...inside);
  const received = isCredential(operation, name) ? {} : shown(parameterOf(read, operation, place, name));
  return { in: place, name, ...(pointer !== "" && { pointer }), expected: expectation(message), ...received };
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

function isCredential({ security }: Operation, name: string): boolean {
  const lower = name.toLowerCase();
  return lower === "authorization" || security.flat().some((scheme) => scheme.name?.toLowerCase() === lower);
}

function parameterOf(read: ReadRequest, operation: Operation, place: string, name: string): unknown {
  if (place === "header") return read.headers[name.toLowerCase()];
  if (place === "query") return read.target.query[name];
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
