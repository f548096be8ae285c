import type { IncomingHttpHeaders } from "node:http";
import type { HttpMessage } from "@workflow-api/contract";

/** Headers by their names as they were written. */
export type RawHeaders = Record<string, string[]>;

/** The headers of one connection only (RFC 9110, 7.6.1). `Trailer` describes the message. */
const hopByHop: readonly string[] = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "transfer-encoding",
  "upgrade",
];

/**
 * The headers that are passed on from one connection to another.
 *
 * @param rawHeaders - Names and values in turns, as Node.js has them.
 * @param dropped - Names of further headers that are not passed on.
 */
export function endToEnd(
  rawHeaders: readonly string[],
  dropped: readonly string[] = [],
): RawHeaders {
  const pairs = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ""] as const] : [],
  );
  const named = pairs.flatMap(([name, value]) =>
    name.toLowerCase() === "connection" ? value.toLowerCase().split(/[\s,]+/) : [],
  );
  const all = new Set([...hopByHop, ...dropped.map((name) => name.toLowerCase()), ...named]);
  const headers = new Map<string, string[]>();
  for (const [name, value] of pairs)
    if (!all.has(name.toLowerCase())) headers.set(name, [...(headers.get(name) ?? []), value]);
  return Object.fromEntries(headers);
}

/** Headers of Node.js with the values of each joined. */
export function joined(headers: IncomingHttpHeaders): HttpMessage["headers"] {
  const entries = Object.entries(headers).map(([name, value = ""]) => [
    name,
    Array.isArray(value) ? value.join(", ") : value,
  ]);
  return Object.fromEntries(entries);
}
