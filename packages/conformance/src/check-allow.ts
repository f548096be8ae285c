import type { Answer, Case } from "./case.ts";
import type { Finding } from "./finding.ts";

/**
 * Whether a refusal of a method names those that the path has instead, as it has to (RFC 9110, 15.5.6). HEAD, OPTIONS and
 * methods that the contract does not have may stand there too.
 */
export function checkAllow(
  { expected, group, pointer, request }: Case,
  { headers, status }: Answer,
): Finding[] {
  if (group !== "method" || expected.verdict !== "unroutable" || status !== 405) return [];
  const found = (message: string): Finding[] => [{ name: "unsupported_method", message, pointer }];
  const allow = headers["allow"];
  if (allow === undefined)
    return found("405 comes with the header Allow (RFC 9110, 15.5.6), which is missing.");
  const allowed = allow.split(",").map((method) => method.trim());
  if (allowed.includes(request.method))
    return found(`405 came, though the header Allow that came with it names ${request.method}.`);
  const missing = (expected.methods ?? []).filter((method) => !allowed.includes(method));
  return missing.length === 0
    ? []
    : found(
        `The header Allow names ${allow === "" ? "no method" : allow}, and the contract has ${missing.join(" and ")} here.`,
      );
}
