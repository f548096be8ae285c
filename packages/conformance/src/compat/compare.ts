import type { Contract, Operation } from "@workflow-api/contract";
import { isSameMediaType } from "@workflow-api/contract";
import type { Answer, CaseRequest } from "../case.ts";
import { checkResponse } from "../check-answer.ts";
import { documentedMedia } from "../check-documented.ts";
import type { Finding } from "../finding.ts";
import { responseFor } from "../mock-status.ts";
import { type Refusal, refusalsOf } from "./accepts-request.ts";
import { answerAsSentBy } from "./as-sent-by.ts";
import { atRoot } from "./at-root.ts";
import { type Break, breakOfAnswer, breakOfRequest } from "./break.ts";
import { changedMeaning, type Operations } from "./changed-meaning.ts";
import { compareSent } from "./compare-sent.ts";
import { derivedCases } from "./derived.ts";
import { fieldsReadOtherwise, readOtherwise } from "./fields-read-otherwise.ts";
import { includesChanged } from "./includes-changed.ts";
import { unsentBy } from "./one-way-members.ts";
import { answerPartsChanged, partsChanged } from "./parts-changed.ts";
import { counterpartOf, placesOfPart, placesOfStatus } from "./places.ts";
import { representationsGone } from "./representations-gone.ts";
import { scopesRaised } from "./scopes-raised.ts";
import { sentByService } from "./sent-by-service.ts";
import { serversGone } from "./servers-gone.ts";
import { successGone } from "./success-gone.ts";
import { tokensGone } from "./tokens-gone.ts";
import { triedAnswers, triedRequests } from "./tried.ts";

/**
 * Compares two versions of a contract by what each of them allows: every request and answer that is derived from one
 * is held against the other, those of webhooks and callbacks too. Nothing is sent, and nothing but the contracts is read.
 * @returns What held and no longer does, each with the request or answer that shows it; of several that show the same,
 *   the first.
 */
export function compareContracts(old: Contract, changed: Contract): Break[] {
  const sent = compareSent(sentByService(old), sentByService(changed), (...both) =>
    compareOperations("service", ...both),
  );
  return [...compareOperations("caller", ...atRoot(old, changed)), ...sent];
}

/** @param sender Who sends the requests. */
function compareOperations(sender: Break["sender"], old: Contract, changed: Contract): Break[] {
  const [oldCases, newCases] = [derivedCases(old, changed), derivedCases(changed, old)];
  const found = [
    ...requestsRefused({ sender, for: "callers" }, old, changed),
    ...answersRefused({ sender, for: "callers" }, changed, old),
    ...includesChanged("callers", old, changed, oldCases),
    ...partsChanged("callers", old, changed, oldCases),
    ...answerPartsChanged("callers", changed, old),
    ...scopesRaised(old, changed, oldCases),
    ...tokensGone(old, changed, oldCases),
    ...serversGone(old, changed, oldCases),
    ...representationsGone(old, changed, oldCases),
    ...successGone(old, changed, oldCases),
    ...requestsRefused({ sender, for: "servers" }, changed, old),
    ...answersRefused({ sender, for: "servers" }, old, changed),
    ...includesChanged("servers", changed, old, newCases),
    ...partsChanged("servers", changed, old, newCases),
    ...answerPartsChanged("servers", old, changed),
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
function requestsRefused(whom: Pick<Break, "for" | "sender">, by: Contract, other: Contract): Break[] {
  return triedRequests(by, other).flatMap((one) => {
    const operation = one.operation && counterpartOf(one.operation, by);
    const counterpart = one.operation && counterpartOf(one.operation, other);
    const operations = operation &&
      counterpart && { ...whom, by: operation, byContract: by, other: counterpart, otherContract: other };
    return refusalsBy(other, operations, one.request).map(({ part, reason }) =>
      breakOfRequest(whom.for, by, {
        operationId: operation?.operationId ?? "",
        reason,
        shownBy: one,
        places: [placesOfPart(by, operation, part), placesOfPart(other, counterpart, part)],
      }),
    );
  });
}

/** Why a contract refuses a request of the other, or takes it for something else. */
function refusalsBy(contract: Contract, operations: Operations | undefined, request: CaseRequest): Refusal[] {
  const refusals = refusalsOf(contract, request);
  return refusals.length > 0 || operations === undefined ? refusals : changedMeaning(operations, request);
}

/** What one contract allows to be answered, and the other does not. */
function answersRefused(
  { for: whom, sender }: Pick<Break, "for" | "sender">,
  by: Contract,
  other: Contract,
): Break[] {
  // The answer to a request of the service is sent by who is its client otherwise.
  const answering = sender === "service" ? "client" : "server";
  return triedAnswers(by, other).flatMap((one): Break[] => {
    const { answer } = one;
    const operation = counterpartOf(one.operation, by);
    const counterpart = counterpartOf(one.operation, other);
    if (operation === undefined || counterpart === undefined) return [];
    const known = responseFor(counterpart, answer.status);
    // Callers treat an error status that they do not know as the first of its class (RFC 9110, section 15).
    if (answer.status >= 400 && known === undefined) return [];
    const { answer: taken, unsent } = answerAsSentBy(other, counterpart, answer);
    const [finding] = checkResponse(counterpart, taken);
    // To callers what they do not wait for is one thing more that they do not know.
    const told = whom === "callers" ? [] : unsent.map((member) => unsentBy(answering, member));
    const reasons = [...told, ...reasonsAgainst([operation, counterpart], taken, finding)];
    // A body where there was none is one more thing that they do not know.
    const isExtra = known?.content.length === 0 && answer.body !== "";
    const isNoBreak = isExtra || isNegotiated(operation, counterpart, answer, finding);
    if (whom === "callers" && isNoBreak) return [];
    return reasons.map((reason) =>
      breakOfAnswer(whom, {
        operationId: operation.operationId,
        reason,
        shownBy: one,
        places: [placesOfStatus(operation, answer.status), placesOfStatus(counterpart, answer.status)],
      }),
    );
  });
}

/** What another contract has against an answer, besides what it says is never sent. */
function reasonsAgainst(
  [operation, counterpart]: readonly [Operation, Operation],
  taken: Answer,
  finding: Finding | undefined,
): string[] {
  return finding === undefined ? readsOtherwise(operation, counterpart, taken) : [finding.message];
}

/** Why an answer in a form that both contracts allow is not the same to both. Who does not know a field is not misled. */
function readsOtherwise(
  operation: Operation,
  counterpart: Operation,
  { body, headers, status }: Answer,
): string[] {
  const contentType = headers["content-type"] ?? "";
  const [own, theirs] = [operation, counterpart].map((each) => documentedMedia(each, status, contentType));
  if (own === undefined || theirs === undefined) return [];
  return fieldsReadOtherwise(own, theirs, { contentType, text: body })
    .filter((field) => theirs.fields.has(field))
    .map(readOtherwise);
}

/** Whether another media type comes to nobody: who asks for one that both have gets that. */
function isNegotiated(
  operation: Operation,
  counterpart: Operation,
  { status }: Answer,
  finding: Finding | undefined,
): boolean {
  const [offered = [], known = []] = [operation, counterpart].map(
    (each) => responseFor(each, status)?.content.map(({ mediaType }) => mediaType) ?? [],
  );
  return (
    finding?.name === "content_type_conformance" &&
    known.length > 0 &&
    known.every((each) => offered.some((range) => isSameMediaType(range, each)))
  );
}
