import { ApiError } from "./errors.ts";
import type { Reply } from "./exchange.ts";
import { bodies } from "./generated/contract.ts";
import type { Operation } from "./operation.ts";
import type { Prepared } from "./request.ts";
import { redact } from "./secrets.ts";

/** The ways to what bodies hold for certain, by name. */
const certain: Readonly<Record<string, readonly string[]>> = bodies;

/** The data of an answer. Throws an `ApiError` if it is a documented error, or not as documented. */
export function readAnswer(operation: Operation, reply: Reply, asked: Prepared["asked"]): unknown {
  const { response, status, text, secrets } = reply;
  const name = operation.answers[status];
  const isSuccess = status > 199 && status < 300;
  const end = (kind: "status" | "undocumented" | "unreadable", what: string, body?: unknown): never => {
    throw new ApiError(kind, `The service answered ${status}${what}`, operation, { response, body });
  };
  const read = readBody(operation, reply, isSuccess ? asked : []);
  if (typeof read === "string") {
    // Where the internals of an error begin, its snippet ends.
    const shown = isSuccess ? text : text.replace(/"(source|meta)".*/s, "…");
    const kind = isSuccess && name !== undefined ? "unreadable" : "undocumented";
    return end(kind, `, ${snippetOf(read, secrets)}: ${snippetOf(shown, secrets) || "(empty)"}`);
  }
  if (isSuccess) return read.body;
  const title = snippetOf(String(Object(read.body).title ?? "its body says why"), secrets);
  return end("status", `: ${title}.`, read.body);
}

/** The beginning of a text in one line, without secrets. */
function snippetOf(text: string, secrets: readonly string[]): string {
  const shown = redact(text, secrets).slice(0, 1000);
  return shown.replace(/[\p{C}\p{Z}]+/gu, " ").slice(0, 120);
}

type Read = { readonly body: unknown } | string;

/** The body of an answer, or what is wrong with it. */
function readBody(operation: Operation, { status, type, text }: Reply, asked: Prepared["asked"]): Read {
  const name = operation.answers[status];
  if (name === undefined) return "which the contract does not document";
  if (!name) return { body: undefined };
  const essence = `${type}`.replace(/\s*;.*/s, "").toLowerCase();
  if (!operation.accept.split(", ").includes(essence)) return `with the content type ${type}`;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return "with a body that is no JSON";
  }
  const missing = certain[name]?.find((way) => !holds(body, way));
  if (missing) return `without ${missing.replace(/\W+$/, "")}, which is required`;
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
