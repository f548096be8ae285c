import { type Contract, type HttpRequest, judgeRequest } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { findingsOf } from "./judge.ts";
import { isRead } from "./plan.ts";
import type { Run, Sent, Session } from "./session.ts";

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
  sent: readonly Sent[],
): Promise<Map<Case, HttpRequest>> {
  const seen = new Set<string>();
  const shortened = new Map<Case, HttpRequest>();
  for (const each of sent) {
    const { one } = each;
    const causes = isRead(one.request) && each.status !== undefined ? causesOf(run, each) : [];
    const isNew = causes.some((cause) => !seen.has(cause));
    for (const cause of causes) seen.add(cause);
    if (!isNew || seen.size > maxCauses) continue;
    const request = await shorten(run.contract, one, async (shorter) => {
      const again = await ask({ ...one, request: shorter });
      return again !== undefined && causesOf(run, again).join() === causes.join();
    });
    if (request !== one.request) shortened.set(one, request);
  }
  return shortened;
}

function causesOf(run: Run, sent: Sent): string[] {
  return findingsOf(run, sent).map(({ cause }) => cause);
}

async function shorten(
  contract: Contract,
  one: Case,
  fails: (request: HttpRequest) => Promise<boolean>,
): Promise<HttpRequest> {
  const verdict = verdictOn(contract, one.request);
  let { request } = one;
  let left = maxRequests;
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (const candidate of candidates(one, request)) {
      if (verdictOn(contract, candidate) !== verdict || left-- <= 0 || !(await fails(candidate))) continue;
      request = candidate;
      isShorter = true;
      break;
    }
  }
  return request;
}

/** What the contract says of a request, as a text to compare: also what it includes, since the response depends on that. */
function verdictOn(contract: Contract, request: HttpRequest): string {
  const [path = ""] = request.target.split("?");
  const { operation, segments } = contract.route(request.method, path);
  if (operation === undefined) return "";
  const { unauthenticated, values, violations } = judgeRequest(contract, operation, request, segments);
  const asked = operation.includes.map(({ parameter }) => values.get(parameter.key));
  return JSON.stringify([unauthenticated.length > 0, violations, asked]);
}

/** The requests that have one thing less: a header or a pair of the query. */
function* candidates({ group }: Case, request: HttpRequest): Generator<HttpRequest> {
  for (const name of Object.keys(request.headers)) {
    const { [name]: _, ...headers } = request.headers;
    if (name !== "accept" || group !== "accept") yield { ...request, headers };
  }
  const [path = "", query] = request.target.split("?");
  const pairs = query?.split("&") ?? [];
  for (const index of pairs.keys()) {
    const rest = pairs.toSpliced(index, 1).join("&");
    yield { ...request, target: rest === "" ? path : `${path}?${rest}` };
  }
}
