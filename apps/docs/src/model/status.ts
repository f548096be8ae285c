import { STATUS_CODES } from "node:http";

/** A status with its reason phrase: `404 Not Found`. */
export function statusName(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ""}`.trim();
}
