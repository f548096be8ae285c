import type { IncomingHttpHeaders } from "node:http";
import type { HttpMessage } from "@workflow-api/contract";

/** Headers by their names as they were written. */
export type RawHeaders = Record<string, string[]>;

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
    headers[name] ??= [];
    headers[name].push(value);
  }
  return headers;
}

/** The names that the header Connection lists. */
function namedByConnection(rawHeaders: readonly string[]): string[] {
  return rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && name.toLowerCase() === "connection"
      ? (rawHeaders[at + 1] ?? "").toLowerCase().split(/[\s,]+/)
      : [],
  );
}

/** Headers of Node.js with the values of each joined. */
export function joined(headers: IncomingHttpHeaders): HttpMessage["headers"] {
  const entries = Object.entries(headers).map(([name, value = ""]) => [
    name,
    Array.isArray(value) ? value.join(", ") : value,
  ]);
  return Object.fromEntries(entries);
}
