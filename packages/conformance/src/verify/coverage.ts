import { isSameMediaType, type Operation, parameterKey } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { isOneOf, isUnknownToService } from "../check-status.ts";
import { NoAnswer } from "../http-target.ts";
import { responseFor } from "../mock-status.ts";
import type { OperationCoverage, Result } from "../report/report.ts";
import { uncheckedBodies } from "../unchecked-bodies.ts";
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
    unchecked: [
      ...uncheckedBodies(operation),
      ...neverCame(operation, tried),
      ...undocumented(operation, tried),
    ],
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

/**
 * The representations of a success that were asked for and never came. A server may ignore what is accepted (RFC 9110,
 * section 12.1), so that it is no failure; but nothing is known of them.
 */
function neverCame({ responses }: Operation, tried: readonly Sent[]): string[] {
  const several = responses.filter(({ content, status }) => /^2/.test(status) && content.length > 1);
  return several.flatMap(({ content, status }) =>
    content.flatMap(({ mediaType }) => {
      const asked = tried.filter(
        ({ one }) => one.group === "accept" && one.request.headers["Accept"] === mediaType,
      );
      const types = asked.flatMap(({ came }) =>
        came instanceof NoAnswer || !isOneOf(came.status, [status])
          ? []
          : [came.headers["content-type"] ?? "nothing"],
      );
      const isMissed = types.length > 0 && !types.some((type) => isSameMediaType(mediaType, type));
      return isMissed ? [`${status} ${mediaType}: an Accept of it got ${types[0]}`] : [];
    }),
  );
}

/** What the contract does not say of values that a server does not know. */
function undocumented(operation: Operation, tried: readonly Sent[]): string[] {
  const statuses = tried.flatMap(({ came, one: { expected } }) =>
    came instanceof NoAnswer || !isUnknownToService(expected, came.status) ? [] : [came.status],
  );
  return [...new Set(statuses)]
    .filter((status) => responseFor(operation, status) === undefined)
    .map((status) => `${status}, which the contract does not have: it came for values that were not given`);
}
