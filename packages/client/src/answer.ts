import { ApiError } from "./errors.ts";
import type { Reply } from "./exchange.ts";
import type { Operation } from "./operation.ts";
import type { Prepared } from "./request.ts";
import { redact } from "./secrets.ts";

/**
 * The data of an answer. Throws an `ApiError` if it is a documented error, or not as documented.
 */
export function readAnswer(operation: Operation, reply: Reply, asked: Prepared["asked"]): unknown {
  const { response, status, text, secrets } = reply;
  const isSuccess = status > 199 && status < 300;
  const { body, problem } = readBody(operation, reply, isSuccess ? asked : []);
  if (isSuccess && !problem) return body;
  const kind = isSuccess && problem !== undocumented ? "unreadable" : "undocumented";
  // Where the internals of an error begin, its snippet ends.
  const shown = isSuccess ? text : text.replace(/"(source|meta)".*/s, "…");
  const what = problem
    ? `, ${problem}: ${shown || "(empty)"}`
    : `: ${Object(body).title ?? "its body says why"}.`;
  const message = redact(`The service answered ${status}${what}`, secrets).slice(0, 1000);
  const line = message.replace(/[\p{C}\p{Z}]+/gu, " ").slice(0, 240);
  throw new ApiError(problem ? kind : "status", line, operation, { response, body });
}

const undocumented = "which is not documented";

interface Read {
  readonly body?: unknown;
  readonly problem?: string;
}

/** The body of an answer, or what is wrong with it. */
function readBody(
  { answers, accept }: Operation,
  { status, type, text }: Reply,
  asked: Prepared["asked"],
): Read {
  // A status is documented by itself, by its range, or as any other.
  const ways = [status, `${String(status)[0]}XX`, "default"]
    .map((key) => answers[key])
    .find((each) => each !== undefined);
  if (ways === undefined) return { problem: undocumented };
  if (ways === null) return {};
  const essence = `${type}`.replace(/\s*;.*/s, "").toLowerCase();
  if (!accept.split(", ").includes(essence)) return { problem: `with the content type ${type}` };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { problem: "with a body that is no JSON" };
  }
  const missing = ways
    .split(" ")
    .concat(asked)
    .find((way) => way && !holds(body, way));
  return missing
    ? { problem: `without ${missing.replace(/\W+$/, "")}, which is required` }
    : { body };
}

/**
 * Whether something stands at the end of a way through a body: `data.id`, the object `data.{}`, the
 * list `data.[]`.
 */
function holds(body: unknown, way: string): boolean {
  let value = body;
  for (const key of way.split(".")) {
    const isList = key === "[]";
    if (isList || key === "{}") return Object(value) === value && Array.isArray(value) === isList;
    value = Object(value)[key];
  }
  return value !== undefined && value !== null;
}
