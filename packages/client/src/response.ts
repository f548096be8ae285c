import type { BoundOperation } from "./configuration.ts";
import { ApiError } from "./errors.ts";
import type { Reply } from "./exchange.ts";
import { copyOf } from "./given.ts";
import type { Expected } from "./operation.ts";
import { quote } from "./secrets.ts";

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
  const { response, status, text, secrets } = reply;
  const { bodies } = operation;
  const isSuccess = status > 199 && status < 300;
  const code = [`${status}`, `${Math.trunc(status / 100)}XX`].find((each) =>
    Object.hasOwn(bodies, each),
  );
  const expected = code === undefined ? undefined : bodies[code];
  const { body, problem } = readBody(operation, reply, expected, isSuccess ? included : []);
  if (isSuccess && !problem) return body;
  const says = quote((isSuccess ? undefined : titleOf(body)) ?? text, secrets).trim();
  const about = new Set([problem, says ? undefined : "without a body"]);
  about.delete(undefined);
  const message = `${[`The service returned ${status}`, ...about].join(", ")}${says && `: ${says}`}`;
  const kind = isSuccess && expected !== undefined ? "unreadable" : "undocumented";
  const details = { response, body };
  throw new ApiError(problem ? kind : "status", message.slice(0, 240), operation, details);
}

/** What the body of an error says in words, by the names that services use. */
function titleOf(body: unknown): string | undefined {
  const { title, detail, message, error } = copyOf(body);
  for (const text of [title, detail, message, error])
    if (typeof text === "string" && text.trim() !== "") return text;
  return typeof error === "object" && error !== null ? titleOf(error) : undefined;
}

interface ParsedBody {
  readonly body: unknown;
  /** What is wrong with it. */
  readonly problem?: string | undefined;
}

function readBody(
  { accept }: BoundOperation,
  { type, text, secrets }: Reply,
  expected: Expected | null | undefined,
  included: readonly Expected[],
): ParsedBody {
  if (expected === null) return { body: undefined };
  let body: unknown = text;
  let problem: ParsedBody["problem"] = text ? "with a body that is no JSON" : "without a body";
  try {
    body = JSON.parse(text);
    const [missing] = [expected ?? false, ...included].flatMap(
      (each) => missingPart(body, each) ?? [],
    );
    problem =
      missing === undefined ? missing : `without ${missing || "an object"}, which is required`;
  } catch {}
  // Most responses have exactly this one, so that nothing needs to be parsed.
  if (type !== accept) {
    const essence = `${type}`.replace(/\s*;.*/s, "").toLowerCase();
    if (![...accept.split(", "), "application/json"].includes(essence))
      problem = `with the content type ${quote(type, secrets)}`;
  }
  if (expected === undefined) problem = "which is not documented";
  return { body, problem };
}

/** The path to the first expected part that a value lacks; "" is the value itself. */
function missingPart(value: unknown, expected: Expected): string | undefined {
  if (expected === false || (expected === true && (value ?? null) !== null)) return undefined;
  if (typeof value !== "object" || value === null) return "";
  if (Array.isArray(value) !== Array.isArray(expected)) return "";
  for (const [name, member] of Object.entries(expected as object)) {
    const found = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    const missing = missingPart(found, member);
    if (missing !== undefined) return missing ? `${name}.${missing}` : name;
  }
  return undefined;
}
