import { type MediaType, type Operation, parameterKey } from "@workflow-api/contract";
import { uncheckedReason } from "../answer-body.ts";
import type { Case } from "../case.ts";
import { isOneOf } from "../check-status.ts";
import { NoAnswer } from "../http-target.ts";
import type { OperationCoverage, Result } from "../report/report.ts";
import type { Sent } from "./run-cases.ts";

/** How far an operation was tried: which statuses came, and which keyword of which part was broken. */
export function coverageOf(
  operation: Operation,
  cases: readonly Case[],
  sent: ReadonlyMap<Case, Sent>,
  results: readonly Result[],
): OperationCoverage {
  const own = cases.filter((one) => one.operation === operation);
  const tried = own.flatMap((one) => sent.get(one) ?? []);
  const statuses = tried.flatMap(({ came }) => (came instanceof NoAnswer ? [] : [came.status]));
  const parts = [...operation.parameters.map(parameterKey), ...(operation.requestBody ? ["body"] : [])];
  return {
    operationId: operation.operationId,
    cases: own.length,
    sent: tried.length,
    failed: results.filter((each) => each.operationId === operation.operationId && each.outcome === "failed")
      .length,
    statuses: operation.responses.map(({ status }) => ({
      name: status,
      covered: statuses.some((came) => isOneOf(came, [status])),
    })),
    unchecked: uncheckedOf(operation),
    parts: parts.map((name) => {
      const broken = own.filter((one) => one.broken?.part === name);
      const covered = broken.filter((one) => sent.has(one)).map((one) => one.broken?.keyword);
      const keywords = [...new Set(broken.map((one) => one.broken?.keyword ?? ""))].toSorted();
      return {
        name,
        covered: covered.length > 0,
        keywords: keywords.map((keyword) => ({ name: keyword, covered: covered.includes(keyword) })),
      };
    }),
  };
}

/** A request whose body cannot be made by its schema is tried with another media type, and with none. */
function uncheckedOf({ method, requestBody, responses }: Operation): string[] {
  const told = (part: string, content: readonly MediaType[]): string[] =>
    content.flatMap((media) => {
      const reason = uncheckedReason(media);
      return reason === undefined ? [] : [`${part} ${media.mediaType}: ${reason}`];
    });
  return [
    ...told("requests in", requestBody?.content ?? []),
    ...(method === "HEAD" ? [] : responses.flatMap(({ content, status }) => told(status, content))),
  ];
}
