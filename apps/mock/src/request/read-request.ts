import { isJson, type JsonObject } from "@workflow-api/contract";
import type { PrismRequest } from "../engine/prism.ts";
import { readFormType } from "../engine/read-form-operation.ts";
import type { MockRequest } from "../message.ts";
import type { Problem } from "../problem.ts";
import { bodyTooLong, longestBody } from "./body-limit.ts";
import { readTarget, type Target } from "./read-target.ts";
import { shapeAuthorization } from "./shape-credentials.ts";

/** A request, read: ready for the engine. */
export interface ReadRequest {
  readonly method: string;
  readonly target: Target;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; `null`: none. */
  readonly body: unknown;
  /** Whether the body is the JSON `null`. */
  readonly hasNull: boolean;
  /** What is wrong with the body, to be said once the request is authenticated. */
  readonly bodyProblem: Problem | undefined;
}

/** Reads a request, or says why it cannot be read. */
export function readRequest(request: MockRequest): ReadRequest | Problem {
  const target = readTarget(request.target);
  if ("status" in target) return target;
  if (request.body !== undefined && Buffer.byteLength(request.body) > longestBody) return bodyTooLong;
  const text =
    request.body === undefined
      ? ""
      : typeof request.body === "string"
        ? request.body
        : new TextDecoder().decode(request.body);
  const headers = readHeaders(request, text);
  const unreadable = refuseEncoding(headers);
  if (unreadable !== undefined) return unreadable;
  const { body, problem } = readBody(text, headers["content-type"]);
  const hasNull = body === null && problem === undefined && text !== "";
  return { method: request.method.toUpperCase(), target, headers, body, hasNull, bodyProblem: problem };
}

/** What of a request is given to Prism in another shape than it came. */
export interface RequestShape extends Pick<Target, "path" | "query"> {
  /** What a form was read as. `undefined`: the body is left as it came. */
  readonly form?: JsonObject | undefined;
}

/** The request as Prism takes it. */
export function prismRequest(
  { method, target, headers, body }: ReadRequest,
  { path, query, form }: RequestShape,
): PrismRequest {
  const server = target.query["__server"];
  const { authorization } = headers;
  return {
    method: method.toLowerCase() as PrismRequest["method"],
    url: {
      path,
      query: { ...query },
      ...(typeof server === "string" && server !== "" && { baseUrl: server }),
    },
    headers: {
      ...headers,
      ...(authorization !== undefined && { authorization: shapeAuthorization(authorization) }),
      ...(form !== undefined && { "content-type": readFormType }),
    },
    body: form ?? body,
  };
}

/** Prism judges a body by its Content-Length alone, so a chunked one is given its length. */
function readHeaders({ headers }: MockRequest, text: string): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== "transfer-encoding" && name !== "content-length") read[name] = value;
  }
  if (text !== "") read["content-length"] = String(Buffer.byteLength(text));
  const accept = read["accept"];
  if (accept !== undefined) read["accept"] = readAccept(accept);
  return read;
}

const refusesAnything = /^\s*\*\/\*\s*;(.*;)?\s*q=0(\.0*)?\s*$/i;

/** What a range of weight 0 refuses, Prism takes for an empty answer being acceptable. */
function readAccept(accept: string): string {
  const ranges = accept.split(",");
  const kept = ranges.filter((range) => !refusesAnything.test(range));
  if (kept.length === ranges.length) return accept;
  return kept.length === 0 ? "x-nothing/x-nothing" : kept.join(",");
}

function refuseEncoding(headers: Readonly<Record<string, string>>): Problem | undefined {
  const encoding = headers["content-encoding"];
  if (encoding === undefined || encoding.trim().toLowerCase() === "identity" || encoding.trim() === "")
    return undefined;
  return {
    status: 415,
    code: "content-encoding",
    title: "The encoding of the body is not supported",
    detail:
      "The header Content-Encoding was sent, and the mock decodes nothing. Send the body as it is, without that header.",
    headers: { "accept-encoding": "identity" },
  };
}

function readBody(text: string, contentType: string | undefined): { body: unknown; problem?: Problem } {
  if (text === "") return { body: null };
  if (contentType === undefined || !isJson(contentType)) return { body: text };
  try {
    return { body: JSON.parse(text) };
  } catch (error) {
    return {
      body: null,
      problem: {
        status: 400,
        code: "invalid-json",
        title: "The body is not JSON",
        detail: `The header Content-Type says that the body is JSON, and it cannot be parsed${positionIn(error)}.`,
        violations: [
          {
            location: ["body"],
            code: "json",
            message: `Request body must be JSON, and cannot be parsed${positionIn(error)}`,
          },
        ],
      },
    };
  }
}

/** Where parsing stopped. The engine's own message would repeat what was sent. */
function positionIn(error: unknown): string {
  const [, position] = /position (\d+)/.exec(error instanceof Error ? error.message : "") ?? [];
  return position === undefined ? "" : ` at character ${position}`;
}
