import type { EvaluatedResult } from "./evaluate.ts";
import { isRead, type SentRequest } from "./session.ts";

// A request that changes data decides what later ones get: a deleted entity has a 404.

/** What a changed entity may respond with. */
const consequences = [404, 409, 410, 412];

/** Whether a request deleted an entity, or had to be refused and was accepted. */
export function isChange({ status = 500, testCase }: SentRequest): boolean {
  const { request } = testCase;
  const isAccepted = status < 300 && !isRead(request);
  return isAccepted && (request.method === "DELETE" || isToBeRefused(testCase));
}

/** A failure that may follow from an earlier change is inconclusive, and not counted. */
export function excuseConsequence(
  result: EvaluatedResult,
  changes: readonly SentRequest[],
): EvaluatedResult {
  const { outcome, sent } = result;
  if (sent === undefined || outcome !== "failed") return result;
  const change = changes.find((each) => each !== sent && affects(each, sent));
  if (change === undefined || !consequences.includes(sent.status ?? 0)) return result;
  const { title } = change.testCase;
  const what = isToBeRefused(change.testCase)
    ? "had to be refused and was accepted"
    : "deleted the data";
  const note = `It got ${sent.status}, which may follow from ${title}: that ${what}.`;
  return { ...result, outcome: "inconclusive", findings: [], note };
}

/** Whether a request concerns the same kind of entity, or what is below it. */
function affects(change: SentRequest, { testCase: { operation } }: SentRequest): boolean {
  const changed = change.testCase.operation?.path ?? "";
  return operation?.path.startsWith(changed) === true;
}

function isToBeRefused({ expected }: SentRequest["testCase"]): boolean {
  return expected.kind === "invalid" || expected.kind === "unauthenticated";
}
