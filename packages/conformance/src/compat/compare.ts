import type { Contract, Operation } from "@workflow-api/contract";
import type { AnswerCase } from "../answer-case.ts";
import type { Case } from "../case.ts";
import { checkResponse } from "../check-answer.ts";
import { deriveAnswers } from "../derive-answers.ts";
import { deriveCases } from "../derive-cases.ts";
import { documented } from "../mock-status.ts";
import { standInsOf } from "../stand-ins.ts";
import { type Refusal, refusalsOf } from "./accepts-request.ts";
import type { Break } from "./break.ts";
import { changedMeaning } from "./changed-meaning.ts";
import { includesChanged } from "./includes-changed.ts";
import { counterpartOf, placesOfPart, placesOfStatus } from "./places.ts";
import { scopesRaised } from "./scopes-raised.ts";
import { serversGone } from "./servers-gone.ts";

/**
 * Compares two versions of a contract by what each of them allows: every request and answer that is derived from one
 * is held against the other. Nothing is sent, and nothing but the contracts is read.
 * @returns What held and no longer does, each with the request or answer that shows it; of several that show the same,
 *   the first.
 */
export function compareContracts(old: Contract, changed: Contract): Break[] {
  const oldCases = deriveCases(old, { credentials: standInsOf(old) });
  const newCases = deriveCases(changed, { credentials: standInsOf(changed) });
  const found = [
    ...requestsRefused("callers", old, changed, oldCases),
    ...answersRefused("callers", changed, old),
    ...includesChanged("callers", old, changed, oldCases),
    ...scopesRaised(old, changed, oldCases),
    ...serversGone(old, changed, oldCases),
    ...requestsRefused("servers", changed, old, newCases),
    ...answersRefused("servers", old, changed),
    ...includesChanged("servers", changed, old, newCases),
  ];
  const kinds = new Map<string, Break>();
  for (const each of found) {
    const kind = `${each.for} ${each.operationId} ${each.reason}`;
    if (!kinds.has(kind)) kinds.set(kind, each);
  }
  return [...kinds.values()];
}

/** What one contract allows to be sent, and the other does not. */
function requestsRefused(whom: Break["for"], by: Contract, other: Contract, cases: readonly Case[]): Break[] {
  return cases
    .filter((one) => isAllowed(one) && refusalsOf(by, one.request).length === 0)
    .flatMap((one) => {
      const { location, operation, request, title } = one;
      const counterpart = operation && counterpartOf(operation, other);
      return refusalsBy(by, other, counterpart, one).map(({ part, reason }): Break => {
        const places = [placesOfPart(by, operation, part), placesOfPart(other, counterpart, part)];
        const [oldPlaces = [], newPlaces = []] = whom === "callers" ? places : places.toReversed();
        const operationId = operation?.operationId ?? "";
        const shown = { location, title, request, answer: undefined, server: undefined, schemes: keysOf(by) };
        return { for: whom, operationId, reason, ...shown, oldPlaces, newPlaces };
      });
    });
}

/** Why a contract refuses a request of the other, or takes it for something else. */
function refusalsBy(
  byContract: Contract,
  contract: Contract,
  counterpart: Operation | undefined,
  { operation, request }: Case,
): Refusal[] {
  const refusals = refusalsOf(contract, request);
  if (refusals.length > 0 || operation === undefined || counterpart === undefined) return refusals;
  return changedMeaning({ by: operation, byContract, other: counterpart, otherContract: contract }, request);
}

function keysOf({ securitySchemes }: Contract): string[] {
  return securitySchemes.map(({ key }) => key);
}

function isAllowed({ expected, operation }: Case): boolean {
  return operation !== undefined && (expected.verdict === "valid" || expected.verdict === "scenario");
}

/** What one contract allows to be answered, and the other does not. */
function answersRefused(whom: Break["for"], by: Contract, other: Contract): Break[] {
  return deriveAnswers(by)
    .filter(({ allowed }) => allowed)
    .flatMap(({ answer, location, operation, request, title }: AnswerCase): Break[] => {
      const counterpart = counterpartOf(operation, other);
      if (counterpart === undefined) return [];
      // Callers treat an error status that they do not know as the first of its class (RFC 9110, section 15).
      if (answer.status >= 400 && documented(counterpart, answer.status) === undefined) return [];
      const [finding] = checkResponse(counterpart, answer);
      if (finding === undefined) return [];
      const places = [placesOfStatus(operation, answer.status), placesOfStatus(counterpart, answer.status)];
      const [oldPlaces = [], newPlaces = []] = whom === "servers" ? places : places.toReversed();
      const { operationId } = operation;
      const shown = { location, title, request, answer, server: undefined, schemes: [] };
      return [{ for: whom, operationId, reason: finding.message, ...shown, oldPlaces, newPlaces }];
    });
}
