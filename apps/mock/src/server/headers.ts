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

/** Headers as they were written, by their names in lower case, with the values of each joined. */
export function lowerCased(headers: RawHeaders): HttpMessage["headers"] {
  const entries = Object.entries(headers).map(([name, values]) => [
    name.toLowerCase(),
    values.join(", "),
  ]);
  return Object.fromEntries(entries);
}

/**
 * The headers of the service with those that the mock adds, which replace others of their names. A
 * cache has to regard what either of them names in `Vary`.
 */
export function mergeHeaders(given: RawHeaders, added: HttpMessage["headers"]): RawHeaders {
  const replaced = new Set(Object.keys(added));
  const entries = Object.entries(given).filter(([name]) => !replaced.has(name.toLowerCase()));
  const vary = Object.entries(given).find(([name]) => name.toLowerCase() === "vary")?.[1] ?? [];
  const merged = Object.entries(added).map(([name, value]) => [
    name,
    name === "vary" ? [...vary, value] : [value],
  ]);
  return Object.fromEntries([...entries, ...merged]);
}
