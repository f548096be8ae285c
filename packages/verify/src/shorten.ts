import type { Case } from "@workflow-api/conformance";
import { curlOf, refusalsOf } from "@workflow-api/conformance";
import type { HttpRequest } from "@workflow-api/contract";
import { findingsOf } from "./judge.ts";
import { isRead } from "./plan.ts";
import type { Result } from "./report.ts";
import type { Sent, Session } from "./session.ts";

/** More causes than these are shown as they were found. */
const maxCauses = 20;

/** More requests than these are not spent on making one shorter. */
const maxRequests = 40;

/**
 * Finds shorter requests that fail in the same way: the first of each cause is sent again with one
 * thing less, for as long as the contract says the same of it. What may write is never sent again.
 *
 * @returns Gives the result of a case with the command of the shorter request, if there is one.
 */
export function createShortener({
  ask,
  run,
}: Session): (sent: Sent, result: Result) => Promise<Result> {
  const seen = new Set<string>();
  return async ({ one, status }, result) => {
    const causes = result.findings.map(({ cause }) => cause);
    const isNew = result.outcome === "failed" && causes.some((cause) => !seen.has(cause));
    for (const cause of causes) seen.add(cause);
    if (!isNew || !isRead(one.request) || status === undefined || seen.size > maxCauses)
      return result;
    const verdict = JSON.stringify(refusalsOf(run.contract, one.request));
    let left = maxRequests;
    const fails = async (request: HttpRequest): Promise<boolean> => {
      if (JSON.stringify(refusalsOf(run.contract, request)) !== verdict || left-- <= 0)
        return false;
      const again = await ask({ ...one, request });
      const found = again === undefined ? [] : findingsOf(run, again);
      return found.map(({ cause }) => cause).join() === causes.join();
    };
    let shortest = one.request;
    for (
      let next = await shorter(one, shortest, fails);
      next;
      next = await shorter(one, next, fails)
    )
      shortest = next;
    if (shortest === one.request) return result;
    const curl = curlOf(run.baseUrl, shortest, run.contract.securitySchemes);
    return { ...result, curl, note: "Shortened to what is needed to fail." };
  };
}

/** The first request with one thing less that fails. `undefined`: none does. */
async function shorter(
  one: Case,
  request: HttpRequest,
  fails: (request: HttpRequest) => Promise<boolean>,
): Promise<HttpRequest | undefined> {
  for (const candidate of candidates(one, request)) if (await fails(candidate)) return candidate;
  return undefined;
}

/**
 * The requests that have one thing less: a header, or a pair of the query that includes nothing.
 */
function* candidates({ group, operation }: Case, request: HttpRequest): Generator<HttpRequest> {
  for (const name of Object.keys(request.headers)) {
    const { [name]: _, ...headers } = request.headers;
    if (name !== "accept" || group !== "accept") yield { ...request, headers };
  }
  const [path = "", query] = request.target.split("?");
  const including =
    operation?.includes.map(({ parameter }) => encodeURIComponent(parameter.name)) ?? [];
  for (const [index, pair] of (query?.split("&") ?? []).entries()) {
    const rest = query?.split("&").toSpliced(index, 1).join("&");
    if (!including.includes(pair.split("=")[0] ?? ""))
      yield { ...request, target: rest === "" ? path : `${path}?${rest}` };
  }
}
