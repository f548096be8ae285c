import type { EvaluatedResult } from "./report.ts";
import { isRead, type SentRequest } from "./session.ts";

// A request that changes data decides what later ones get: a deleted entity has a 404.

/** What a changed entity may respond with. */
const consequences = new Set([404, 409, 410, 412]);

/** Marks what may follow from an earlier request, so that it is not counted as a failure. */
export interface Changes {
  /** Notes a request that deleted an entity, or that had to be refused and was accepted. */
  add(sent: SentRequest): void;
  /** The result of a request, inconclusive if it may follow from such a change. */
  mark(sent: SentRequest, result: EvaluatedResult): EvaluatedResult;
}

/** Notes changes by the paths that they concern. */
export function createChanges(): Changes {
  const changes = new Map<string, SentRequest>();
  return {
    add(sent) {
      const { request } = sent.testCase;
      const isAccepted = (sent.status ?? 500) < 300 && !isRead(request);
      if (isAccepted && (request.method === "DELETE" || isToBeRefused(sent)))
        changes.set(request.path, changes.get(request.path) ?? sent);
    },
    mark(sent, result) {
      const isPossible = result.outcome === "failed" && consequences.has(sent.status ?? 0);
      const cause = [...changes.values()].find((each) => each !== sent && affects(each, sent));
      if (!isPossible || cause === undefined) return result;
      const what = isToBeRefused(cause) ? "had to be refused and was accepted" : "deleted the data";
      const note = `It got ${sent.status}, which may follow from ${cause.testCase.title}: that ${what}.`;
      return { ...result, outcome: "inconclusive", findings: [], curl: "", note };
    },
  };
}

/** Whether a request concerns the same entity, or one below it. */
function affects({ testCase: changing }: SentRequest, { testCase }: SentRequest): boolean {
  const start = changing.request.path;
  const { path } = testCase.request;
  // A server may take an invalid id for a valid one.
  const isOfAnyId = changing.broken?.part.startsWith("path ") === true;
  const template = isOfAnyId ? changing.operation?.path : undefined;
  const isBelow = template !== undefined && testCase.operation?.path.startsWith(template) === true;
  return isBelow || path === start || path.startsWith(`${start}/`);
}

function isToBeRefused({ testCase: { expected } }: SentRequest): boolean {
  return expected.kind === "invalid" || expected.kind === "unauthenticated";
}
