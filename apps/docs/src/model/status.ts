import { STATUS_CODES } from "node:http";

/** A status with its reason phrase: `404 Not Found`. A range stays as it is: `4XX`, `default`. */
export function statusName(code: number | string): string {
  return `${code} ${STATUS_CODES[code] ?? ""}`.trim();
}
