import type { Contract, SourceLocation } from "@workflow-api/contract";
import type { AnswerCase } from "../answer-case.ts";
import type { Answer, Case, CaseRequest } from "../case.ts";
import { checkResponse } from "../check-answer.ts";
import { deriveAnswers } from "../derive-answers.ts";
import { deriveCases } from "../derive-cases.ts";
import { documented } from "../mock-status.ts";
import { refusalOf } from "./accepts-request.ts";

/** Something that held by the old contract and does not by the new one, with the request or answer that shows it. */
export interface Break {
  /**
   * `callers`: a caller that keeps to the old contract fails. `servers`: a server that keeps to the old contract does
   * not keep the new one.
   */
  readonly for: "callers" | "servers";
  readonly operationId: string;
  /** What no longer holds. */
  readonly reason: string;
  /** Where the case comes from: in the old contract for a request, in the new one for an answer to callers. */
  readonly location: SourceLocation;
  /** The title of the derived case. */
  readonly title: string;
  readonly request: CaseRequest;
  /** The answer, where it is one that shows it. */
  readonly answer: Answer | undefined;
}

/** Compares two versions of a contract by what each of them allows. */
export function compareContracts(old: Contract, changed: Contract): Break[] {
  const found = [
    ...requestsRefused("callers", old, changed),
    ...answersRefused("callers", changed, old),
    ...requestsRefused("servers", changed, old),
    ...answersRefused("servers", old, changed),
  ];
  const kinds = new Map<string, Break>();
  for (const each of found) {
    const kind = `${each.for} ${each.operationId} ${each.reason}`;
    if (!kinds.has(kind)) kinds.set(kind, each);
  }
  return [...kinds.values()];
}

/** What one contract allows to be sent, and the other does not. */
function requestsRefused(whom: Break["for"], by: Contract, other: Contract): Break[] {
  return deriveCases(by)
    .filter(isAllowed)
    .filter(({ request }) => refusalOf(by, request) === undefined)
    .flatMap(({ location, operation, request, title }) => {
      const reason = refusalOf(other, request);
      const operationId = operation?.operationId ?? "";
      return reason === undefined
        ? []
        : [{ for: whom, operationId, reason, location, title, request, answer: undefined }];
    });
}

function isAllowed({ expected, operation }: Case): boolean {
  return operation !== undefined && (expected.verdict === "valid" || expected.verdict === "scenario");
}

/** What one contract allows to be answered, and the other does not. */
function answersRefused(whom: Break["for"], by: Contract, other: Contract): Break[] {
  const operations = new Map(other.operations.map((operation) => [keyOf(operation), operation]));
  return deriveAnswers(by)
    .filter(({ allowed }) => allowed)
    .flatMap(({ answer, location, operation, request, title }: AnswerCase) => {
      const counterpart = operations.get(keyOf(operation));
      if (counterpart === undefined) return [];
      // Callers treat an error status that they do not know as the first of its class (RFC 9110, section 15).
      if (answer.status >= 400 && documented(counterpart, answer.status) === undefined) return [];
      const [finding] = checkResponse(counterpart, answer);
      const { operationId } = operation;
      return finding === undefined
        ? []
        : [{ for: whom, operationId, reason: finding.message, location, title, request, answer }];
    });
}

/** Two operations are the same if they are at the same place, whatever their parameters are called. */
function keyOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path.replaceAll(/\{[^}]*\}/g, "{}")}`;
}
