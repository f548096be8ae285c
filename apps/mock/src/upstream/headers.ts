import type { IncomingHttpHeaders } from "node:http";
import type { HttpMessage } from "@workflow-api/contract";

/** Headers by their names as they were written; of one that was sent repeatedly, all values. */
export type RawHeaders = Record<string, string | string[]>;

/** The headers of one connection only (RFC 9110, 7.6.1). `Trailer` describes the message. */
const hopByHop: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "transfer-encoding",
  "upgrade",
]);

/**
 * The headers that are passed on from one connection to another.
 *
 * @param rawHeaders - Names and values in turns, as Node.js has them.
 * @param dropped - Names in lower case of further headers that are not passed on.
 */
export function endToEnd(
  rawHeaders: readonly string[],
  dropped: readonly string[] = [],
): RawHeaders {
  // A header may be called like a member that every object inherits.
  const headers: RawHeaders = Object.create(null);
  const ofConnection = namedByConnection(rawHeaders);
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = [rawHeaders[at], rawHeaders[at + 1]];
    const key = name.toLowerCase();
    if (hopByHop.has(key) || dropped.includes(key) || ofConnection.includes(key)) continue;
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  return headers;
}

/** The names that the header Connection lists. */
function namedByConnection(rawHeaders: readonly string[]): string[] {
  const names: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === "connection")
      names.push(...(rawHeaders[at + 1] ?? "").toLowerCase().split(/[\s,]+/));
  return names;
}

/** Headers of Node.js with the values of each joined. */
export function joined(headers: IncomingHttpHeaders): HttpMessage["headers"] {
  const all: Record<string, string> = {};
  for (const [name, value = ""] of Object.entries(headers))
    all[name] = Array.isArray(value) ? value.join(", ") : value;
  return all;
}
