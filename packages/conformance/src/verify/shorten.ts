import type { HttpRequest } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { createJudge } from "../check.ts";
import { findingsOf } from "./judge.ts";
import { isRead } from "./plan.ts";
import type { Sent, Session } from "./session.ts";

/** More causes than these are shown as they were found. */
const maxCauses = 20;

/** More requests than these are not spent on making one shorter. */
const maxRequests = 40;

/**
 * Finds shorter requests that fail in the same way: the first of each cause is sent again with one thing less, for as
 * long as the contract says the same of it. What may write is never sent again.
 *
 * @returns The shortened requests, by their cases.
 */
export async function shortenFailures(
  { ask, run }: Session,
  all: readonly Sent[],
): Promise<Map<Case, HttpRequest>> {
  const judge = createJudge(run.contract);
  const causesOf = (sent: Sent): string[] => findingsOf(run, sent).map(({ cause }) => cause);
  const seen = new Set<string>();
  const shortened = new Map<Case, HttpRequest>();
  for (const sent of all) {
    const { one, status } = sent;
    const causes = isRead(one.request) && status !== undefined ? causesOf(sent) : [];
    const isNew = causes.some((cause) => !seen.has(cause));
    for (const cause of causes) seen.add(cause);
    if (!isNew || seen.size > maxCauses) continue;
    const verdict = JSON.stringify(judge.request(one.request));
    let left = maxRequests;
    const fails = async (request: HttpRequest): Promise<boolean> => {
      if (JSON.stringify(judge.request(request)) !== verdict || left-- <= 0) return false;
      const again = await ask({ ...one, request });
      return again !== undefined && causesOf(again).join() === causes.join();
    };
    for (let next = await shorter(one, one.request, fails); next; next = await shorter(one, next, fails))
      shortened.set(one, next);
  }
  return shortened;
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

/** The requests that have one thing less: a header, or a pair of the query that includes nothing. */
function* candidates({ group, operation }: Case, request: HttpRequest): Generator<HttpRequest> {
  for (const name of Object.keys(request.headers)) {
    const { [name]: _, ...headers } = request.headers;
    if (name !== "accept" || group !== "accept") yield { ...request, headers };
  }
  const [path = "", query] = request.target.split("?");
  const including = operation?.includes.map(({ parameter }) => encodeURIComponent(parameter.name)) ?? [];
  for (const [index, pair] of (query?.split("&") ?? []).entries()) {
    const rest = query?.split("&").toSpliced(index, 1).join("&");
    if (!including.includes(pair.split("=")[0] ?? ""))
      yield { ...request, target: rest === "" ? path : `${path}?${rest}` };
  }
}
