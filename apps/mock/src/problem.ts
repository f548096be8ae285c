import {
  type Contract,
  type HttpRequest,
  type HttpResponse,
  type JsonValue,
  type JudgedRequest,
  type Operation,
  type Violation,
  valueAt,
} from "@workflow-api/contract";

/** What is wrong with a request, as problem details (RFC 9457). */
export interface Problem {
  readonly status: number;
  /** The last part of the problem's type. */
  readonly code: string;
  readonly title: string;
  /** What is wrong with this request, and what to do. */
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** One for each part of the request that is wrong. */
  readonly errors?: readonly ProblemError[];
}

/** A part of a request that is wrong. */
export interface ProblemError {
  /** `path`, `query`, `header`, `security` or `body`. */
  readonly in: string;
  /** The name of the parameter or header. Absent: the part has none. */
  readonly name?: string;
  /** The JSON Pointer into its value. */
  readonly pointer: string;
  readonly keyword: string;
  /** What was expected: `must be a UUID`. */
  readonly expected: string;
  /** What came, as JSON, shortened. Absent: nothing did, or it is a credential. */
  readonly received?: string;
}

/** The response that tells a problem. */
export function problemResponse({ status, code, title, detail, headers, errors }: Problem): HttpResponse {
  const type = `urn:workflow-api-mock:${code}`;
  return {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
    body: JSON.stringify({ type, title, status, detail, ...(errors !== undefined && { errors }) }),
  };
}

/** What a request is refused with, but for what is wrong in it. */
export type Refusal = Pick<Problem, "status" | "code" | "title" | "headers">;

/**
 * The problem of a request in which this is wrong.
 *
 * @param read - What came, as far as it was read and may be shown.
 */
export function requestProblem(
  refusal: Refusal,
  violations: readonly Violation[],
  read?: Pick<JudgedRequest, "values" | "body">,
): Problem {
  const errors = violations.map((violation) => errorOf(violation, read && receivedOf(read, violation)));
  return { ...refusal, detail: sentenceOf(errors), errors };
}

/** How a request without the right credentials is refused. */
export function unauthenticated(challenge: string): Refusal {
  const headers = { "www-authenticate": challenge };
  return { status: 401, code: "unauthenticated", title: "The credentials are missing or wrong", headers };
}

/** How a request that breaks the contract is refused. */
export function invalid(violations: readonly Violation[]): Refusal {
  const has = (keyword: string): boolean => violations.some((violation) => violation.keyword === keyword);
  if (has("mediaType"))
    return {
      status: 415,
      code: "media-type",
      title: "The operation does not take a body of this media type",
    };
  if (has("syntax")) return { status: 400, code: "syntax", title: "The body cannot be parsed" };
  return { status: 422, code: "invalid", title: "The request breaks the contract" };
}

/** The statuses with which a contract may document a refusal, best first. */
export function refusalStatuses(status: number): readonly number[] {
  if (status === 415) return [415, 422, 400];
  return status === 400 ? [400, 422] : [422, 400];
}

function errorOf(
  { part, pointer, keyword, message }: Violation,
  received: JsonValue | undefined,
): ProblemError {
  const [place = "", ...words] = part.split(" ");
  const name = words.join(" ");
  return {
    in: place,
    ...(name !== "" && { name }),
    pointer,
    keyword,
    expected: message,
    ...(received !== undefined && { received: shorten(JSON.stringify(received)) }),
  };
}

function receivedOf(
  { values, body }: Pick<JudgedRequest, "values" | "body">,
  violation: Violation,
): JsonValue | undefined {
  return valueAt(violation.part === "body" ? body : values.get(violation.part), violation.pointer);
}

/** The first errors in words: `header x-domain must be a UUID, and is "x".` */
function sentenceOf(errors: readonly ProblemError[]): string {
  const sentences = errors.slice(0, 5).map((error) => {
    const { expected, name, pointer, received } = error;
    const where = [error.in, name, pointer === "" ? undefined : `at ${pointer}`].filter(Boolean).join(" ");
    const isTold = received === undefined || expected.includes(", and ");
    return `${where} ${expected}${isTold ? "" : `, and is ${received}`}.`;
  });
  return [...sentences, ...(errors.length > 5 ? [`And ${errors.length - 5} more.`] : [])].join(" ");
}

/** Violations in one line, for a header. */
export function violationsText(violations: readonly Violation[]): string {
  const texts = violations.map(({ part, pointer, message }) => `${part}${pointer} ${message}`);
  return shorten(texts.join("; "), 1000);
}

function shorten(text: string, longest = 100): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

/** A refusal for one thing that is wrong. */
export interface Rejection {
  readonly refusal: Refusal;
  readonly violation: Violation;
}

/** A refusal for one thing that is wrong: `part` must be what `message` says. */
export function rejection(refusal: Refusal, part: string, message: string): Rejection {
  return { refusal, violation: { part, pointer: "", keyword: refusal.code, message } };
}

/** How a request is refused that leads to no operation. */
export function unrouted(
  { operations }: Contract,
  { method }: HttpRequest,
  path: string,
  methods: readonly string[],
): Rejection {
  if (methods.length > 0) {
    const headers = { allow: methods.join(", ") };
    return rejection(
      { status: 405, code: "method", title: "The path has no such method", headers },
      "method",
      `must be ${methods.join(" or ")}, and is ${shorten(method, 20)}`,
    );
  }
  const nearest = nearestPath(operations, path.slice(0, 500));
  const hint = nearest === undefined ? "" : `: the nearest is ${nearest}`;
  return rejection(
    { status: 404, code: "path", title: "The contract has no such path" },
    "path",
    `must be a path of the contract, and is ${shorten(path, 200)}${hint}`,
  );
}

/** The path of an operation that is most like a path: it shares half of the pairs of letters at least. */
function nearestPath(operations: readonly Operation[], path: string): string | undefined {
  const pairs = (text: string): Set<string> => new Set(Array.from(text, (_, at) => text.slice(at, at + 2)));
  const given = pairs(path);
  const paths = [...new Set(operations.map((operation) => operation.path))].map((each) => {
    const own = pairs(each.replaceAll(/\{[^}]*\}/g, ""));
    return {
      path: each,
      likeness: (2 * [...own].filter((pair) => given.has(pair)).length) / (own.size + given.size),
    };
  });
  const best = paths.reduce((top, each) => (each.likeness > top.likeness ? each : top), {
    path: "",
    likeness: 0.5,
  });
  return best.path === "" ? undefined : best.path;
}
