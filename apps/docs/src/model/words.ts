import { STATUS_CODES } from "node:http";
import type { SecurityScheme } from "@workflow-api/contract";

// Describes statuses, credentials and places in words.

/** A status with its reason phrase: `404 Not Found`. A range stays as it is: `4XX`, `default`. */
export function statusName(code: number | string): string {
  return `${code} ${STATUS_CODES[code] ?? ""}`.trim();
}

/** How a credential is sent: `X-API-KEY`, `Authorization: Bearer`, `api_key in the query`. */
export function credentialText({
  in: location,
  parameter,
  type,
}: Pick<SecurityScheme, "in" | "parameter" | "type">): string {
  if (type !== "apiKey") return `${parameter}: ${type === "basic" ? "Basic" : "Bearer"}`;
  const places = { header: "", query: " in the query", cookie: " as a cookie" };
  return parameter + places[location];
}

/** A JSON Pointer with dots: `data.id`. */
export function dottedPath(pointer: string): string {
  return pointer.slice(1).replaceAll("/", ".");
}
