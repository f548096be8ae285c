import {
  type Contract,
  type HttpRequest,
  type HttpResponse,
  isCredentialName,
  type JudgedRequest,
  type Note,
  nearestName,
  type OmittedOperation,
  type Operation,
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
export function problemResponse({
  status,
  code,
  title,
  detail,
  headers,
  errors,
}: Problem): HttpResponse {
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

function shorten(text: string, longest = 100): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

/** The methods of a path for the header `Allow`. HEAD follows from GET, and OPTIONS from each. */
export function allowOf(methods: readonly string[]): string {
  const all = methods.flatMap((method) => (method === "GET" ? [method, "HEAD"] : [method]));
  return [...all, "OPTIONS"].join(", ");
}

/** The refusal of a request to no operation. */
export function unrouted(
  { operations }: Contract,
  { method }: HttpRequest,
  path: string,
  methods: readonly string[],
): Rejection {
  if (methods.length > 0) {
    const message = `must be ${methods.join(" or ")}, but is ${shorten(method, 20)}`;
    const headers = { allow: allowOf(methods) };
    return rejection([405, "method", "The path has no such method"], "method", message, headers);
  }
  const nearest = nearestPath(operations, path.slice(0, 500));
  const hint = nearest === undefined ? "" : `. The nearest is ${nearest}`;
  const bases = basePathsOf(operations);
  const prefix = bases.length === 0 ? "" : `. ${bases.join(" or ")} may stand before a path`;
  const message = `${shorten(path, 200)} belongs to no operation${hint}${prefix}`;
  return rejection([404, "path", "No operation has this path"], "path", message);
}

/** Why an operation is not supported, with the file, without its folder, and the line. */
export function reasonOmitted({ problems: [problem] }: OmittedOperation): string {
  const { file = "", line = 0 } = problem?.location ?? {};
  return `${problem?.message} (${file.split(/[/\\]/).at(-1)}:${line})`;
}

/** The paths of servers, such as `/api/v2`, which may stand before those of the operations. */
export function basePathsOf(operations: readonly Operation[]): string[] {
  const all = operations.flatMap(({ servers }) => servers.flatMap((server) => server.basePaths));
  return [...new Set(all)].filter((path) => path !== "");
}

/**
 * The path of an operation that was probably meant, typos and a segment before it aside. A slash
 * too many or too few is named.
 */
function nearestPath(operations: readonly Operation[], path: string): string | undefined {
  const sent = segmentsOf(path);
  const templates = new Map(
    operations.map((operation) => {
      const segments = segmentsOf(operation.path);
      const offset = sent.length - segments.length;
      // A variable has the value that was sent, so that it is no typo.
      const filled = segments.map((segment, at) =>
        segment.includes("{") ? (sent[at + offset] ?? segment) : segment,
      );
      return [filled.join("/"), operation.path];
    }),
  );
  const meant = nearestName(sent.join("/"), [...templates.keys()]);
  const template = meant === undefined ? undefined : templates.get(meant);
  return template !== undefined && meant === sent.join("/")
    ? `${template}: mind the slashes`
    : template;
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter(Boolean);
}
