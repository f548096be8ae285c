import type { HttpRequest, Violation } from "../messages.ts";
import type { Operation, SecurityScheme } from "../model.ts";
import { credentialIn } from "../wire/credentials.ts";
import { violation } from "./content.ts";

// Whether a request is authenticated.

/**
 * What is missing or malformed in the credentials of a request. One complete security requirement
 * is enough; if none is complete, the one that lacks least is reported.
 */
export function judgeSecurity({ security }: Operation, request: HttpRequest): readonly Violation[] {
  const judged = security.map((requirement) => ({
    size: requirement.length,
    problems: requirement.flatMap((scheme) => credentialProblem(scheme, request) ?? []),
  }));
  // If two lack as much, more of the longer one is given.
  const [nearest] = judged.toSorted(
    (a, b) => a.problems.length - b.problems.length || b.size - a.size,
  );
  return nearest?.problems ?? [];
}

function credentialProblem(scheme: SecurityScheme, request: HttpRequest): Violation | undefined {
  const { key, type } = scheme;
  const value = credentialIn(request, scheme)?.trim() ?? "";
  if (value === "") return violation(key, "security", "is required");
  // RFC 6750, 2.1, and RFC 7617; the scheme is written in any case (RFC 9110, 11.1).
  const [, authScheme] = /^(\S+) +[\w\-.~+/]+=*$/.exec(value) ?? [];
  if (type === "apiKey" || authScheme?.toLowerCase() === type) return undefined;
  const form = type === "bearer" ? "Bearer and a token" : "Basic and name:password in base64";
  return violation(key, "security", `must be ${form}, with a space between them`);
}
