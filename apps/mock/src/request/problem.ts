import {
  type HttpResponse,
  isCredentialName,
  type JudgedRequest,
  type Note,
  type Redactor,
  terminalText,
  type Violation,
} from "@workflow-api/contract";
import { parsePointer, valueAt } from "@workflow-api/contract/json";

/** Problem details of a request (RFC 9457). */
export interface Problem {
  readonly status: number;
  /** The last segment of the problem's `type`. */
  readonly code: string;
  readonly title: string;
  /** What is wrong with the request, and what to do. */
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** One for each part of the request that is wrong. */
  readonly errors?: readonly ProblemError[];
}

/** A part of a request that is wrong. */
export interface ProblemError {
  /** `path`, `query`, `header`, `method` or `body`. */
  readonly in: string;
  /** The name of the parameter or header. */
  readonly name?: string;
  /** The JSON Pointer into the value. */
  readonly pointer: string;
  readonly keyword: string;
  /** Such as `must be a UUID`. */
  readonly expected: string;
  /** What was received, as JSON, shortened. Absent: nothing, or a credential. */
  readonly received?: string;
}

/** The response that reports a problem. */
export function problemResponse({ code, headers, ...problem }: Problem): HttpResponse {
  const { detail, errors, status, title } = problem;
  const type = `urn:workflow-api-mock:${code}`;
  const body = { type, title, status, detail, ...(errors !== undefined && { errors }) };
  return {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
    // It may repeat the request, and curl prints it.
    body: terminalText(JSON.stringify(body)),
  };
}

/** Why a request is refused. */
export interface Rejection extends Pick<Problem, "status" | "code" | "title" | "headers"> {
  readonly violations: readonly Violation[];
}

/**
 * The problem details of a refusal.
 *
 * @param read - What was received, as far as it was read.
 * @param redactor - Hides what of that is a credential.
 */
export function rejectionProblem(
  { violations, ...rest }: Rejection,
  read?: ReadRequest,
  redactor?: Redactor,
): Problem {
  const errors = violations.map((violation) => errorOf(violation, read, redactor));
  return { ...rest, detail: sentenceOf(errors), errors };
}

type ReadRequest = Pick<JudgedRequest, "values" | "body">;

/** A refusal for one reason: `part` must be what `message` says. */
export function rejection(
  [status, code, title]: readonly [number, string, string],
  part: string,
  message: string,
  headers: Problem["headers"] = {},
): Rejection {
  return {
    status,
    code,
    title,
    headers,
    violations: [{ part, pointer: "", keyword: code, message }],
  };
}

/** The refusal of a request without valid credentials. */
export function unauthenticated(violations: readonly Violation[], challenge: string): Rejection {
  const headers = { "www-authenticate": challenge };
  const title = "The credentials are missing or wrong";
  return { status: 401, code: "unauthenticated", title, headers, violations };
}

/** The refusal of an invalid request. */
export function invalid(violations: readonly Violation[]): Rejection {
  const has = (keyword: string): boolean =>
    violations.some((violation) => violation.keyword === keyword);
  const unfit = "The operation takes no body of this media type";
  if (has("mediaType") || has("charset"))
    return { status: 415, code: "media-type", title: unfit, violations };
  if (["syntax", "encoding", "duplicate"].some(has))
    return { status: 400, code: "syntax", title: "The body cannot be parsed", violations };
  return { status: 422, code: "invalid", title: "Invalid request", violations };
}

/** The statuses that may document a refusal, best first. */
export function documentedStatuses({ status }: Rejection): readonly number[] {
  if (status === 401 || status === 406) return [status];
  return status === 422 ? [422, 400] : [status, ...(status === 415 ? [422, 400] : [422])];
}

function errorOf(
  { part, pointer, keyword, message }: Violation,
  read?: ReadRequest,
  redactor?: Redactor,
): ProblemError {
  const [place = "", ...words] = part.split(" ");
  const isShown = !parsePointer(pointer).some(isCredentialName);
  const value = read && valueAt(part === "body" ? read.body : read.values.get(part), pointer);
  const received = isShown && value !== undefined ? JSON.stringify(value) : undefined;
  return {
    in: place,
    ...(words.length > 0 && { name: words.join(" ") }),
    pointer,
    keyword,
    expected: message,
    ...(received !== undefined && { received: shorten(redactor?.body(received) ?? received) }),
  };
}

/** The first errors in words: `header x-domain must be a UUID, but is "x".` */
function sentenceOf(errors: readonly ProblemError[]): string {
  const sentences = errors.slice(0, 5).map((error) => {
    const { expected, name, pointer, received } = error;
    const where = [error.in, name, pointer === "" ? undefined : `at ${pointer}`]
      .filter(Boolean)
      .join(" ");
    const isSaid = received === undefined || expected.includes(", but ");
    const sentence = `${where} ${expected}${isSaid ? "" : `, but is ${received}`}.`;
    return sentence.charAt(0).toUpperCase() + sentence.slice(1);
  });
  return [...sentences, ...(errors.length > 5 ? [`And ${errors.length - 5} more.`] : [])].join(" ");
}

/**
 * Violations without those of a pattern, the least readable reason, where there is another reason
 * for the same part.
 */
export function withoutPatterns(violations: readonly Violation[]): Violation[] {
  const isSamePart = (one: Violation, other: Violation): boolean =>
    one !== other && one.part === other.part && one.pointer === other.pointer;
  return violations.filter(
    (each) => each.keyword !== "pattern" || !violations.some((other) => isSamePart(each, other)),
  );
}

/** Violations or notes in one line, for a header. */
export function violationsText(
  violations: readonly (Note & { readonly pointer?: string })[],
): string {
  const texts = violations.map(({ message, part, pointer = "" }) => `${part}${pointer} ${message}`);
  return shorten(texts.join("; "), 1000);
}

/** The beginning of a text that is longer than so many characters. */
export function shorten(text: string, longest = 100): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

/** The body has a `Content-Encoding` that is not supported (RFC 9110, 8.4). */
export const unknownEncoding: Problem = {
  status: 415,
  code: "content-encoding",
  title: "The body has another Content-Encoding",
  detail: "It may be gzip, deflate or identity, on the server br too, and one of them only.",
  headers: { "accept-encoding": "gzip, deflate, br" },
};
/** The body does not have the `Content-Encoding` that is named. */
export const wrongEncoding: Problem = {
  status: 400,
  code: "content-encoding",
  title: "The body cannot be decoded",
  detail: "It does not have the Content-Encoding that its header names.",
};

/** The body is longer than what is validated. */
export const bodyTooLong: Problem = {
  status: 413,
  code: "body-too-long",
  title: "The body is too long",
  detail: "It may have up to 1 MiB.",
};
