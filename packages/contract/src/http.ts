import Negotiator from "negotiator";
import type { JsonValue } from "./json.ts";
import type { HttpRequest } from "./messages.ts";
import type { MediaType, Operation, Response, SecurityScheme } from "./model.ts";

// What HTTP says of statuses, media types, headers and bodies.

/** Whether a status is a 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** Whether a response with a status never has a body, whatever is documented (RFC 9110, 15). */
export function isBodiless(status: number): boolean {
  return [204, 205, 304].includes(status);
}

/**
 * The documentation of a status: the response with this status, else with its range, else
 * `default`.
 */
export function responseFor(
  { responses }: Pick<Operation, "responses">,
  status: number,
): Response | undefined {
  const codes = [String(status), `${String(status)[0]}XX`, "default"];
  const [nearest] = codes.flatMap((code) => responses.filter((each) => each.code === code));
  return nearest;
}

/** The target of a request line (RFC 9112, 3.2.1): the path, and `?` with the query, if any. */
export function requestTarget({ path, query }: Pick<HttpRequest, "path" | "query">): string {
  return query === "" ? path : `${path}?${query}`;
}

/**
 * The path and the query of the target of a request line: the reverse of {@link requestTarget}. Of
 * the absolute form (RFC 9112, 3.2.2), the host does not matter.
 */
export function parseTarget(target: string): Pick<HttpRequest, "path" | "query"> {
  const isRelative = target.startsWith("/");
  const [origin = ""] = (isRelative ? null : /^https?:\/\/[^/?#]*/i.exec(target)) ?? [];
  const end = target.indexOf("?", origin.length);
  const path = target.slice(origin.length, end < 0 ? undefined : end);
  const query = end < 0 ? "" : target.slice(end + 1);
  return { path: origin !== "" && path === "" ? "/" : path, query };
}

/**
 * The media type without its parameters, in lower case: `application/json` for `Application/JSON;
 * charset=utf-8`.
 */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

/**
 * Whether a media type is of JSON: `application/json`, or any that ends with `+json` (RFC 6839).
 */
export function isJson(mediaType: string): boolean {
  return /^application\/json$|^[^/*\s]+\/[^/*\s]+\+json$/.test(essenceOf(mediaType));
}

/** The media type that a `Content-Type` names. `undefined`: it is none of these. */
export function mediaOf(content: readonly MediaType[], contentType = ""): MediaType | undefined {
  const type = essenceOf(contentType);
  return content.find(({ mediaType }) => essenceOf(mediaType) === type);
}

/**
 * Whether a host is this machine: `localhost`, a name below it, 127.0.0.0/8 or ::1, with or without
 * brackets.
 */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i.test(host);
}

/** Whether a string can be the name of a header (RFC 9110, 5.6.2). */
export function isHeaderName(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** Whether a string can be the value of a header: it is neither trimmed nor refused. */
export function isHeaderValue(text: string): boolean {
  return /^([\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?)?$/.test(text);
}

/** What precedes a secret in its header, by the type of its scheme (RFC 6750, RFC 7617). */
export const credentialPrefix: Readonly<Record<SecurityScheme["type"], string>> = {
  apiKey: "",
  bearer: "Bearer ",
  basic: "Basic ",
};

/**
 * The media type that an `Accept` header prefers (RFC 9110, 12.5.1). `undefined`: it accepts none
 * of them.
 */
export function negotiate(
  accept: string | undefined,
  mediaTypes: readonly string[],
): string | undefined {
  // Parameters such as a charset do not matter.
  const ranges = accept?.replaceAll(/;\s*(?!q=)[^,;]*/gi, "").trim();
  return new Negotiator({ headers: { accept: ranges || "*/*" } }).mediaType([...mediaTypes]);
}

/** A parsed JSON body, or why it cannot be parsed. */
export type ParsedBody = { readonly value: JsonValue } | { readonly message: string };

/** How deep arrays and objects in JSON may be nested. */
const mostLevels = 500;

/** Parses a JSON body up to {@link mostLevels} deep, because its readers may be recursive. */
export function readJson(text: string): ParsedBody {
  try {
    const value: JsonValue = JSON.parse(text);
    if (!isDeeper(value, mostLevels)) return { value };
    return { message: `must be JSON of at most ${mostLevels} nested levels` };
  } catch {
    const fault = text.trim() === "" ? "is empty" : "cannot be parsed as it";
    return { message: `must be JSON, but ${fault}` };
  }
}

/** Whether arrays and objects are nested deeper than these levels. */
function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part = null) => isDeeper(part, levels - 1));
}
