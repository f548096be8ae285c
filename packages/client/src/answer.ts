import { ApiError } from "./errors.ts";
import type { Reply } from "./exchange.ts";
import { bodies } from "./generated/contract.ts";
import type { Operation } from "./operation.ts";
import type { Prepared } from "./request.ts";
import { redact } from "./secrets.ts";

/** The ways to what bodies hold for certain, by name. */
const certain: Readonly<Record<string, readonly string[]>> = bodies;

/**
 * The data of an answer.
 *
 * @throws {ApiError} It is a documented error, or not as documented.
 */
export function readAnswer(operation: Operation, reply: Reply, asked: Prepared["asked"]): unknown {
  const { response, status, text, secrets } = reply;
  const name = operation.answers[status];
  const isSuccess = status > 199 && status < 300;
  const read = readBody(operation, reply, isSuccess ? asked : []);
  if (typeof read === "string") {
    // Where the internals of an error begin, its snippet ends.
    const shown = redact(text, secrets).replace(isSuccess ? /^$/ : /"(source|meta)".*/s, "…");
    const line = shown.slice(0, 1000).replace(/[\p{C}\p{Z}]+/gu, " ");
    const message = `The service answered ${status}, ${read}: ${line.slice(0, 100) || "(empty)"}`;
    const kind = isSuccess && name !== undefined ? "unreadable" : "undocumented";
    throw new ApiError(kind, message, operation, { response });
  }
  const { body } = read;
  if (isSuccess) return body;
  const title = redact(String(Object(body).title ?? "its body says why"), secrets);
  const message = `The service answered ${status}: ${title.slice(0, 100)}.`;
  throw new ApiError("status", message, operation, { response, body });
}

/** The body of an answer, or what is wrong with it. */
function readBody(
  { answers, accept }: Operation,
  { status, type, text, secrets }: Reply,
  asked: Prepared["asked"],
): { readonly body: unknown } | string {
  const name = answers[status];
  if (name === undefined) return "which the contract does not document";
  if (!name) return { body: undefined };
  const essence = (type ?? "").replace(/\s*;.*/s, "").toLowerCase();
  if (!accept.split(", ").includes(essence))
    return `with the content type ${redact(type ?? "(none)", secrets).slice(0, 100)}`;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return "with a body that is no JSON";
  }
  const missing = certain[name]?.find((way) => !holds(body, way));
  if (missing) return `without ${missing.replace(/\.?\W+$/, "") || "an object"}, which is required`;
  const missed = asked.find(([, way]) => way && !holds(body, way));
  return missed ? `without ${missed[0]}, which was asked for` : { body };
}

/** Whether something stands at the end of a way through a body: `data.id`, the object `data.{}`, the list `data.[]`. */
function holds(body: unknown, way: string): boolean {
  let value = body;
  for (const key of way.split(".")) {
    if (key === "[]") return Array.isArray(value);
    if (key === "{}") return typeof value === "object" && value !== null && !Array.isArray(value);
    value = Object(value)[key];
  }
  return value !== undefined && value !== null;
}
