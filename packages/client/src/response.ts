import type { BoundOperation } from "./configuration.ts";
import { ApiError } from "./errors.ts";
import type { Reply } from "./exchange.ts";
import { copyOf } from "./given.ts";
import type { Expected } from "./operation.ts";
import { quote } from "./secrets.ts";

const WITHOUT_BODY = ", without a body";

/**
 * The data of a response. Throws an `ApiError` if it is an error, or not as documented.
 *
 * @param included - What else the body must hold, because the call asked for it.
 */
export function readResponse(
  operation: BoundOperation,
  reply: Reply,
  included: readonly Expected[],
): unknown {
  const { response, secrets, status, text } = reply;
  const { accept, bodies } = operation;
  const isSuccess = status > 199 && status < 300;
  const code = Object.hasOwn(bodies, status) ? status : `${status}`.replace(/..$/, "XX");
  const expected = Object.hasOwn(bodies, code) ? bodies[code] : undefined;
  const body = expected === null ? undefined : parsed(text);
  const problem = problemOf(body, reply, accept, expected, isSuccess ? included : []);
  if (isSuccess && !problem) return body;
  const says = quote((isSuccess ? undefined : titleOf(body)) ?? text, secrets).trim();
  const about = says || problem === WITHOUT_BODY ? problem : problem + WITHOUT_BODY;
  const message = `The service returned ${status}${about}${says && `: ${says}`}`.slice(0, 240);
  const kind = isSuccess && expected !== undefined ? "unreadable" : "undocumented";
  throw new ApiError(problem ? kind : "status", message, operation, { response, body });
}

/** A body that is JSON as its value, another one as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What is wrong with a body, or the empty string. */
function problemOf(
  body: unknown,
  { secrets, text, type }: Reply,
  accept: string,
  expected: Expected | null | undefined,
  included: readonly Expected[],
): string {
  if (expected === undefined) return ", which is not documented";
  if (expected === null) return "";
  // Most responses have exactly this one, so that nothing needs to be parsed.
  if (type !== accept) {
    const essence = `${type}`.replace(/\s*[;,].*/s, "").toLowerCase();
    if (![...accept.split(", "), "application/json"].includes(essence))
      return `, with the content type ${quote(type, secrets)}`;
  }
  // The value of no JSON is its own text.
  if (body === text) return text ? ", with a body that is no JSON" : WITHOUT_BODY;
  for (const each of [expected, ...included]) {
    const missing = missingPart(body, each);
    if (missing !== undefined) return `, without ${missing || "an object"}, which is required`;
  }
  return "";
}

/** What the body of an error says in words, by the names that services use. */
function titleOf(body: unknown): string | undefined {
  const { title, detail, message, error } = copyOf(body);
  for (const text of [title, detail, message, error])
    if (typeof text === "string" && text.trim() !== "") return text;
  return typeof error === "object" && error !== null ? titleOf(error) : undefined;
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
