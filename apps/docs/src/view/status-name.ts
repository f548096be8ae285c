import { STATUS_CODES } from "node:http";

/**
 * What a status is called in the registry of HTTP (https://www.iana.org/assignments/http-status-codes), which Node.js
 * carries: people look for "Not Found" as well as for 404. Empty for a range, for `default`, and for what is not in it.
 */
export function statusName(status: string): string {
  return STATUS_CODES[status] ?? "";
}

/** A status with its name, as a heading or its entry in the contents says it. */
export function statusTitle(status: string): string {
  return `${status} ${statusName(status)}`.trim();
}
