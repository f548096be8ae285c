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
  const judgedAs = (request: HttpRequest): string => JSON.stringify(judge.request(request));
  const causesOf = (sent: Sent): string[] => findingsOf(run, sent).map(({ cause }) => cause);
  const seen = new Set<string>();
  const shortened = new Map<Case, HttpRequest>();
  for (const sent of all) {
    const { one, status } = sent;
    const causes = isRead(one.request) && status !== undefined ? causesOf(sent) : [];
    const isNew = causes.some((cause) => !seen.has(cause));
    for (const cause of causes) seen.add(cause);
    if (!isNew || seen.size > maxCauses) continue;
    const request = await shorten(one, async (shorter) => {
      if (judgedAs(shorter) !== judgedAs(one.request)) return undefined;
      const again = await ask({ ...one, request: shorter });
      return again !== undefined && causesOf(again).join() === causes.join();
    });
    if (request !== one.request) shortened.set(one, request);
  }
  return shortened;
}

/** @param fails - Sends a request. `undefined`: it did not, because the contract says something else of it. */
async function shorten(
  one: Case,
  fails: (request: HttpRequest) => Promise<boolean | undefined>,
): Promise<HttpRequest> {
  let { request } = one;
  let left = maxRequests;
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (const candidate of candidates(one, request)) {
      const isFailure = left > 0 ? await fails(candidate) : false;
      if (isFailure !== undefined) left--;
      if (isFailure !== true) continue;
      request = candidate;
      isShorter = true;
      break;
    }
  }
  return request;
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
