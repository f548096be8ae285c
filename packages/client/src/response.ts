import type { Call } from "./call.ts";
import { failure } from "./errors.ts";
import type { Expected, Operation } from "./operation.ts";
import { quote } from "./secrets.ts";

/** What openapi-fetch returns for a call that reads text: errors are parsed, if they are JSON. */
export interface Received {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

const WITHOUT_BODY = ", without a body";

/**
 * The data of a response. Throws an `ApiError` if it is an error, or not as documented.
 *
 * @param included - What else the body must hold, because the call asked for it.
 */
export function readResponse(
  operation: Operation,
  call: Call,
  received: Received,
  included: readonly Expected[],
): unknown {
  const { response } = received;
  const { ok, status } = response;
  const expected = expectedOf(operation, status);
  const value = ok ? parsed(received.data) : received.error;
  const body = expected === null ? undefined : value;
  const problem =
    typeProblem(operation, expected, response, call) ||
    (expected && bodyProblem(body, received, ok ? [expected, ...included] : [expected]));
  if (ok && !problem) return body;
  const says = quote(explanationOf(received), call.secrets).trim().slice(0, 200);
  const isNamed = says || problem === WITHOUT_BODY;
  const what = `returned ${status}${problem || ""}${isNamed ? "" : WITHOUT_BODY}`;
  const kind = ok && expected !== undefined ? "unreadable" : "undocumented";
  throw failure(problem ? kind : "status", call, what, { says, response, body });
}

/** What a body holds by its status. Null: there is none; `undefined`: it is not documented. */
function expectedOf({ bodies }: Operation, status: number): Expected | null | undefined {
  const code = Object.hasOwn(bodies, status) ? status : `${status}`.replace(/..$/, "XX");
  return Object.hasOwn(bodies, code) ? bodies[code] : undefined;
}

/** A body that is JSON as its value, another one as it is. */
function parsed(text: unknown): unknown {
  try {
    return JSON.parse(`${text}`);
  } catch {
    return text;
  }
}

/** What is wrong with the status or the media type of a response, or the empty string. */
function typeProblem(
  { accept }: Operation,
  expected: Expected | null | undefined,
  { headers }: Response,
  { secrets }: Call,
): string {
  if (expected === undefined) return ", which is not documented";
  if (expected === null) return "";
  const type = headers.get("content-type");
  const essence = `${type}`.replace(/\s*[;,].*/s, "").toLowerCase();
  const isAccepted = [...accept.split(", "), "application/json"].includes(essence);
  return isAccepted ? "" : `, with the content type ${quote(type, secrets)}`;
}

/** What a body says in words: that of an error by the names that services use. */
function explanationOf({ data, error = data ?? "" }: Received): string {
  return wordsOf(error) ?? (typeof error === "string" ? error : JSON.stringify(error));
}

function wordsOf(body: unknown): string | undefined {
  const { detail, title, message, error, errors } = Object(body);
  for (const text of [detail, title, message, error])
    if (typeof text === "string" && text.trim() !== "") return text;
  const [inner = error] = [errors].flat();
  return typeof inner === "object" && inner !== null ? wordsOf(inner) : undefined;
}

/** What is wrong with a body, or the empty string. */
function bodyProblem(
  body: unknown,
  { data, error = data ?? "" }: Received,
  expected: readonly Expected[],
): string {
  // The value of no JSON is its own text; openapi-fetch has parsed that of an error.
  if (typeof error === "string" && (body ?? "") === error)
    return error ? ", with a body that is no JSON" : WITHOUT_BODY;
  for (const each of expected) {
    const missing = missingPart(body, each);
    if (missing !== undefined) return `, without ${missing || "an object"}, which is required`;
  }
  return "";
}

/** The path to the first expected part that a value lacks; "" is the value itself. */
function missingPart(value: unknown, expected: Expected): string | undefined {
  if (expected === false || (expected === true && (value ?? null) !== null)) return undefined;
  if (typeof value !== "object" || value === null) return "";
  if (Array.isArray(value) !== Array.isArray(expected)) return "";
  for (const name of Object.keys(expected)) {
    const found = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    const missing = missingPart(found, Reflect.get(expected as object, name));
    if (missing !== undefined) return missing ? `${name}.${missing}` : name;
  }
  return undefined;
}
