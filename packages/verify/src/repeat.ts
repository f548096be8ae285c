import { findingsOf } from "./evaluate.ts";
import type { EvaluatedResult } from "./report.ts";
import { isLate, isRead, type SentRequest, type Session } from "./session.ts";

/** How many causes are tried again. */
const mostRepeated = 100;

/** How often a request is sent again. */
const mostTimes = 2;

type EvaluatedFinding = EvaluatedResult["findings"][number];

/**
 * Sends the first request of each cause again. If it conforms then, the cause is intermittent, and
 * not due to the request. Requests that may write are never sent again: they fail intermittently
 * where others have failed in the same way.
 *
 * @returns Gives the result of a case with what was learned.
 */
export function createRepeater({
  run,
  send,
}: Session): (sent: SentRequest, result: EvaluatedResult) => Promise<EvaluatedResult> {
  const seen = new Set<string>();
  const intermittent = new Set<string>();
  const conforms = async (sent: SentRequest): Promise<boolean> => {
    for (let times = 0; times < (isLate(sent) ? 1 : mostTimes); times++) {
      const again = await send(sent.testCase);
      if (again && findingsOf(run, again).length === 0) return true;
    }
    return false;
  };
  return async (sent, result) => {
    const { testCase } = sent;
    const isRepeatable = isRead(testCase.request);
    const keysOf = ({ cause, name, keyword }: EvaluatedFinding): string[] =>
      isRepeatable ? [cause] : [cause, symptomKey(name, result.status ?? keyword)];
    const isIntermittent = (finding: EvaluatedFinding): boolean =>
      keysOf(finding).some((key) => intermittent.has(key));
    const isNew = result.findings.some(({ cause }) => !seen.has(cause));
    for (const { cause } of result.findings) seen.add(cause);
    const isSentAgain = isNew && isRepeatable && seen.size <= mostRepeated;
    if (result.outcome !== "failed" || !isSentAgain || !(await conforms(sent)))
      return withIntermittent(result, isIntermittent);
    for (const { cause, keyword, name } of result.findings)
      intermittent.add(cause).add(symptomKey(name, result.status ?? keyword));
    const note = "Intermittent: the same request conformed when it was sent again.";
    return withIntermittent({ ...result, note }, isIntermittent);
  };
}

function symptomKey(name: string, received: number | string): string {
  return `${name} ${received}`;
}

/** Intermittent failures of the server are one cause, whatever request they were found with. */
function withIntermittent(
  result: EvaluatedResult,
  isIntermittent: (finding: EvaluatedFinding) => boolean,
): EvaluatedResult {
  const findings = result.findings.map((finding) => {
    const { keyword, name, part } = finding;
    const isOfServer = name === "no_response" || name === "not_a_server_error";
    if (!isOfServer || part === "status" || !isIntermittent(finding)) return finding;
    const status = String(result.status ?? keyword);
    const identity = { operationId: "", part: "some requests", keyword: status };
    return { ...finding, ...identity, cause: JSON.stringify(["intermittent", status]), wider: [] };
  });
  return { ...result, findings };
}
