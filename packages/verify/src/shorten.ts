import { shorterRequests } from "@workflow-api/conformance";
import type { HttpRequest } from "@workflow-api/contract";
import { commandOf, findingsOf } from "./judge.ts";
import type { ReportedFinding, Result } from "./report.ts";
import { isRead, type Sent, type Session } from "./session.ts";

/** Causes above this number are shown as they were found. */
const maxCauses = 100;

/** How many requests are spent on shortening one. */
const maxRequests = 40;

/**
 * Sends the first request of each cause again. If it fails again, parts are removed as long as it
 * fails in the same way; otherwise the cause is intermittent, and not due to the request. Requests
 * that may write are never sent again.
 *
 * @returns Gives the result of a case with what was learned.
 */
export function createShortener({
  ask,
  run,
}: Session): (sent: Sent, result: Result) => Promise<Result> {
  const seen = new Set<string>();
  const fleeting = new Set<string>();
  const causesOf = async (sent: Sent, request: HttpRequest): Promise<string | undefined> => {
    const again = await ask({ ...sent.one, request });
    return again && keyOf(findingsOf(run, again));
  };
  const shortened = async (sent: Sent, causes: string): Promise<HttpRequest> => {
    let shortest = sent.one.request;
    let left = maxRequests;
    const shorter = async (): Promise<HttpRequest | undefined> => {
      for (const request of shorterRequests(run.contract, { ...sent.one, request: shortest }))
        if (left-- > 0 && (await causesOf(sent, request)) === causes) return request;
      return undefined;
    };
    for (let next = await shorter(); next !== undefined; next = await shorter()) shortest = next;
    return shortest;
  };
  return async (sent, result) => {
    const { request } = sent.one;
    const causes = keyOf(result.findings);
    const own = result.findings.map(narrowest);
    const isNew = own.some((cause) => !seen.has(cause));
    for (const cause of own) seen.add(cause);
    const isSentAgain = isNew && isRead(request) && seen.size <= maxCauses;
    if (result.outcome !== "failed" || !isSentAgain) return withFleeting(result, fleeting);
    if ((await causesOf(sent, request)) === "") {
      for (const cause of own) fleeting.add(cause);
      const note = "Intermittent: the same request conformed when it was sent again.";
      return withFleeting({ ...result, note }, fleeting);
    }
    // Without a response, each further request could crash the server, or wait as long.
    if (sent.status === undefined) return result;
    const shortest = await shortened(sent, causes);
    if (shortest === request) return result;
    const note = "Shortened to what is needed to fail.";
    return { ...result, curl: commandOf(run, sent, shortest), note };
  };
}

function narrowest({ causes: [first = ""] }: Pick<ReportedFinding, "causes">): string {
  return first;
}

function keyOf(findings: readonly ReportedFinding[]): string {
  return findings.map(narrowest).join();
}

/** Intermittent failures of the server are one cause, whatever request they were found with. */
function withFleeting(result: Result, fleeting: ReadonlySet<string>): Result {
  const findings = result.findings.map((finding) => {
    const { causes, keyword: own, name, part } = finding;
    const isOfServer = name === "no_response" || name === "not_a_server_error";
    if (!isOfServer || part === "status" || !fleeting.has(narrowest(finding))) return finding;
    const keyword = String(result.status ?? own);
    const widest = causes.slice(-1);
    return { ...finding, operationId: "", part: "some requests", keyword, causes: widest };
  });
  return { ...result, findings };
}
