import { type Contract, isJson, type Operation, parameterKey } from "@workflow-api/contract";
import type { AnswerCase } from "../answer-case.ts";
import type { Case } from "../case.ts";
import { checkResponse, parseBody } from "../check-answer.ts";
import { isSame } from "../check-documented.ts";
import { deriveAnswers } from "../derive-answers.ts";
import { deriveCases } from "../derive-cases.ts";
import { responseFor } from "../mock-status.ts";
import { standInsOf } from "../stand-ins.ts";
import { refusalsOf } from "./accepts-request.ts";
import { declaredBy, membersLost } from "./declared-members.ts";
import { counterpartOf } from "./places.ts";

interface Derived {
  readonly cases: readonly Case[];
  readonly answers: readonly AnswerCase[];
}

const known = new WeakMap<Contract, Derived>();

/** What is derived from a contract, once: the versions of a history are each compared twice. */
export function derived(contract: Contract): Derived {
  const found = known.get(contract) ?? {
    cases: deriveCases(contract, { credentials: standInsOf(contract) }),
    answers: deriveAnswers(contract),
  };
  known.set(contract, found);
  return found;
}

/**
 * Requests that a contract allows, to be held against another: its own, and what is derived from the other as malformed
 * and is not so here. A keyword that only one of the two has is violated by values that only its own cases have.
 */
export function triedRequests(by: Contract, other: Contract): Case[] {
  const own = derived(by).cases.filter(
    ({ expected, operation }) =>
      operation !== undefined && (expected.verdict === "valid" || expected.verdict === "scenario"),
  );
  const theirs = derived(other).cases.filter(
    (one) => one.operation !== undefined && isKnownPart(by, other, one, counterpartOf(one.operation, by)),
  );
  return [...own, ...theirs].filter(({ request }) => refusalsOf(by, request).length === 0);
}

/** Whether a contract has the part that is malformed, so that its schema, and no want of one, lets the value pass. */
function isKnownPart(
  by: Contract,
  other: Contract,
  { broken, expected, operation, request }: Case,
  counterpart: Operation | undefined,
): boolean {
  if (expected.verdict !== "malformed" || broken === undefined || counterpart === undefined) return false;
  if (["mediaType", "required", "syntax"].includes(broken.keyword)) return false;
  if (broken.part !== "body")
    return counterpart.parameters.some((each) => parameterKey(each) === broken.part);
  const type = request.headers["Content-Type"] ?? "";
  const [theirs, own] = [operation, counterpart].map((each) =>
    each?.requestBody?.content.find(({ mediaType }) => isSame(mediaType, type)),
  );
  if (theirs === undefined || own === undefined || request.body === undefined || !isJson(type)) return false;
  return membersLost(JSON.parse(request.body), declaredBy(other, theirs), declaredBy(by, own)).length === 0;
}

/** Answers that a contract allows, to be held against another: the same as {@link triedRequests}. */
export function triedAnswers(by: Contract, other: Contract): AnswerCase[] {
  const own = derived(by).answers.filter(({ allowed }) => allowed);
  const theirs = derived(other).answers.filter(({ allowed, answer, keyword, operation }) => {
    const counterpart = counterpartOf(operation, by);
    if (allowed || counterpart === undefined || unseen.has(keyword ?? "")) return false;
    const [media, declared] = [operation, counterpart].map((each) =>
      responseFor(each, answer.status)?.content.find(({ mediaType }) =>
        isSame(mediaType, answer.headers["content-type"] ?? ""),
      ),
    );
    const value = parseBody(answer);
    if (media !== undefined && declared !== undefined && value !== undefined)
      if (membersLost(value, declaredBy(other, media), declaredBy(by, declared)).length > 0) return false;
    return checkResponse(counterpart, answer).length === 0;
  });
  return [...own, ...theirs];
}

/** Readers do not mind members that they do not know, and a status or a media type is allowed by its own cases. */
const unseen: ReadonlySet<string> = new Set([
  "additionalProperties",
  "content",
  "maxProperties",
  "propertyNames",
  "status",
  "unevaluatedProperties",
]);
