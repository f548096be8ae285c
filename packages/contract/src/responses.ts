import type { Operation, Response } from "./model.ts";

// The statuses of a range.

/** The statuses that represent ranges, the usual ones first. */
const usual: Readonly<Record<string, readonly number[]>> = {
  "4XX": [400, 404, 409, 422, 429],
  "5XX": [500, 502, 503, 504],
  default: [500, 400, 503],
};

/**
 * The status that represents a documented one: itself, or for a range its lowest usual status that
 * is not documented separately. A `default` of an operation without a 2xx represents its 200.
 *
 * @param code - As the contract spells it: `404`, `4XX`, `5XX` or `default`.
 * @param codes - All that its operation documents.
 */
export function statusFor(code: string, codes: readonly string[]): number {
  if (code === "default" && !codes.some((other) => other.startsWith("2"))) return 200;
  const candidates = usual[code] ?? [Number(code)];
  return candidates.find((status) => !codes.includes(String(status))) ?? candidates[0] ?? 500;
}

/** Whether a status is a 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** The status of an example of a response: the one that its name begins with. */
export function statusOfExample({ code, status }: Response, name: string): number {
  const [, own] = /^([1-5]\d\d)(?!\d)/.exec(name) ?? [];
  const isInRange = code === "default" || (code.endsWith("XX") && own?.[0] === code[0]);
  return own !== undefined && isInRange ? Number(own) : status;
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
  return codes
    .map((code) => responses.find((response) => response.code === code))
    .find((response) => response !== undefined);
}
