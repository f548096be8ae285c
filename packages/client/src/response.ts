import type { Call } from "./call.ts";
import type { Operation } from "./types/operation.ts";

/** What openapi-fetch returns for a call that reads text: errors are parsed, if they are JSON. */
export interface FetchResult {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The data of a response. Throws an `ApiError` if it is an error, or not as documented.
 *
 * @param included - The paths to what else it must hold, because the call asked for it.
 */
export function dataOf(
  call: Call,
  { bodies }: Operation,
  { data, error, response }: FetchResult,
  included: string,
): unknown {
  const { ok, status } = response;
  const documented = bodies[status] ?? bodies[`${status}`.replace(/..$/, "XX")];
  const text = ok ? data : error;
  const body = ok ? parsed(text) : text;
  const lack = lackOf(response, text, body, documented, included);
  if (ok && !lack) return body;
  const { detail, title } = Object(body);
  const says = detail || title || (typeof text === "string" ? text : JSON.stringify(text));
  const isUnreadable = ok && documented !== undefined;
  const kind = isUnreadable ? "unreadable" : lack ? "undocumented" : "status";
  throw call.failure(kind, `returned ${status}${lack}`, { says, response, body });
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(`${text}`);
  } catch {
    return text;
  }
}

/** What a response lacks: documentation, JSON, or the first of some paths with nothing at it. */
function lackOf(
  { headers, ok }: Response,
  text: unknown,
  body: unknown,
  documented: string | false | undefined,
  included: string,
): string {
  if (documented === undefined) return ", which is not documented";
  if (documented === false) return "";
  // Text that is no JSON is its own value; openapi-fetch has parsed that of an error.
  const isJson = /json/i.test(`${headers.get("content-type")}`) && !(ok && text && body === text);
  const lack = isJson ? missingIn(body, documented + (ok ? included : "")) : "JSON";
  return lack ? ` without ${lack}` : "";
}

/** The first of some paths at which a value has nothing. */
function missingIn(body: unknown, paths: string): string | undefined {
  return paths.match(/\S+/g)?.find((path) => {
    const found = path
      .split(".")
      .reduce(
        (holder, name) => (Object.hasOwn(Object(holder), name) ? Object(holder)[name] : null),
        body,
      );
    return (found ?? null) === null;
  });
}
