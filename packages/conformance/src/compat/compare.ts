import type { Contract, Operation } from "@workflow-api/contract";
import type { Answer, CaseRequest } from "../case.ts";
import { checkResponse } from "../check-answer.ts";
import type { Finding } from "../finding.ts";
import { responseFor } from "../mock-status.ts";
import { type Refusal, refusalsOf } from "./accepts-request.ts";
import { atRoot } from "./at-root.ts";
import type { Break } from "./break.ts";
import { changedMeaning } from "./changed-meaning.ts";
import { compareSent } from "./compare-sent.ts";
import { includesChanged } from "./includes-changed.ts";
import { partsChanged } from "./parts-changed.ts";
import { counterpartOf, placesOfPart, placesOfStatus } from "./places.ts";
import { scopesRaised } from "./scopes-raised.ts";
import { sentByService } from "./sent-by-service.ts";
import { serversGone } from "./servers-gone.ts";
import { derived, triedAnswers, triedRequests } from "./tried.ts";

/**
 * Compares two versions of a contract by what each of them allows: every request and answer that is derived from one
 * is held against the other, those of webhooks and callbacks too. Nothing is sent, and nothing but the contracts is read.
 * @returns What held and no longer does, each with the request or answer that shows it; of several that show the same,
 *   the first.
 */
export function compareContracts(old: Contract, changed: Contract): Break[] {
  const sent = compareSent(sentByService(old), sentByService(changed), compareOperations);
  return [...compareOperations(...atRoot(old, changed)), ...sent];
}

function compareOperations(old: Contract, changed: Contract): Break[] {
  const [oldCases, newCases] = [derived(old).cases, derived(changed).cases];
  const found = [
    ...requestsRefused("callers", old, changed),
    ...answersRefused("callers", changed, old),
    ...includesChanged("callers", old, changed, oldCases),
    ...partsChanged("callers", old, changed, oldCases),
    ...scopesRaised(old, changed, oldCases),
    ...serversGone(old, changed, oldCases),
    ...requestsRefused("servers", changed, old),
    ...answersRefused("servers", old, changed),
    ...includesChanged("servers", changed, old, newCases),
    ...partsChanged("servers", changed, old, newCases),
  ];
  const kinds = new Map<string, Break>();
  for (const each of found) {
    // The items of a list are one another's like.
    const kind = `${each.for} ${each.operationId} ${each.reason.replaceAll(/\/\d+(?=[/ ])/g, "/[]")}`;
    if (!kinds.has(kind)) kinds.set(kind, each);
  }
  return [...kinds.values()];
}

/** What one contract allows to be sent, and the other does not. */
function requestsRefused(whom: Break["for"], by: Contract, other: Contract): Break[] {
  return triedRequests(by, other).flatMap((one) => {
    const { location, request, title } = one;
    const operation = one.operation && counterpartOf(one.operation, by);
    const counterpart = one.operation && counterpartOf(one.operation, other);
    return refusalsBy(by, other, operation, counterpart, request).map(({ part, reason }): Break => {
      const places = [placesOfPart(by, operation, part), placesOfPart(other, counterpart, part)];
      const [oldPlaces = [], newPlaces = []] = whom === "callers" ? places : places.toReversed();
      const operationId = operation?.operationId ?? "";
      const shown = { location, title, request, answer: undefined, server: undefined, schemes: keysOf(by) };
      return { for: whom, sender: "caller", operationId, reason, ...shown, oldPlaces, newPlaces };
    });
  });
}

/** Why a contract refuses a request of the other, or takes it for something else. */
function refusalsBy(
  byContract: Contract,
  contract: Contract,
  operation: Operation | undefined,
  counterpart: Operation | undefined,
  request: CaseRequest,
): Refusal[] {
  const refusals = refusalsOf(contract, request);
  if (refusals.length > 0 || operation === undefined || counterpart === undefined) return refusals;
  return changedMeaning({ by: operation, byContract, other: counterpart, otherContract: contract }, request);
}

function keysOf({ securitySchemes }: Contract): string[] {
  return securitySchemes.map(({ key }) => key);
}

/** What one contract allows to be answered, and the other does not. */
function answersRefused(whom: Break["for"], by: Contract, other: Contract): Break[] {
  return triedAnswers(by, other).flatMap(({ answer, location, request, title, ...one }): Break[] => {
    const operation = counterpartOf(one.operation, by);
    const counterpart = counterpartOf(one.operation, other);
    if (operation === undefined || counterpart === undefined) return [];
    const known = responseFor(counterpart, answer.status);
    // Callers treat an error status that they do not know as the first of its class (RFC 9110, section 15).
    if (answer.status >= 400 && known === undefined) return [];
    const [finding] = checkResponse(counterpart, answer);
    if (finding === undefined) return [];
    // A body where there was none is one more thing that they do not know.
    const isExtra = known?.content.length === 0 && answer.body !== "";
    if (whom === "callers" && (isExtra || isNegotiated(operation, counterpart, answer, finding))) return [];
    const places = [placesOfStatus(operation, answer.status), placesOfStatus(counterpart, answer.status)];
    const [oldPlaces = [], newPlaces = []] = whom === "servers" ? places : places.toReversed();
    const { operationId } = operation;
    const shown = { location, title, request, answer, server: undefined, schemes: [] };
    return [
      { for: whom, sender: "caller", operationId, reason: finding.message, ...shown, oldPlaces, newPlaces },
    ];
  });
}

/** Whether another media type comes to nobody: who asks for one that both have gets that. */
function isNegotiated(
  operation: Operation,
  counterpart: Operation,
  { status }: Answer,
  { name }: Finding,
): boolean {
  const [offered = [], known = []] = [operation, counterpart].map(
    (each) => responseFor(each, status)?.content.map(({ mediaType }) => mediaType) ?? [],
  );
  return (
    name === "content_type_conformance" && known.length > 0 && known.every((each) => offered.includes(each))
  );
}
