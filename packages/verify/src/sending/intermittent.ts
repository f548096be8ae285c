import { causeKey } from "@workflow-api/conformance";
import { type EvaluatedFinding, type EvaluatedResult, findingsOf } from "../results/evaluate.ts";
import { isLate, isRead, type SentRequest, type Session } from "./session.ts";

/** How many causes are tried again. */
const mostRepeated = 100;

/** How often a request is sent again. */
const mostTimes = 2;

/**
 * Sends the first request of each cause again, unless it may write.
 *
 * @param repeated - Whether the request of a cause conformed then; what is learned is added.
 */
export async function repeatFailures(
  session: Session,
  results: readonly EvaluatedResult[],
  repeated: Map<string, boolean>,
): Promise<void> {
  for (const { findings, sent } of results) {
    const isNew = findings.some(({ cause }) => !repeated.has(causeKey(cause)));
    if (sent === undefined || !isNew || !isRead(sent.testCase.request)) continue;
    if (repeated.size >= mostRepeated) return;
    const conforms = await conformsAgain(session, sent);
    for (const { cause } of findings) repeated.set(causeKey(cause), conforms);
  }
}

async function conformsAgain(session: Session, sent: SentRequest): Promise<boolean> {
  for (let times = 0; times < (isLate(sent) ? 1 : mostTimes); times++) {
    const again = await session.send(sent.testCase);
    if (again !== undefined && findingsOf(again).length === 0) return true;
  }
  return false;
}

/**
 * Marks failures that do not recur. Those of the server are one cause, whatever request they were
 * found with: what was not sent again is intermittent where others that failed alike are.
 */
export function markIntermittent(
  results: readonly EvaluatedResult[],
  repeated: ReadonlyMap<string, boolean>,
): EvaluatedResult[] {
  const symptoms = new Set(
    results.flatMap((result) =>
      result.findings
        .filter(({ cause }) => repeated.get(causeKey(cause)) === true)
        .flatMap((finding) => symptomOf(result, finding) ?? []),
    ),
  );
  return results.map((result) => ({
    ...result,
    findings: result.findings.map((finding) => {
      const symptom = symptomOf(result, finding);
      const isAlike = symptom !== undefined && symptoms.has(symptom);
      if (!(repeated.get(causeKey(finding.cause)) ?? isAlike)) return finding;
      const isIntermittent = true;
      if (symptom === undefined) return { ...finding, isIntermittent };
      const identity = { operationId: "", part: "some requests", keyword: symptom };
      const cause = { ...identity, place: identity.part, symptom, kind: "intermittent" };
      return { ...finding, ...identity, isIntermittent, cause };
    }),
  }));
}

/** The status, or why there is no response. `undefined`: it is no failure of the server. */
function symptomOf(
  { sent }: EvaluatedResult,
  { keyword, name, part }: EvaluatedFinding,
): string | undefined {
  if (part === "status") return undefined;
  if (name === "no_response") return keyword;
  return name === "not_a_server_error" ? String(sent?.status) : undefined;
}
